"""The worker claims jobs, runs them and records the outcome.

A job is enqueued in the transaction that causes it, runs at least once, and must be idempotent. No two jobs
have the same key, except dead jobs.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog

from wellwish.base import clock, logs, trace
from wellwish.base.errors import Unavailable
from wellwish.base.trace import Span
from wellwish.infra.db import Database, Tx, patience_s
from wellwish.infra.jobs.claim import LEASE, Job, Lane, claim, promote, renew
from wellwish.infra.jobs.end import finish, reschedule, running
from wellwish.infra.jobs.retry import RetryLaterError
from wellwish.infra.meter import Meter

RENEW_S: Final = 5.0
LIMIT_S: Final = 55.0  # time limit of a job
MAX_ATTEMPTS: Final = 10
PLACES: Final = 20
PLACES_APART: Final = 64  # many, because jobs waiting for external servers need only a connection
PLACES_OF_CPU: Final = 2  # one for any account, one for accounts without a place
_IDLE_S: Final = 0.2
_GATHER_S: Final = 0.005
_AWAY_S: Final = 1.0
_PATIENCE_S: Final = 60.0
_FIRST_RETRY_S: Final = 5
_LONGEST_RETRY_S: Final = 3600
# The number of Unavailable failures that do not extend the delay, so that jobs run soon after a short outage.
# They count as attempts, so that a job that causes outages becomes dead.
_OUTAGES: Final = 4
_ERROR_CHARACTERS: Final = 500

log: Final = structlog.get_logger("wellwish.jobs")

# A job that returns a time (on the clock of its data) runs again at that time, or when woken.
Run = Callable[[Any, dict[str, Any]], Awaitable[datetime | None]]
OnDead = Callable[[Tx, Any, dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True)
class Handler:
    """A kind of job that needs an action when it becomes dead.

    ``on_dead`` runs in the transaction that marks the job as dead, with access to the rows of the job's
    account. If it raises, the job remains claimed, and both are repeated after the lease.
    """

    run: Run
    on_dead: OnDead


class Worker:
    """Runs jobs until it is stopped, and finishes the running ones.

    The worker enqueues the hourly kinds, unless a job of the kind is in the queue. Each entry of ``lanes``
    lists kinds that wait for external servers. They have separate places, so that a slow server only delays
    its lane. The ``cpu_bound`` kinds have few places, to leave CPU time for other work.
    """

    def __init__(
        self,
        db: Database,
        services: Any,
        table: Mapping[str, Run | Handler],
        hourly: Sequence[str] = (),
        lanes: Collection[Collection[str]] = (),
        cpu_bound: Collection[str] = (),
        meter: Meter | None = None,
        *,
        sending: Collection[str] = (),
    ) -> None:
        self._db, self._services, self._meter = db, services, meter
        self._table, self._hourly = table, hourly
        apart = {kind for kinds in (*lanes, cpu_bound) for kind in kinds}
        self._lanes = [Lane([kind for kind in table if kind not in apart], PLACES, sending)]
        self._lanes += [Lane([k for k in kinds if k in table], PLACES_APART, sending) for kinds in lanes]
        self._lanes.append(Lane([kind for kind in cpu_bound if kind in table], PLACES_OF_CPU, sending))
        self._lanes = [lane for lane in self._lanes if lane.kinds]
        self._held: set[tuple[int, int]] = set()  # claims of the running jobs by job ID
        self._next_hour = clock.now()
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Makes ``run`` return when the running jobs have ended."""
        self._stopping.set()

    async def run(self) -> None:
        """Runs until it is stopped; waits while the database is unavailable."""
        async with self._keeping_leases():
            await asyncio.gather(self._make_ready(), *(self._work(lane) for lane in self._lanes))

    async def drain(self) -> int:
        """Claims and runs a batch of each lane; returns the number of jobs."""
        async with self._keeping_leases():
            await promote(self._db)
            taken = [(lane, job) for lane in self._lanes for job in await self._take(lane)]
            await asyncio.gather(*(self._carry_out(lane, job) for lane, job in taken))
        return len(taken)

    async def _make_ready(self) -> None:
        """Makes due delayed jobs ready, and enqueues the hourly jobs."""
        while not self._stopping.is_set():
            try:
                await self._each_hour()
                promoted = await promote(self._db)
                if self._meter is not None:
                    self._meter.worked()
                if not promoted:
                    await self._pause(_IDLE_S)
            except Exception as error:  # noqa: BLE001 - the loop outlives every fault of one round
                logs.outlived(log, "queue unavailable", error)
                await self._pause(_AWAY_S)

    async def _work(self, lane: Lane) -> None:
        """Fills the lane continuously, so that long jobs do not delay others."""
        under_way: set[asyncio.Task[None]] = set()
        while not self._stopping.is_set():
            try:
                jobs = await self._take(lane)
            except Exception as error:  # noqa: BLE001 - the loop outlives every fault of one round
                logs.outlived(log, "queue unavailable", error)
                await self._pause(_AWAY_S)
                continue
            for job in jobs:
                task = asyncio.create_task(self._see_through(lane, job))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            if lane.free <= 0:
                await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            elif not jobs and under_way:  # the end of a job may allow its account another one
                await asyncio.wait(under_way, timeout=_IDLE_S, return_when=asyncio.FIRST_COMPLETED)
            elif not jobs:
                await self._pause(_IDLE_S)
            await asyncio.sleep(_GATHER_S if under_way else 0)  # jobs that end within this time share a claim
        await asyncio.gather(*under_way)

    async def _see_through(self, lane: Lane, job: Job) -> None:
        try:
            await self._carry_out(lane, job)
        except Exception as error:  # noqa: BLE001 - its lease ends, and then it runs again
            log.warning("job outcome not recorded", job_id=job.id, kind=job.kind, error=type(error).__name__)

    @asynccontextmanager
    async def _keeping_leases(self) -> AsyncGenerator[None]:
        """Renews the leases of the running jobs during the block, including the shutdown."""
        renewing = asyncio.create_task(self._renew_often())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.wait([renewing])

    async def _renew_often(self) -> None:
        # Wait for a pool slot rather than retrying: a retry starts at the back of the queue.
        patience_s.set(LEASE.total_seconds() - RENEW_S)
        pause_s = RENEW_S
        while True:
            await asyncio.sleep(pause_s)
            try:
                pause_s = RENEW_S if await self._renew() else _AWAY_S
            except Exception as error:  # noqa: BLE001 - there is another try before the leases end
                log.warning("lease renewal failed", error=type(error).__name__)
                pause_s = _AWAY_S

    async def _renew(self) -> bool:
        """Renews all leases. Returns False if some require another attempt soon."""
        if not self._held:
            return True
        held = [*self._held]
        renewed = await renew(self._db, held)
        return renewed == len(held)

    async def _each_hour(self) -> None:
        if clock.now() < self._next_hour:
            return
        self._next_hour = clock.now() + timedelta(hours=1)
        try:
            async with self._db.statement() as tx:
                await tx.run(
                    """
                    insert into jobs (kind, key, args, run_at)
                    select due.kind, due.kind, '{}', :now from unnest(:kinds::text[]) as due (kind)
                    on conflict (key) where key is not null and dead_at is null do nothing
                    """,
                    kinds=list(self._hourly),
                )
        except BaseException:
            self._next_hour = clock.now()
            raise

    async def _take(self, lane: Lane) -> list[Job]:
        jobs = await claim(self._db, lane)
        lane.held.update(job.account_id for job in jobs)
        return jobs

    async def _carry_out(self, lane: Lane, job: Job) -> None:
        # Many jobs share few connections; waiting for one is not a failure of the job.
        patience_s.set(_PATIENCE_S)
        self._held.add((job.id, job.claims))
        try:
            attributes = {"wellwish.job.id": job.id}
            with trace.span(job.kind, "consumer", attributes) as span, clock.test_clock(job.ahead):
                await self._run(job, span)
        finally:
            self._held.discard((job.id, job.claims))
            lane.held[job.account_id] -= 1
            if not lane.held[job.account_id]:
                del lane.held[job.account_id]

    async def _run(self, job: Job, span: Span) -> None:
        if job.attempts > MAX_ATTEMPTS:  # A job that kills its worker does not fail; its lease expires.
            await self._bury(job, "WorkerDied")
            return
        handler = self._table[job.kind]
        run = handler.run if isinstance(handler, Handler) else handler
        try:
            with running(job) as ending:
                async with asyncio.timeout(LIMIT_S):
                    again = await run(self._services, job.args)
        except RetryLaterError as later:
            run_at = clock.now() + timedelta(seconds=later.wait_s)
            outcome = partial(reschedule, self._db, job, run_at, job.attempts - 1)
        except Exception as error:
            span.fail(type(error).__name__)
            log.exception("job failed", job_id=job.id, kind=job.kind, attempt=job.attempts)
            outcome = partial(self._fail, job, error)
        else:
            outcome = partial(finish, self._db, ending, job.in_real_time(again))
            if self._meter is not None and job.kind in self._hourly:
                self._meter.succeeded(job.kind)
        await self._record(outcome)

    async def _record(self, outcome: Callable[[], Awaitable[None]]) -> None:
        """Records an outcome, retrying for the length of a lease while the database is unavailable.

        Without retries, the job would wait for the end of its lease. Repeating a successful statement has no
        effect.
        """
        async with asyncio.timeout(LEASE.total_seconds()):
            while True:
                try:
                    await outcome()
                except Unavailable:
                    if self._stopping.is_set():
                        raise
                    await asyncio.sleep(_IDLE_S)
                else:
                    return

    async def _fail(self, job: Job, error: Exception) -> None:
        if job.attempts >= MAX_ATTEMPTS:
            await self._bury(job, type(error).__name__)
            return
        outages = _OUTAGES if isinstance(error, Unavailable) else 0
        delay_s = min(_FIRST_RETRY_S * 4 ** max(0, job.attempts - 1 - outages), _LONGEST_RETRY_S)
        async with self._db.statement() as tx:
            await tx.run(
                """
                update jobs set locked_until = null, run_at = :run_at, ready = false, last_error = :error
                where id = :id and claims = :claims and locked_until is not null
                """,
                id=job.id,
                claims=job.claims,
                run_at=clock.now() + timedelta(seconds=delay_s),
                error=type(error).__name__[:_ERROR_CHARACTERS],
            )

    async def _bury(self, job: Job, error: str) -> None:
        """Marks the job as dead and runs its ``on_dead``, in one transaction."""
        handler = self._table[job.kind]
        async with self._db.transaction([job.account_id]) as tx:
            buried = await tx.run(
                """
                update jobs set dead_at = :real_now, locked_until = null, ready = false, last_error = :error,
                  attempts = :max_attempts
                where id = :id and claims = :claims and locked_until is not null
                """,
                id=job.id,
                claims=job.claims,
                error=error[:_ERROR_CHARACTERS],
                max_attempts=MAX_ATTEMPTS,
            )
            if buried and isinstance(handler, Handler):
                await handler.on_dead(tx, self._services, job.args)

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return
