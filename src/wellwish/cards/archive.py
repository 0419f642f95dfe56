"""Archive a closed card: from then on it can only be read."""

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.cards.state import move
from wellwish.db import Tx
from wellwish.http import IfMatch, Parts


async def archive(tx: Tx, on: OnCard, parts: Parts, if_match: IfMatch) -> card.Card:
    """Raises CardState unless it is closed, PreconditionFailed."""
    row = await card.locked(tx, on)
    if_match.check(row.version)
    return await move(tx, on, parts, row, "closed", "archived", "card.archived")
