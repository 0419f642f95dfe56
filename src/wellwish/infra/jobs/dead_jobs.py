"""List jobs, and retry or delete dead jobs: the operator's commands."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct, structs

from wellwish.base import clock, ids
from wellwish.infra.db import Tx

_LISTED: Final = 200


class _ListedJob(Struct):
    id: int
    kind: str
    state: str
    attempts: int
    last_error: str | None
    run_at: datetime
    created_at: datetime


class _ShownJob(Struct):
    id: int
    kind: str
    state: str
    attempts: int
    last_error: str | None
    run_at: datetime
    locked_until: datetime | None
    dead_at: datetime | None
    created_at: datetime
    subjects: dict[str, Any]


async def list_jobs(tx: Tx, *, dead: bool) -> list[dict[str, Any]]:
    """Returns up to 200 dead jobs, or jobs in any state, oldest first, without their arguments."""
    rows = await (_dead(tx) if dead else _all(tx))
    times = ("run_at", "created_at")
    return [structs.asdict(row) | {name: clock.rfc3339(getattr(row, name)) for name in times} for row in rows]


async def show_job(tx: Tx, job_id: int) -> dict[str, Any]:
    """Returns a job, with only those arguments that are IDs. Raises LookupError."""
    row = await tx.one(
        _ShownJob,
        """
        select id, kind,
          case when dead_at is not null then 'dead' when locked_until > :now then 'running'
            when attempts > 0 then 'retrying' else 'waiting' end as state,
          attempts, last_error, run_at, locked_until, dead_at, created_at,
          (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each_text(args) a
           where a.value ~ :id_form) as subjects
        from jobs where id = :job_id
        """,
        job_id=job_id,
        id_form=f"^({'|'.join(ids.PREFIXES)})_{ids.SUFFIX}$",
    )
    shown = structs.asdict(row)
    del shown["subjects"]
    for name in ("run_at", "locked_until", "dead_at", "created_at"):
        shown[name] = None if shown[name] is None else clock.rfc3339(shown[name])
    return shown | row.subjects


async def _all(tx: Tx) -> list[_ListedJob]:
    return await tx.many(
        _ListedJob,
        """
        select id, kind,
          case when dead_at is not null then 'dead' when locked_until > :now then 'running'
            when attempts > 0 then 'retrying' else 'waiting' end,
          attempts, last_error, run_at, created_at
        from jobs order by id limit :listed
        """,
        listed=_LISTED,
    )


async def _dead(tx: Tx) -> list[_ListedJob]:
    return await tx.many(
        _ListedJob,
        """
        select id, kind, 'dead', attempts, last_error, run_at, created_at
        from jobs where dead_at is not null order by id limit :listed
        """,
        listed=_LISTED,
    )


async def require_dead(tx: Tx, job_ids: Sequence[int]) -> None:
    """Raises LookupError with the first ID that is not that of a dead job."""
    dead: list[int] = await tx.value(
        "select coalesce(array_agg(id), '{}') from jobs where dead_at is not null and id = any (:job_ids)",
        job_ids=list(job_ids),
    )
    for job_id in job_ids:
        if job_id not in dead:
            raise LookupError(job_id)


async def retry(tx: Tx, job_ids: Sequence[int]) -> int:
    """Queues these dead jobs again, or all of them without IDs. Returns their number.

    A dead job stays dead if a newer job has its key.
    """
    return await tx.run(
        """
        update jobs j set dead_at = null, attempts = 0, locked_until = null, run_at = :now, ready = true
        where j.dead_at is not null and (j.id = any (:job_ids) or :all)
          and (j.key is null or j.id = (select max(d.id) from jobs d where d.key = j.key))
        """,
        job_ids=list(job_ids),
        all=not job_ids,
    )


async def drop(tx: Tx, job_ids: Sequence[int]) -> int:
    """Deletes these dead jobs, or all of them without IDs. Returns their number."""
    return await tx.run(
        "delete from jobs where dead_at is not null and (id = any (:job_ids) or :all)",
        job_ids=list(job_ids),
        all=not job_ids,
    )
