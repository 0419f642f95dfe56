"""Purge entries older than 400 days."""

from collections.abc import Sequence
from typing import Any, Final

from wellwish.audit.entry import KEPT_FOR
from wellwish.base import ids
from wellwish.infra import jobs
from wellwish.infra.http import Services

PURGE: Final = "audit.purge"
_BATCH: Final = 1000  # rows per statement, so that none keeps its locks for long


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next.

    The database function also refuses to delete newer entries.
    """
    del args
    async for accounts in jobs.account_pages(services.db):
        while await _batch(services, accounts) == _BATCH:
            pass


async def _batch(services: Services, account_ids: Sequence[str]) -> int:
    async with services.db.transaction(account_ids) as tx:
        return await tx.value(
            "select forget_audit_entries(:account_ids, :oldest_id, :batch)",
            account_ids=list(account_ids),
            oldest_id=ids.earliest("aud", tx.now - KEPT_FOR),
            batch=_BATCH,
        )
