"""Hide the note of a contribution."""

from wellwish.cards.access import CardAccess
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.moderate import move
from wellwish.db import Tx
from wellwish.http import IfMatch


async def hide(tx: Tx, access: CardAccess, contribution_id: str, if_match: IfMatch) -> Contribution:
    """Nobody sees it but its author, the owner and the admins, until it is published again.

    Raises NotFound, PreconditionFailed, CardState, ContributionState.
    """
    return await move(
        tx, access, contribution_id, if_match, "hidden", ("pending", "published"), "contribution.hidden"
    )
