"""Publish the note of a contribution."""

from wellwish.cards.access import CardAccess
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.moderate import move
from wellwish.db import Tx
from wellwish.http import IfMatch


async def publish(tx: Tx, access: CardAccess, contribution_id: str, if_match: IfMatch) -> Contribution:
    """One that waits, was hidden or was rejected; published already, it stays as it is.

    Raises NotFound, PreconditionFailed, CardState, ContributionState.
    """
    return await move(
        tx,
        access,
        contribution_id,
        if_match,
        "published",
        ("pending", "hidden", "rejected"),
        "contribution.published",
    )
