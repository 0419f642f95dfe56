"""Drop a pledge: its cash is not expected any more, or was confirmed by mistake."""

from wellwish.cards.access import CardAccess
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.settle import settle
from wellwish.db import Tx
from wellwish.http import IfMatch


async def drop(tx: Tx, access: CardAccess, contribution_id: str, if_match: IfMatch) -> Contribution:
    """It stays dropped; whoever gives after all promises anew. The note of the contribution stays.

    Raises NotFound, PreconditionRequired, PreconditionFailed, CardState, ContributionState.
    """
    return await settle(tx, access, contribution_id, if_match, "dropped")
