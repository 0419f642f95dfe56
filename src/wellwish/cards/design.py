"""The appearance of a card in messages: the colours of its palette, its cover and its tone."""

from typing import Any

from msgspec import Struct, structs

from wellwish.accounts.account import Account
from wellwish.base.crypto import Keys
from wellwish.cards import cover
from wellwish.cards.card_row import CardRow
from wellwish.delivery.words import CardMail, Colours
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
    """Returns the appearance of a card; the design's first palette replaces one that was removed."""
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


def mail_fields(row: CardRow, look: Look, owner: Account) -> dict[str, Any]:
    """Returns the fields of ``CardMail``, which the content of each email about a card extends."""
    return structs.asdict(
        CardMail(
            card_title=row.title,
            sender=row.sender,
            locale=row.locale,
            account_name=owner.name,
            reply_to=owner.replies_of(row.reply_to),
            logo=owner.shown_logo,
            colours=look.colours,
            cover=look.cover,
            is_quiet=look.is_quiet,
        )
    )
