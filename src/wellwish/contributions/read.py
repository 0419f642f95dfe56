"""Retrieve a contribution."""

from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.contributions import contribution, seen
from wellwish.contributions.contribution import Contribution
from wellwish.db import Tx


async def read(tx: Tx, access: CardAccess, contribution_id: str) -> Contribution:
    """A deleted contribution has only its id, status and times left. Raises NotFound."""
    found = await contribution.load(tx, access, contribution_id)
    return await seen.shown_one(
        tx, found, seen.sight(await card.load(tx, access), seen.of_caller(access), tx.now)
    )
