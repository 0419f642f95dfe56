"""Delete the wall of a card. Its link stops working immediately; a wall created later has a new link."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.link import withdraw
from wellwish.cards.wall import WallRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def delete_wall(tx: Tx, access: CardAccess, row: LockedCard, services: Services) -> None:
    """Raises NotFound if the card has no wall."""
    ended = await tx.found(
        WallRow,
        """
        update walls set deleted_at = :now
        where account_id = :account_id and card_id = :card_id and deleted_at is null
        returning {columns}
        """,
        account_id=row.account_id,
        card_id=access.card_id,
    )
    await withdraw(tx, services.keys, [ended.link])
