"""Purge expired tokens, ended pairs, the counts of ended limits, and stored responses."""

from datetime import timedelta
from functools import partial
from typing import Any, Final

from wellwish.auth.credentials.authenticate import EXPIRED_KEPT_FOR
from wellwish.auth.credentials.restricted_keys.restricted_key import KEPT_FOR as RESTRICTED_KEPT_FOR
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.idempotency import KEPT_FOR
from wellwish.infra.jobs.purge import purge

_HOUR: Final = timedelta(hours=1)  # stored bytes are counted by the hour
_SKEW: Final = timedelta(minutes=10)  # tolerance for processes whose clocks are still in the period

# No statement relies on this purge: each one compares the time. Where a row can be renewed, PostgreSQL checks
# the outer condition again after waiting for the renewal; it does not repeat the subquery.
_STATEMENTS: Final = (
    """
    delete from access_tokens where hash in
      (select hash from access_tokens where expires_at <= :oldest_token order by expires_at limit :batch)
    """,
    """
    delete from credentials where id in
      (select id from credentials where ends_at <= :now order by ends_at limit :batch)
    """,
    """
    delete from restricted_tokens where hash in
      (select hash from restricted_tokens where expires_at <= :oldest_token order by expires_at limit :batch)
    """,
    """
    delete from restricted_keys where id in
      (select id from restricted_keys where ends_at <= :oldest_end order by ends_at limit :batch)
    """,
    """
    delete from throttles where (subject, window_ends_at) in
      (select subject, window_ends_at from throttles where window_ends_at < :oldest_window
       order by window_ends_at limit :batch)
    """,
    """
    delete from idempotency_keys where created_at < :oldest_answer and (account_id, key_hash) in
      (select account_id, key_hash from idempotency_keys where created_at < :oldest_answer
       order by created_at limit :batch)
    """,
    """
    delete from stored_response_bytes where updated_at < :oldest_count and account_id in
      (select account_id from stored_response_bytes where updated_at < :oldest_count
       order by updated_at limit :batch)
    """,
)


async def run(services: Services, args: dict[str, Any]) -> None:
    del args
    for statement in _STATEMENTS:
        await purge(services.db, partial(_delete, statement))


async def _delete(statement: str, tx: Tx, batch: int) -> int:
    return await tx.run(
        statement,
        batch=batch,
        oldest_window=tx.now - _SKEW,
        oldest_token=tx.now - EXPIRED_KEPT_FOR,
        oldest_end=tx.now - RESTRICTED_KEPT_FOR,
        oldest_answer=tx.now - KEPT_FOR,
        oldest_count=tx.now - KEPT_FOR - _HOUR,
    )
