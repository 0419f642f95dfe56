"""How a card looks where it is not shown itself: the colours of its palette, and its cover."""

from msgspec import Struct

from wellwish.cards import cover
from wellwish.cards.card import CardRow
from wellwish.crypto import Keys
from wellwish.db import Tx
from wellwish.delivery.words import Colours
from wellwish.templates import template


class Look(Struct, frozen=True):
    """Colours, and the path of a picture of the cover if there is one."""

    colours: Colours
    cover: str | None


async def look(tx: Tx, keys: Keys, row: CardRow) -> Look:
    """Returns the look of a card; a design that has lost the card's palette since gives its first."""
    design = await template.load(tx, row.template_id)
    palette = design.palettes[cover.index_of(row, design)]
    colours = Colours(palette.accent.light, palette.accent.dark, palette.wash.light, palette.wash.dark)
    # Mail programs know JPEG, and few of them AVIF or SVG.
    return Look(colours, cover.path(keys, row, design, "og"))
