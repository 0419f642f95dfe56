"""The pen, ink and paper of a new note, chosen so that notes look as if written by different people."""

from typing import Final

from wellwish.contributions.note import INKS, PAPERS
from wellwish.web.signing.typed_form import Typed

# Excludes Courier, which is not handwriting, and Caveat, whose file is almost twice as large as that of
# Kalam.
_PENS: Final = ("kalam", "patrick", "gochi", "shadows", "reenie")
_QUIET_PENS: Final = ("kalam", "patrick", "shadows")
_QUIET_INKS: Final = ("navy", "green", "plum", "charcoal")
_QUIET_PAPERS: Final = ("cream", "mint", "sky", "lilac")


def dressed(typed: Typed, tone: str, signed: int) -> Typed:
    """Returns the empty form with a look that suits the tone and follows the ``signed`` notes before it.

    The look must not depend on the visitor, because it would then differ after an anonymous note.
    """
    pens, inks, papers = (
        (_QUIET_PENS, _QUIET_INKS, _QUIET_PAPERS) if tone == "quiet" else (_PENS, INKS, PAPERS)
    )
    typed.pen = pens[signed % len(pens)]
    typed.ink = inks[signed % len(inks)]
    # The order differs from that of the inks, so that each ink is combined with several papers.
    typed.paper = papers[(signed + signed // len(inks)) % len(papers)]
    return typed
