"""Delete the handover of a card, for example after recording it on the wrong card."""

from wellwish.base.errors import NotFound
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.handovers.create import changed
from wellwish.cards.handovers.update import check_changes
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services


async def delete_handover(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, if_match: IfMatch
) -> card.Card:
    """Returns the card. Raises NotFound without a handover, CardState, PreconditionFailed."""
    if_match.check(row.version)
    check_changes(row, tx)
    deleted = await tx.run(
        "delete from handovers where account_id = :account_id and card_id = :card_id",
        account_id=row.account_id,
        card_id=row.id,
    )
    if not deleted:
        raise NotFound
    return await changed(tx, access, services, row, "card.updated")
