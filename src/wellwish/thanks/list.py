"""List the thank-you messages of a card."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.http import Page
from wellwish.thanks.thanks import Thanks, find_by_card, record


async def list_thanks(tx: Tx, access: CardAccess) -> Page[Thanks]:
    """Returns all messages, in the order of the recipients."""
    return Page(
        data=[
            record(row, access.card_id) for row in await find_by_card(tx, access.account_id, access.card_id)
        ]
    )
