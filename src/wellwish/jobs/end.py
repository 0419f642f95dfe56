"""Record the end of a run. Each statement changes nothing when it is repeated, or after a lost lease."""

from datetime import datetime

from wellwish.db import Database
from wellwish.jobs.claim import Job


async def finish(db: Database, job: Job, again: datetime | None) -> None:
    """Ends the job, unless it runs again or was woken meanwhile."""
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
    """Sets when the job runs again, unless it was woken meanwhile, which sets its time."""
    async with db.statement() as tx:
        await tx.run(
            """
            update jobs set locked_until = null, attempts = :attempts, last_error = null,
              run_at = case when run_at = :run_at then coalesce(:again, run_at) else run_at end,
              ready = run_at <> :run_at or coalesce(:again, run_at) <= :now
            where id = :id and claims = :claims and locked_until is not null
            """,
            id=job.id,
            claims=job.claims,
            run_at=job.run_at,
            again=again,
            attempts=attempts,
        )
