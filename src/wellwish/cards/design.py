"""How a card looks where it is not shown itself: the colours of its palette, and its cover."""

from msgspec import Struct

from wellwish.cards.card import CardRow
from wellwish.db import Tx
from wellwish.delivery.words import Colours
from wellwish.templates import template


class Look(Struct, frozen=True):
    """Colours, and the path of a picture of the cover if there is one."""

    colours: Colours
    cover: str | None


async def look(tx: Tx, row: CardRow) -> Look:
    """Returns the look of a card; a design that has lost the card's palette since gives its first."""
    design = await template.load(tx, row.template_id)
    names = [each.name for each in design.palettes]
    index = names.index(row.palette) if row.palette in names else 0
    palette = design.palettes[index]
    colours = Colours(palette.accent.light, palette.accent.dark, palette.wash.light, palette.wash.dark)
    # Mail programs know JPEG, and few of them AVIF or SVG.
    return Look(colours, template.cover_path(design.slug, index, "og"))
