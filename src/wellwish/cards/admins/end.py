"""Remove a platform's members from a customer's cards when the platform's access ends."""

from msgspec import Struct

from wellwish.infra import events
from wellwish.infra.db import Tx


class _Removed(Struct):
    id: str
    card_id: str


async def remove_members_of(tx: Tx, account_id: str, platform_id: str) -> None:
    """Removes the platform's members, except those who are also members of the account."""
    removed = await tx.many(
        _Removed,
        """
        with ended as (
          delete from card_grants g using memberships m
          where m.account_id = :platform_id and g.user_id = m.user_id and g.account_id = :account_id
            and not exists (
              select 1 from memberships o where o.account_id = :account_id and o.user_id = g.user_id)
          returning g.user_id, g.card_id)
        update card_admins a set removed_at = :now, version = version + 1, updated_at = :now
        from ended e
        where a.account_id = :account_id and a.card_id = e.card_id and a.user_id = e.user_id
          and a.removed_at is null
        returning a.id, a.card_id
        """,
        account_id=account_id,
        platform_id=platform_id,
    )
    for each in removed:
        data = {"card_admin_id": each.id, "card_id": each.card_id}
        await events.record(tx, account_id, "card_admin.removed", card_id=each.card_id, data=data)
