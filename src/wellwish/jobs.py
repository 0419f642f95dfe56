"""The queue: a table, claimed with ``for update skip locked``, leased, tried again, and dead in the end.

A job is enqueued in the transaction of the fact that causes it, runs at least once, and is written
so that a second run changes nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct

from wellwish import clock
from wellwish.db import Database, Tx

LEASE: Final = timedelta(seconds=60)
MAX_ATTEMPTS: Final = 10
CLAIM: Final = 20
_IDLE_S: Final = 0.2
_AWAY_S: Final = 1.0
_FIRST_RETRY_S: Final = 5
_LONGEST_RETRY_S: Final = 3600
_ERROR_CHARACTERS: Final = 500

log: Final = structlog.get_logger("wellwish.jobs")


class Job(Struct, frozen=True):
    """A claimed job; ``attempts`` counts this one and fences its finish."""

    id: int
    kind: str
    args: dict[str, Any]
    attempts: int


Run = Callable[[Any, dict[str, Any]], Awaitable[None]]


async def enqueue(tx: Tx, kind: str, args: Sequence[Mapping[str, Any]], *, delay_s: float = 0) -> None:
    """Puts a job for each of the arguments into the queue, in this transaction."""
    await tx.run(
        """
        insert into jobs (kind, args, run_at)
        select :kind, made.args::jsonb, :run_at from unnest(:args::text[]) as made (args)
        """,
        kind=kind,
        args=[msgspec.json.encode(each).decode() for each in args],
        run_at=tx.now + timedelta(seconds=delay_s),
    )


class Worker:
    """Takes jobs until it is asked to stop; those under way are finished first.

    The hourly kinds it puts into the queue itself, unless one of them waits there already.
    """

    def __init__(
        self, db: Database, parts: Any, table: Mapping[str, Run], hourly: Sequence[str] = ()
    ) -> None:
        self._db = db
        self._parts = parts
        self._table = table
        self._hourly = hourly
        self._next_hour = clock.now()
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Asks the loop to end after the jobs under way."""
        self._stopping.set()

    async def run(self) -> None:
        """The loop. A database that is away is waited for."""
        while not self._stopping.is_set():
            try:
                await self._enqueue_hourly()
                taken = await self.drain()
            except Exception as error:  # noqa: BLE001 - the loop outlives every fault of one round
                log.warning("queue is away", error=type(error).__name__)
                await self._pause(_AWAY_S)
                continue
            if not taken:
                await self._pause(_IDLE_S)

    async def drain(self) -> int:
        """Claims and runs one batch, and returns how many jobs that were."""
        jobs = await self._claim()
        await asyncio.gather(*(self._carry_out(job) for job in jobs))
        return len(jobs)

    async def _enqueue_hourly(self) -> None:
        if clock.now() < self._next_hour:
            return
        async with self._db.statement() as tx:
            await tx.run(
                """
                insert into jobs (kind, args, run_at)
                select due.kind, '{}', :now from unnest(:kinds::text[]) as due (kind)
                where not exists (select from jobs j where j.kind = due.kind and j.dead_at is null)
                """,
                kinds=list(self._hourly),
            )
        self._next_hour = clock.now() + timedelta(hours=1)

    async def _claim(self) -> list[Job]:
        async with self._db.statement() as tx:
            return await tx.many(
                Job,
                """
                update jobs set attempts = attempts + 1, locked_until = :locked_until
                where id in (
                  select id from jobs
                  where dead_at is null and run_at <= :now and (locked_until is null or locked_until < :now)
                  order by run_at, id limit :claim
                  for update skip locked)
                returning {columns}
                """,
                locked_until=clock.now() + LEASE,
                claim=CLAIM,
            )

    async def _carry_out(self, job: Job) -> None:
        try:
            async with asyncio.timeout(LEASE.total_seconds() - 5):
                await self._table[job.kind](self._parts, job.args)
        except Exception as error:
            log.exception("job failed", job_id=job.id, kind=job.kind, attempt=job.attempts)
            await self._fail(job, error)
        else:
            async with self._db.statement() as tx:
                await tx.run(
                    "delete from jobs where id = :id and attempts = :attempts",
                    id=job.id,
                    attempts=job.attempts,
                )

    async def _fail(self, job: Job, error: Exception) -> None:
        delay_s = min(_FIRST_RETRY_S * 4 ** (job.attempts - 1), _LONGEST_RETRY_S)
        async with self._db.statement() as tx:
            await tx.run(
                """
                update jobs set locked_until = null, run_at = :run_at, last_error = :error,
                  dead_at = case when attempts >= :max_attempts then :now::timestamptz end
                where id = :id and attempts = :attempts
                """,
                id=job.id,
                attempts=job.attempts,
                run_at=clock.now() + timedelta(seconds=delay_s),
                error=type(error).__name__[:_ERROR_CHARACTERS],
                max_attempts=MAX_ATTEMPTS,
            )

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return
