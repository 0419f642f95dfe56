"""List the thank-you messages of a card."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.http import Page
from wellwish.thanks.thanks import Thanks, find_all, record


async def list_thanks(tx: Tx, access: CardAccess) -> Page[Thanks]:
    """Returns up to 1,000 messages, in the order of the recipients."""
    return Page(
        data=[record(row, access.card_id) for row in await find_all(tx, access.account_id, access.card_id)]
    )
