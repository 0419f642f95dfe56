"""The owners of an account, shown to members who need an owner."""

from msgspec import Struct

from wellwish.infra.db import Tx

_MOST = 3


class _Owner(Struct):
    shown: str


async def owners(tx: Tx, account_id: str) -> list[str]:
    """Returns the names, or otherwise addresses, of up to three owners, oldest membership first."""
    rows = await tx.many(
        _Owner,
        """
        select coalesce(nullif(u.name, ''), u.email) as shown
        from memberships m join users u on u.id = m.user_id
        where m.account_id = :account_id and m.role = 'owner'
        order by m.created_at, m.user_id limit :count
        """,
        account_id=account_id,
        count=_MOST,
    )
    return [row.shown for row in rows]
