"""Purge entries older than 400 days."""

from collections.abc import Sequence
from typing import Any, Final

from wellwish.audit.entry import KEPT_FOR
from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge_accounts

PURGE: Final = "audit.purge"


async def run(services: Services, args: dict[str, Any]) -> None:
    """The database function also refuses to delete newer entries."""
    del args
    await purge_accounts(services.db, _delete)


async def _delete(tx: Tx, account_ids: Sequence[str], batch: int) -> int:
    return await tx.value(
        "select forget_audit_entries(:account_ids, :oldest_id, :batch)",
        account_ids=list(account_ids),
        oldest_id=ids.earliest("aud", tx.now - KEPT_FOR),
        batch=batch,
    )
