"""Read a contribution."""

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.contributions import contribution, seen
from wellwish.contributions.contribution import Contribution
from wellwish.db import Tx


async def read(tx: Tx, on: OnCard, contribution_id: str) -> Contribution:
    """Of one that was removed only its id, its state and its times are left. Raises NotFound."""
    found = await contribution.load(tx, on, contribution_id)
    return await seen.shown_one(tx, found, seen.sight(await card.load(tx, on), seen.of_caller(on), tx.now))
