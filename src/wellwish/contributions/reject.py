"""Reject the note of a contribution."""

from wellwish.cards.access import CardAccess
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.moderate import move
from wellwish.db import Tx
from wellwish.http import IfMatch


async def reject(tx: Tx, access: CardAccess, contribution_id: str, if_match: IfMatch) -> Contribution:
    """Its author may edit it; where notes are moderated first, it then waits anew.

    Raises NotFound, PreconditionFailed, CardState, ContributionState.
    """
    return await move(
        tx,
        access,
        contribution_id,
        if_match,
        "rejected",
        ("pending", "published", "hidden"),
        "contribution.rejected",
    )
