"""List the thank-you messages of a card."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, Services
from wellwish.thanks.thanks import Thanks, find_all, record


async def list_thanks(tx: Tx, access: CardAccess, services: Services) -> Page[Thanks]:
    """Returns up to 1,000 messages, in the order of the recipients, each with its photo and recording."""
    said = await find_all(tx, access.account_id, access.card_id)
    return Page(data=[record(each, access.card_id, services) for each in said])
