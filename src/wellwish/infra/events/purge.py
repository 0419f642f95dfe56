"""Purge events older than WELLWISH_EVENTS_DAYS."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge_accounts

PURGE: Final = "events.purge"


async def run(services: Services, args: dict[str, Any]) -> None:
    """Keeps the last expired event of each account, so that clients that have read up to it can continue.

    The database function also refuses to delete events of the last 90 days.
    """
    del args
    await purge_accounts(services.db, partial(_delete, services.settings.limits.retention.events))


async def _delete(kept: timedelta, tx: Tx, account_ids: Sequence[str], batch: int) -> int:
    return await tx.value(
        "select forget_events(:account_ids, :oldest_id, :batch)",
        account_ids=list(account_ids),
        oldest_id=ids.earliest("evt", tx.now - kept),
        batch=batch,
    )
