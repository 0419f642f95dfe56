"""The look of a card in messages: the colours of its palette, its cover and its tone."""

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.cards import cover
from wellwish.cards.card_row import CardRow
from wellwish.delivery.words import Colours
from wellwish.designs.covers import files
from wellwish.designs.templates import template
from wellwish.infra.db import Tx


class Look(Struct, frozen=True):
    """The colours, the path of the cover image (None without one), the tone and the occasion."""

    colours: Colours
    cover: str | None
    is_quiet: bool
    occasion: str


async def look(tx: Tx, keys: Keys, row: CardRow) -> Look:
    """Returns the look of a card, with the first palette of its design if the card's palette was removed."""
    design = await template.load(tx, row.template_id)
    palette = design.palettes[cover.index_of(row, design)]
    colours = Colours(palette.accent.light, palette.accent.dark, palette.wash.light, palette.wash.dark)
    picture = cover.path(keys, row, design, "avif_480")
    return Look(
        colours,
        picture and files.jpeg_path(picture),
        is_quiet=design.tone == "quiet",
        occasion=design.occasion,
    )
