"""The delayed jobs of an account, brought forward by a test clock.

While the clock moves, delayed jobs are parked: ``PARKED`` is added to their time, so that a step only writes
the due jobs, regardless of the total number. ``effects`` accounts for parked jobs when it wakes one.
"""

from collections.abc import Sequence
from datetime import datetime

from wellwish.infra.db import Tx
from wellwish.infra.effects import FAR, PARKED


async def busy_since(tx: Tx, account_id: str, but: Sequence[str]) -> datetime | None:
    """Returns the earliest due time of the account's due or running jobs, excluding the kinds in ``but``."""
    return await tx.value(
        """
        select min(run_at) from jobs
        where account_id = :account_id and ready and dead_at is null and kind <> all (:but)
        """,
        account_id=account_id,
        but=list(but),
    )


async def park(tx: Tx, account_id: str, but: Sequence[str]) -> None:
    """Parks all delayed jobs."""
    await tx.run(
        """
        update jobs set run_at = (run_at at time zone 'utc' + :by::interval) at time zone 'utc'
        where account_id = :account_id and not ready and dead_at is null and kind <> all (:but)
          and run_at < :far
        """,
        account_id=account_id,
        but=list(but),
        by=PARKED + (tx.now - tx.real_now),
        far=tx.real_now + FAR,
    )


async def next_at(tx: Tx, account_id: str) -> datetime | None:
    """Returns when the next parked job of the account is due, on the clock of the data."""
    return await tx.value(
        """
        select min(run_at) - :parked::interval from jobs
        where account_id = :account_id and not ready and dead_at is null and run_at >= :far
        """,
        account_id=account_id,
        parked=PARKED,
        far=tx.real_now + FAR,
    )


async def bring_forward(tx: Tx, account_id: str, until: datetime) -> None:
    """Makes parked jobs ready that are due by ``until``, a time on the clock of the data."""
    await tx.run(
        """
        update jobs set ready = true,
          run_at = least((run_at at time zone 'utc' - :by::interval) at time zone 'utc', :real_now)
        where account_id = :account_id and not ready and dead_at is null
          and run_at >= :far and run_at <= :until
        """,
        account_id=account_id,
        by=PARKED + (until - tx.real_now),
        far=tx.real_now + FAR,
        until=until + PARKED,
    )


async def unpark(tx: Tx, account_id: str) -> None:
    """Returns the parked jobs of the account to real time."""
    await tx.run(
        """
        update jobs set run_at = (run_at at time zone 'utc' - :by::interval) at time zone 'utc',
          ready = run_at <= :due
        where account_id = :account_id and not ready and dead_at is null and run_at >= :far
        """,
        account_id=account_id,
        by=PARKED + (tx.now - tx.real_now),
        due=tx.now + PARKED,
        far=tx.real_now + FAR,
    )
