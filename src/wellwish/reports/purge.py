"""Purge reports of mails 90 days after the operator has closed them, and open reports after a year."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from wellwish.infra import jobs
from wellwish.infra.http import Services

PURGE: Final = "reports.purge"
CLOSED_FOR: Final = timedelta(days=90)  # the retention of events
OPEN_FOR: Final = timedelta(days=365)
_BATCH: Final = 1000  # rows per statement, so that none keeps its locks for long


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next."""
    del args
    async for accounts in jobs.account_pages(services.db):
        while await _batch(services, accounts) == _BATCH:
            pass


async def _batch(services: Services, account_ids: Sequence[str]) -> int:
    async with services.db.transaction(account_ids) as tx:
        return await tx.run(
            """
            delete from mail_reports where account_id = any (:account_ids) and message_id in (
              select r.message_id from mail_reports r
              where r.account_id = any (:account_ids)
                and (r.closed_at < :closed_before or r.updated_at < :open_before)
              limit :batch)
            """,
            account_ids=list(account_ids),
            closed_before=tx.now - CLOSED_FOR,
            open_before=tx.now - OPEN_FOR,
            batch=_BATCH,
        )
