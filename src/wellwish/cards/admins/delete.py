"""Remove an admin from a card."""

from wellwish.cards.access import CardAccess, demand
from wellwish.cards.admins.admin import AdminRow, CardAdmin, demand_cover, granter, locked, record
from wellwish.infra import events
from wellwish.infra.db import Tx


async def delete_admin(tx: Tx, access: CardAccess, card_admin_id: str) -> CardAdmin:
    """Admins can always remove themselves. Raises NotFound, MissingPrivilege."""
    if access.admin_id != card_admin_id:
        demand(access, "admin_management")
    mine = await granter(tx, access)
    row = await locked(tx, access, card_admin_id)
    demand_cover(mine, row.privilege)
    removed = await tx.one(
        AdminRow,
        """
        update card_admins set removed_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and removed_at is null
        returning {columns}
        """,
        account_id=access.account_id,
        id=card_admin_id,
    )
    await tx.run(
        """
        delete from card_grants
        where user_id = :user_id and account_id = :account_id and card_id = :card_id
        """,
        user_id=row.user_id,
        account_id=access.account_id,
        card_id=access.card_id,
    )
    data = {"card_admin_id": card_admin_id, "card_id": access.card_id}
    await events.record(tx, access.account_id, "card_admin.removed", card_id=access.card_id, data=data)
    return record(removed)
