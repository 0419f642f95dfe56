"""How a card looks where it is not shown itself: the colours of its palette, and its cover."""

from msgspec import Struct

from wellwish.cards.card import CardRow
from wellwish.db import Tx
from wellwish.delivery.words import Colours
from wellwish.templates import template


class Look(Struct, frozen=True):
    """Colours, and the address of the cover if there is one."""

    colours: Colours
    cover: str | None


async def look(tx: Tx, row: CardRow) -> Look:
    """Returns the look of a card; a design that has lost the card's palette since gives its first."""
    design = await template.load(tx, row.template_id)
    named = [each for each in design.palettes if each.name == row.palette]
    palette = (named or design.palettes)[0]
    colours = Colours(palette.accent.light, palette.accent.dark, palette.wash.light, palette.wash.dark)
    return Look(colours, template.record(design).cover_url)
