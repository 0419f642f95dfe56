"""Purge ended consents and tokens. All statements check the time and do not depend on this job."""

from datetime import timedelta
from functools import partial
from typing import Any, Final

from wellwish.auth.consents.consent import IDLE
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge

PURGE: Final = "consents.purge"

_KEPT: Final = timedelta(hours=1)  # tolerance for the clocks of other processes

# PostgreSQL checks the outer condition again after waiting for a request that uses the consent.
_STATEMENTS: Final = (
    """
    delete from consents where last_used_at <= :idle_before and id in
      (select id from consents where last_used_at <= :idle_before order by last_used_at limit :batch)
    """,
    # Codes that were never exchanged.
    """
    delete from consents where refresh_hash is null and code_expires_at <= :ended_before and id in
      (select id from consents where refresh_hash is null and code_expires_at <= :ended_before
       order by code_expires_at limit :batch)
    """,
    """
    delete from consent_tokens where hash in
      (select hash from consent_tokens where expires_at <= :ended_before order by expires_at limit :batch)
    """,
)


async def run(services: Services, args: dict[str, Any]) -> None:
    del args
    for statement in _STATEMENTS:
        await purge(services.db, partial(_delete, statement))


async def _delete(statement: str, tx: Tx, batch: int) -> int:
    return await tx.run(
        statement, batch=batch, ended_before=tx.now - _KEPT, idle_before=tx.now - IDLE - _KEPT
    )
