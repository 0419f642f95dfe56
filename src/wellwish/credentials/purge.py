"""Purge what has ended: access tokens, former pairs, and counts of failures."""

from datetime import timedelta
from typing import Any, Final

from wellwish.credentials.verify import WINDOW
from wellwish.http import Parts

BATCH: Final = 1000  # rows a statement, so that none holds its locks for long

# Windows are kept a little longer, for clocks of other processes.
_WINDOWS_KEPT: Final = WINDOW + timedelta(minutes=4)

# Nothing that these delete is of use to any statement: each of those looks at the time itself.
_STATEMENTS: Final = (
    """
    delete from access_tokens where hash in
      (select hash from access_tokens where expires_at <= :now order by expires_at limit :batch)
    """,
    """
    delete from credentials where id in
      (select id from credentials where ends_at <= :now order by ends_at limit :batch)
    """,
    """
    delete from throttles where (subject, window_start) in
      (select subject, window_start from throttles where window_start < :oldest_window
       order by window_start limit :batch)
    """,
)


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Deletes in batches, each a transaction of its own; a run that is cut short leaves less for the next."""
    del args
    for statement in _STATEMENTS:
        deleted = BATCH
        while deleted == BATCH:
            deleted = await _batch(parts, statement)


async def _batch(parts: Parts, statement: str) -> int:
    async with parts.db.statement() as tx:
        return await tx.run(statement, batch=BATCH, oldest_window=tx.now - _WINDOWS_KEPT)
