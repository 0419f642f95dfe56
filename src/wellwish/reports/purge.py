"""Purge reports of mails that the operator has closed, or that nobody has closed for a year."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.http import Services

PURGE: Final = "reports.purge"
CLOSED_FOR: Final = timedelta(days=90)  # as long as events
OPEN_FOR: Final = timedelta(days=365)
_ACCOUNTS: Final = 500
_BATCH: Final = 1000  # rows per statement, so that none holds its locks for long


class _Account(Struct):
    account_id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next."""
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
        return await tx.run(
            """
            delete from mail_reports where account_id = any (:account_ids) and (account_id, message_id) in (
              select r.account_id, r.message_id from mail_reports r
              where r.account_id = any (:account_ids)
                and (r.closed_at < :closed_before or r.updated_at < :open_before)
              limit :batch)
            """,
            account_ids=list(account_ids),
            closed_before=tx.now - CLOSED_FOR,
            open_before=tx.now - OPEN_FOR,
            batch=_BATCH,
        )
