"""Purge reports of emails 90 days after the operator has closed them, and open reports after a year."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge_accounts

PURGE: Final = "reports.purge"
CLOSED_FOR: Final = timedelta(days=90)  # the retention of events
OPEN_FOR: Final = timedelta(days=365)


async def run(services: Services, args: dict[str, Any]) -> None:
    del args
    await purge_accounts(services.db, _delete)


async def _delete(tx: Tx, account_ids: Sequence[str], batch: int) -> int:
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
        batch=batch,
    )
