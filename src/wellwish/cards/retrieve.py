"""Retrieve a card."""

from wellwish.cards import card, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.db import Tx
from wellwish.http import Services


async def retrieve_card(tx: Tx, access: CardAccess, row: CardRow, services: Services) -> card.Card:
    """Returns the fields of the card that the caller can see."""
    people = await card.recipients(tx, access.account_id, access.card_id)
    collected = await permissions.total(
        tx, row, permissions.rights(row, permissions.of_caller(access), tx.now)
    )
    return card.record(row, people, access, services, tx.now, collected=collected)
