"""List the accounts, for the operator."""

from typing import Any

from msgspec import structs

from wellwish import clock
from wellwish.accounts.account import Account
from wellwish.db import Tx


class _Listed(Account, frozen=True):
    owner_email: str | None


async def list_accounts(tx: Tx) -> list[dict[str, Any]]:
    """Returns all accounts, newest first; runs as the owner of the tables, who sees every row."""
    rows = await tx.many(
        _Listed,
        """
        select {columns} from accounts cross join lateral (
          select min(u.email) as owner_email from memberships m join users u on u.id = m.user_id
          where m.account_id = accounts.id and m.role = 'owner') as owned
        order by id desc
        """,
    )
    return [{**structs.asdict(row), **_times(row)} for row in rows]


def _times(row: Account) -> dict[str, str]:
    return {"created_at": clock.rfc3339(row.created_at), "updated_at": clock.rfc3339(row.updated_at)}
