"""Confirm a cash pledge."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.pledge import change_status
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch


async def confirm_pledge(
    tx: Tx, access: CardAccess, row: HeldCard, contribution_id: str, if_match: IfMatch
) -> Contribution:
    """Records that the cash was received, and adds it to the card's total.

    Raises NotFound, PreconditionRequired, PreconditionFailed, CardState, ContributionState.
    """
    return await change_status(tx, access, row, contribution_id, if_match, "confirmed")
