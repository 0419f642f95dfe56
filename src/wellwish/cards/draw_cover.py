"""Draw a cover with a card's own words, or a shared cover with a language's default words."""

from typing import Any

from wellwish.cards import cover
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import find_held
from wellwish.cards.cover import CoverWords
from wellwish.designs.covers import draw
from wellwish.designs.templates import template
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import drawn_covers
from wellwish.media.drawn_covers import SHARED


async def run(services: Services, args: dict[str, Any]) -> None:
    """Draws the cover unless its pictures exist. Raises NotDrawn, Unavailable, RetryLaterError."""
    async with services.db.transaction([args.get("account_id", SHARED), SHARED]) as tx:
        ordered = await _ordered(tx, services, args)
        if ordered is None:
            return
        slug, words = ordered
        key = cover.key_of(slug, words)
        folder = await drawn_covers.claim(tx, key)
    if folder is None:
        return
    try:
        lines = None if words.lines is None else list(words.lines)
        pictures = await draw.draw(slug, words.palette, lines=lines, locale=words.locale)
        await drawn_covers.store(services, key, folder, pictures)
    except Exception:
        await drawn_covers.release(services, key, folder)
        raise


async def _ordered(tx: Tx, services: Services, args: dict[str, Any]) -> tuple[str, CoverWords] | None:
    """Returns the design and the words to draw, or None if there is nothing left to draw."""
    if "draft" in args:
        opened = cover.opened(services.keys, args["slug"], args["draft"])
        return opened and (args["slug"], opened[0])
    if "card_id" not in args:
        return args["slug"], CoverWords(args["palette"], args["locale"])
    # The share lock prevents writing a row for a card that is being erased.
    row = await find_held(tx, CardAccess(args["account_id"], args["card_id"], EVERYTHING))
    if row is None:
        return None
    design = await template.load(tx, row.template_id)
    words = cover.words_of(row, design)
    if words is None or words.lines is None:
        await drawn_covers.erase_from_card(tx, row.account_id, row.id)
    return None if words is None else (design.slug, words)
