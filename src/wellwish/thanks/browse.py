"""List what the recipients of a card said to everybody who has signed."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.http import Page
from wellwish.thanks.thanks import Thanks, of_card, record


async def browse(tx: Tx, access: CardAccess) -> Page[Thanks]:
    """In the order of the recipients, whole: a card has few of them."""
    return Page(
        data=[record(row, access.card_id) for row in await of_card(tx, access.account_id, access.card_id)]
    )
