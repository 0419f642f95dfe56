"""Retrieve the wall of a card."""

from wellwish.cards.access import CardAccess
from wellwish.cards.wall import Wall, WallRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def retrieve_wall(tx: Tx, access: CardAccess, services: Services) -> Wall:
    """Raises NotFound if the card has no wall."""
    row = await tx.found(
        WallRow,
        """
        select {columns} from walls
        where account_id = :account_id and card_id = :card_id and deleted_at is null
        """,
        account_id=access.account_id,
        card_id=access.card_id,
    )
    return record(row, services)
