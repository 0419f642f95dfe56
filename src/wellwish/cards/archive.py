"""Archive a closed card."""

from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.state import move
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services


async def archive(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, if_match: IfMatch
) -> card.Card:
    """An archived card is read-only. Raises CardState unless it is closed, PreconditionFailed."""
    if_match.check(row.version)
    return await move(tx, access, services, row, "closed", "archived")
