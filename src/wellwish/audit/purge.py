"""Purge entries older than 400 days."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish import ids
from wellwish.audit.entry import KEPT_FOR
from wellwish.http import Services

PURGE: Final = "audit.purge"
_ACCOUNTS: Final = 500
_BATCH: Final = 1000  # rows per statement, so that none holds its locks for long


class _Account(Struct):
    account_id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next.

    The database function itself refuses to delete newer entries.
    """
    del args
    after = ""
    while accounts := await _accounts(services, after):
        while await _batch(services, accounts) == _BATCH:
            pass
        after = accounts[-1]


async def _accounts(services: Services, after: str) -> list[str]:
    async with services.db.statement() as tx:
        rows = await tx.many(
            _Account,
            """
            select distinct account_id from memberships
            where account_id > :after order by account_id limit :count
            """,
            after=after,
            count=_ACCOUNTS,
        )
    return [row.account_id for row in rows]


async def _batch(services: Services, account_ids: Sequence[str]) -> int:
    async with services.db.transaction(account_ids) as tx:
        return await tx.value(
            "select forget_audit_entries(:account_ids, :oldest_id, :batch)",
            account_ids=list(account_ids),
            oldest_id=ids.earliest("aud", tx.now - KEPT_FOR),
            batch=_BATCH,
        )
