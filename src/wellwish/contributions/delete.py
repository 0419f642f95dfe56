"""Delete a contribution."""

from wellwish.base.errors import CardState
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.contributions import contribution, note_visibility
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.remove import remove
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services


async def delete_contribution(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, contribution_id: str, if_match: IfMatch
) -> Contribution:
    """Erases the note and ends the author's link. Deleting a deleted contribution has no effect.

    Raises NotFound, PreconditionFailed, CardState for an archived or cancelled card.
    """
    found = await contribution.locked(tx, access, contribution_id)
    if_match.check(found.version)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    removed = await remove(tx, services, access, found)
    return await note_visibility.to_record(
        tx, removed, note_visibility.decide_for_caller(row, access, tx.now)
    )
