"""Record the end of a run. The statements have no effect if repeated or if the lease was lost."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from wellwish.infra import effects
from wellwish.infra.db import Database, Tx
from wellwish.infra.effects import Ended
from wellwish.infra.jobs.claim import Job


@dataclass
class Running:
    """A job running in this process. If ``ends``, its last transaction also ends the job."""

    job: Job
    ends: bool = False


_running: Final[ContextVar[Running | None]] = ContextVar("running", default=None)


@contextmanager
def running(job: Job) -> Generator[Running]:
    """Makes this job the current one, which ``running_job`` returns."""
    found = Running(job)
    token = _running.set(found)
    try:
        yield found
    finally:
        _running.reset(token)


def running_job() -> Running | None:
    return _running.get()


def end_with(tx: Tx, found: Running | None) -> None:
    """Ends a running job when this transaction commits, which saves a commit.

    The job must not have a key, because jobs with keys can be woken before the commit. It must return None
    after the transaction, and fail if the transaction fails.
    """
    if found is not None:
        effects.get_effects(tx).end(Ended(found.job.id, found.job.claims))
        found.ends = True


async def finish(db: Database, run: Running, again: datetime | None) -> None:
    """Ends the job, unless its transaction already has, it runs again, or it was woken in the meantime."""
    job = run.job
    if run.ends and again is None:
        return
    async with db.statement() as tx:
        if again is None and await tx.run(
            """
            delete from jobs
            where id = :id and claims = :claims and locked_until is not null and run_at = :run_at
            """,
            id=job.id,
            claims=job.claims,
            run_at=job.run_at,
        ):
            return
    await reschedule(db, job, again, attempts=0)


async def reschedule(db: Database, job: Job, again: datetime | None, attempts: int) -> None:
    """Sets when the job runs again, unless another transaction has woken it and thereby set its time."""
    async with db.statement() as tx:
        await tx.run(
            """
            update jobs set locked_until = null, attempts = :attempts, last_error = null,
              run_at = case when run_at = :run_at then coalesce(:again, run_at) else run_at end,
              ready = run_at <> :run_at or coalesce(:again, run_at) <= :real_now
            where id = :id and claims = :claims and locked_until is not null
            """,
            id=job.id,
            claims=job.claims,
            run_at=job.run_at,
            again=again,
            attempts=attempts,
        )
