"""Retrieve a contribution."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions import contribution, note_visibility
from wellwish.contributions.contribution import Contribution
from wellwish.infra.db import Tx


async def retrieve_contribution(
    tx: Tx, access: CardAccess, row: CardRow, contribution_id: str
) -> Contribution:
    """A deleted contribution keeps its money but has no text, name, media or invitation. Raises NotFound."""
    found = await contribution.load(tx, access, contribution_id)
    return await note_visibility.to_record(tx, found, note_visibility.decide_for_caller(row, access, tx.now))
