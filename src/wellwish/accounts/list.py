"""List the accounts, for the operator."""

from datetime import datetime
from typing import Any

from msgspec import structs

from wellwish.accounts.account import Account
from wellwish.base import clock
from wellwish.infra.db import Tx


class _Listed(Account, frozen=True):
    owner_email: str | None
    deletion_requested_at: datetime | None
    suspended_at: datetime | None
    deleted_at: datetime | None


async def list_accounts(tx: Tx) -> list[dict[str, Any]]:
    """Returns all accounts except test accounts, newest first.

    Runs as the owner of the tables, who sees every row.
    """
    rows = await tx.many(
        _Listed,
        """
        select {columns} from accounts cross join lateral (
          select min(u.email) as owner_email from memberships m join users u on u.id = m.user_id
          where m.account_id = accounts.id and m.role = 'owner') as owned
        cross join lateral (
          select min(d.created_at) as deletion_requested_at from deletion_requests d
          where d.account_id = accounts.id) as requested
        left join account_suspensions on account_suspensions.account_id = accounts.id
        where not exists (select 1 from test_accounts t where t.account_id = accounts.id)
        order by id desc
        """,
    )
    return [{**structs.asdict(row), **_times(row)} for row in rows]


def _times(row: _Listed) -> dict[str, str | None]:
    names = ("created_at", "updated_at", "deletion_requested_at", "suspended_at", "deleted_at")
    return {name: clock.rfc3339_or_none(getattr(row, name)) for name in names}
