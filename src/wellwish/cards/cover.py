"""The cover of one card: the design's cover, or one drawn with the card's own words or in its language.

The URL of a drawn cover contains its words, sealed: it needs no table, nobody else can request a drawing, and
the words are in no log. Drawn covers are cached in memory for a while, and by browsers indefinitely.
"""

import json
import re
from collections import Counter, OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec import Struct

from wellwish.cards.card_row import CardRow
from wellwish.covers import draw
from wellwish.covers.files import LOCALES, PREFIX, SUFFIXES, Kind, cover_file
from wellwish.crypto import Keys
from wellwish.errors import Unavailable
from wellwish.limiter import Key, Shared
from wellwish.templates.template import TemplateRow, cover_path

_DRAWN_IN: Final = "en"  # the language of the built-in covers
_KEPT_BYTES: Final = 32 * 1024 * 1024
_AGAIN_S: Final = 10
_NAME: Final = re.compile(r"([A-Za-z0-9_-]{22,1500})[.](svg|480[.]avif|240[.]avif|og[.]jpg)", re.ASCII)
_KINDS: Final[dict[str, Kind]] = {suffix.lstrip("-."): kind for kind, suffix in SUFFIXES.items()}

_kept: OrderedDict[tuple[str, "CoverWords", Kind], bytes] = OrderedDict()
_DRAWING: Final = Shared[Mapping[Kind, bytes]]()


class CoverWords(Struct, frozen=True):
    """The words on a cover. Without lines, the design's words in that language."""

    palette: str
    locale: str
    lines: tuple[str, ...] | None
    account_id: str  # whose share of the places and of the memory a drawing uses


def index_of(row: CardRow, design: TemplateRow) -> int:
    """Returns the index of the card's palette in the design; the first if the card's palette was removed."""
    names = [each.name for each in design.palettes]
    return names.index(row.palette) if row.palette in names else 0


def words_of(row: CardRow, design: TemplateRow) -> CoverWords | None:
    """Returns the words on the card's cover, or None for a built-in cover."""
    index = index_of(row, design)
    if not draw.is_available() or cover_path(design.slug, index, "svg") is None:
        return None
    language = re.split("[-_]", row.locale)[0].lower()
    if not row.cover_text and (language == _DRAWN_IN or language not in LOCALES):
        return None
    lines = tuple(row.cover_text) if row.cover_text else None
    return CoverWords(design.palettes[index].name, language, lines, row.account_id)


def path(keys: Keys, row: CardRow, design: TemplateRow, kind: Kind) -> str | None:
    """Returns the path of a picture of the card's cover; None if the design has no cover."""
    words = words_of(row, design)
    if words is None:
        return cover_path(design.slug, index_of(row, design), kind)
    said = json.dumps([words.palette, words.locale, words.lines, words.account_id], ensure_ascii=False)
    sealed = keys.seal_alike(said.encode(), f"cover:{design.slug}")
    return f"{PREFIX}/{design.slug}/{sealed}.{SUFFIXES[kind].lstrip('-.')}"


def opened(keys: Keys, slug: str, name: str) -> tuple[CoverWords, Kind] | None:
    """Returns the words and the picture that a path of ours names, or None for any other path."""
    found = _NAME.fullmatch(name)
    if found is None or not draw.is_available():
        return None
    try:
        palette, locale, lines, *account = json.loads(keys.unseal_alike(found[1], f"cover:{slug}"))
    except ValueError:
        return None
    # Mails of former versions have URLs without an account.
    words = CoverWords(
        palette, locale, None if lines is None else tuple(lines), account[0] if account else ""
    )
    return words, _KINDS[found[2]]


async def drawn(slug: str, words: CoverWords, kind: Kind) -> bytes:
    """Returns the picture. Raises Unavailable if it cannot be drawn now."""
    kept = _kept.get((slug, words, kind))
    if kept is not None:
        _kept.move_to_end((slug, words, kind))
        return kept
    try:
        made = await _DRAWING.run(
            (slug, words, kind != "svg"), partial(_draw, slug, words, pictures=kind != "svg")
        )
    except draw.NotDrawn as error:
        raise Unavailable(headers={"Retry-After": str(_AGAIN_S)}) from error
    return made[kind]


async def _draw(slug: str, words: CoverWords, *, pictures: bool) -> Mapping[Kind, bytes]:
    made = await draw.draw(
        Key(words.account_id, f"{slug} {words}"), slug, words.palette,
        lines=None if words.lines is None else list(words.lines), locale=words.locale, pictures=pictures,
    )  # fmt: skip
    for kind, content in made.items():
        _kept[slug, words, kind] = content
    _limit()
    return made


def _limit() -> None:
    """Drops pictures until the rest fits: the oldest of the account that has the most bytes."""
    by_account: Counter[str] = Counter()
    for (_, words, _), content in _kept.items():
        by_account[words.account_id] += len(content)
    while len(_kept) > 1 and by_account.total() > _KEPT_BYTES:
        [(largest, _)] = by_account.most_common(1)
        oldest = next(each for each in _kept if each[1].account_id == largest)
        by_account[largest] -= len(_kept.pop(oldest))


async def drawing(row: CardRow, design: TemplateRow) -> bytes | None:
    """Returns the card's cover as SVG, or None if the design has no cover. Raises Unavailable."""
    words = words_of(row, design)
    if words is not None:
        return await drawn(design.slug, words, "svg")
    try:
        return cover_file(design.slug, index_of(row, design), "svg").read_bytes()
    except (KeyError, IndexError):
        return None
