"""The cover of one card: the design's, or the same with the words of the card or of its language.

The address of such a cover says what is on it, sealed: no table is asked for it, nobody but us can have one
drawn, and the words are in no log. What was drawn is kept in memory for a while, and by browsers for good.
"""

import json
import re
from collections import OrderedDict
from typing import Final

from msgspec import Struct

from wellwish.cards.card import CardRow
from wellwish.covers import draw
from wellwish.covers.files import LOCALES, PREFIX, SUFFIXES, Kind, cover_file
from wellwish.crypto import Keys
from wellwish.errors import Unavailable
from wellwish.templates.template import TemplateRow, cover_path

_DRAWN_IN: Final = "en"  # the language of the covers that come along
_KEPT_BYTES: Final = 32 * 1024 * 1024
_AGAIN_S: Final = 10
_NAME: Final = re.compile(r"([A-Za-z0-9_-]{22,1500})[.](svg|480[.]avif|240[.]avif|og[.]jpg)", re.ASCII)
_KINDS: Final[dict[str, Kind]] = {suffix.lstrip("-."): kind for kind, suffix in SUFFIXES.items()}

_kept: OrderedDict[tuple[str, "Words", Kind], bytes] = OrderedDict()


class Words(Struct, frozen=True):
    """What a cover is drawn with; no lines are those of the design in that language."""

    palette: str
    locale: str
    lines: tuple[str, ...] | None


def index_of(row: CardRow, design: TemplateRow) -> int:
    """Returns which of the design's palettes the card has: the first where its own is gone."""
    names = [each.name for each in design.palettes]
    return names.index(row.palette) if row.palette in names else 0


def words_of(row: CardRow, design: TemplateRow) -> Words | None:
    """Returns the words that the card's cover has; None for one that came along as it is."""
    index = index_of(row, design)
    if not draw.is_available() or cover_path(design.slug, index, "svg") is None:
        return None
    language = re.split("[-_]", row.locale)[0].lower()
    if not row.cover_text and (language == _DRAWN_IN or language not in LOCALES):
        return None
    lines = tuple(row.cover_text) if row.cover_text else None
    return Words(design.palettes[index].name, language, lines)


def path(keys: Keys, row: CardRow, design: TemplateRow, kind: Kind) -> str | None:
    """Returns the path of a picture of the card's cover; None for a design that has none."""
    words = words_of(row, design)
    if words is None:
        return cover_path(design.slug, index_of(row, design), kind)
    said = json.dumps([words.palette, words.locale, words.lines], ensure_ascii=False)
    sealed = keys.seal_alike(said.encode(), f"cover:{design.slug}")
    return f"{PREFIX}/{design.slug}/{sealed}.{SUFFIXES[kind].lstrip('-.')}"


def opened(keys: Keys, slug: str, name: str) -> tuple[Words, Kind] | None:
    """Returns what a path of ours asks for, or None for any other."""
    found = _NAME.fullmatch(name)
    if found is None or not draw.is_available():
        return None
    try:
        palette, locale, lines = json.loads(keys.unseal_alike(found[1], f"cover:{slug}"))
    except ValueError:
        return None
    return Words(palette, locale, None if lines is None else tuple(lines)), _KINDS[found[2]]


async def drawn(slug: str, words: Words, kind: Kind) -> bytes:
    """Returns the picture. Raises Unavailable when it cannot be drawn now."""
    kept = _kept.get((slug, words, kind))
    if kept is not None:
        _kept.move_to_end((slug, words, kind))
        return kept
    lines = None if words.lines is None else list(words.lines)
    try:
        made = await draw.draw(slug, words.palette, lines=lines, locale=words.locale, pictures=kind != "svg")
    except draw.NotDrawn as error:
        raise Unavailable(headers={"Retry-After": str(_AGAIN_S)}) from error
    for each, content in made.items():
        _kept[slug, words, each] = content
    while len(_kept) > 1 and sum(map(len, _kept.values())) > _KEPT_BYTES:
        _kept.popitem(last=False)
    return made[kind]


async def drawing(row: CardRow, design: TemplateRow) -> bytes | None:
    """Returns the card's cover as an SVG document, or None for a design that has none. Raises Unavailable."""
    words = words_of(row, design)
    if words is not None:
        return await drawn(design.slug, words, "svg")
    try:
        return cover_file(design.slug, index_of(row, design), "svg").read_bytes()
    except (KeyError, IndexError):
        return None
