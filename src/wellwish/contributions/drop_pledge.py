"""Drop a cash pledge."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.pledge import change_status
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch


async def drop_pledge(
    tx: Tx, access: CardAccess, row: HeldCard, contribution_id: str, if_match: IfMatch
) -> Contribution:
    """Use this if the cash is no longer expected or was confirmed by mistake. The note is kept.

    A dropped pledge cannot be restored, but the contributor can make a new one.

    Raises NotFound, PreconditionRequired, PreconditionFailed, CardState, ContributionState.
    """
    return await change_status(tx, access, row, contribution_id, if_match, "dropped")
