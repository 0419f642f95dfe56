"""Purge events older than WELLWISH_EVENTS_DAYS."""

from collections.abc import Sequence
from typing import Any, Final

from wellwish.base import ids
from wellwish.infra import jobs
from wellwish.infra.http import Services

PURGE: Final = "events.purge"
_BATCH: Final = 1000  # rows per statement, so that none keeps its locks for long


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next.

    The last expired event of an account is kept, so that a client that has read up to it can continue. The
    database function also refuses to delete events of the last 90 days.
    """
    del args
    async for accounts in jobs.account_pages(services.db):
        while await _batch(services, accounts) == _BATCH:
            pass


async def _batch(services: Services, account_ids: Sequence[str]) -> int:
    async with services.db.transaction(account_ids) as tx:
        return await tx.value(
            "select forget_events(:account_ids, :oldest_id, :batch)",
            account_ids=list(account_ids),
            oldest_id=ids.earliest("evt", tx.now - services.settings.limits.retention.events),
            batch=_BATCH,
        )
