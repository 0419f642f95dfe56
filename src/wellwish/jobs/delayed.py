"""The delayed jobs of an account, which a test clock brings forward."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from wellwish.db import Tx


async def is_busy(tx: Tx, account_id: str, but: Sequence[str]) -> bool:
    """Returns whether a job of the account is due or runs, other than those of the kinds in ``but``."""
    return await tx.value(
        """
        select exists (
          select from jobs
          where account_id = :account_id and ready and dead_at is null and kind <> all (:but))
        """,
        account_id=account_id,
        but=list(but),
    )


async def next_at(tx: Tx, account_id: str, but: Sequence[str]) -> datetime | None:
    """Returns when the next delayed job of the account is due, by the clock of the data."""
    return await tx.value(
        """
        select min(run_at) + :ahead::interval from jobs
        where account_id = :account_id and not ready and dead_at is null and kind <> all (:but)
        """,
        account_id=account_id,
        ahead=tx.now - tx.real_now,
        but=list(but),
    )


async def bring_forward(tx: Tx, account_id: str, by: timedelta, but: Sequence[str]) -> None:
    """Lets the delayed jobs of the account run earlier."""
    await tx.run(
        """
        update jobs set run_at = run_at - :by::interval, ready = run_at - :by::interval <= :real_now
        where account_id = :account_id and not ready and dead_at is null and kind <> all (:but)
        """,
        account_id=account_id,
        by=by,
        but=list(but),
    )
