"""The pen, ink and paper of a new note: another look for each, as if forty people had written forty notes."""

from typing import Final

from wellwish.contributions.note import INKS, PAPERS
from wellwish.web.signing.typed_form import Typed

# Without Courier, which is no handwriting, and Caveat, whose file is as large as two of the others.
_PENS: Final = ("kalam", "patrick", "gochi", "shadows", "reenie")
_QUIET_PENS: Final = ("kalam", "patrick", "shadows")
_QUIET_INKS: Final = ("navy", "green", "plum", "charcoal")
_QUIET_PAPERS: Final = ("cream", "mint", "sky", "lilac")


def dressed(typed: Typed, tone: str, signed: int) -> Typed:
    """Returns the empty form with a look that suits the tone and follows the ``signed`` notes before it.

    The page must not depend on the visitor: it would differ after an anonymous note.
    """
    pens, inks, papers = (
        (_QUIET_PENS, _QUIET_INKS, _QUIET_PAPERS) if tone == "quiet" else (_PENS, INKS, PAPERS)
    )
    typed.pen = pens[signed % len(pens)]
    typed.ink = inks[signed % len(inks)]
    # Another order than that of the inks, so that an ink does not come with one paper only.
    typed.paper = papers[(signed + signed // len(inks)) % len(papers)]
    return typed
