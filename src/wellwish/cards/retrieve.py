"""Retrieve a card."""

from msgspec import UNSET

from wellwish.cards import card, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def retrieve_card(tx: Tx, access: CardAccess, row: CardRow, services: Services) -> card.Card:
    """Returns the fields of the card that the caller can see."""
    shown = await card.shown(tx, row)
    collected = permissions.collected(row, shown.collected, access, tx.now)
    return card.record(
        row,
        shown.people,
        access,
        services,
        tx.now,
        shown.counts(row),
        collected=collected,
        proceeds=card.proceeds(row, shown) if access.is_owner else UNSET,
        handover=shown.handover,
    )
