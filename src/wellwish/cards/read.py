"""Read a card."""

from wellwish.cards import card, sees
from wellwish.cards.access import OnCard
from wellwish.db import Tx
from wellwish.http import Services


async def read(tx: Tx, on: OnCard, services: Services) -> card.Card:
    """Returns what the caller sees of the card."""
    row = await card.load(tx, on)
    people = await card.recipients(tx, on.account_id, on.card_id)
    collected = await sees.total(tx, row, sees.rights(row, sees.of_caller(on), tx.now))
    return card.record(row, people, on, services, tx.now, collected=collected)
