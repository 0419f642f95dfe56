"""Publish a note."""

from typing import Final

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.moderate import Step, move
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch

_STEP: Final = Step("published", ("pending", "hidden", "rejected"), "contribution.published")


async def publish(
    tx: Tx, access: CardAccess, row: CardRow, contribution_id: str, if_match: IfMatch
) -> Contribution:
    """The note must be pending, hidden or rejected. Publishing a published note has no effect.

    Raises NotFound, PreconditionFailed, CardState, ContributionState.
    """
    return await move(tx, access, row, contribution_id, if_match, _STEP)
