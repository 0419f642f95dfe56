"""Counts of jobs by kind and state up to a limit, for metrics and `wellwish status`."""

from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx

# Maximum number of jobs counted, oldest first: of the ready jobs of a kind, of its delayed jobs, and of all
# dead jobs.
MOST: Final = 10_000


class JobCount(Struct):
    """Jobs of a kind in one state; ``oldest_s``: seconds since the earliest due time, 0 if none is due."""

    kind: str
    state: str
    count: int
    oldest_s: int


async def count_jobs(tx: Tx) -> list[JobCount]:
    """Returns a count for each kind and state (due, retrying, running, later or dead) with jobs."""
    return await tx.many(
        JobCount,
        """
        with recursive ready as (
          (select kind from jobs where ready and dead_at is null order by kind limit 1)
          union all
          select (select j.kind from jobs j where j.ready and j.dead_at is null and j.kind > ready.kind
                  order by j.kind limit 1)
          from ready where ready.kind is not null),
        later as (
          (select kind from jobs where not ready and dead_at is null order by kind limit 1)
          union all
          select (select j.kind from jobs j where not j.ready and j.dead_at is null and j.kind > later.kind
                  order by j.kind limit 1)
          from later where later.kind is not null),
        counted as (
          select j.kind, j.run_at, case when j.locked_until > :now then 'running'
            when j.attempts > 0 then 'retrying' else 'due' end as state
          from ready cross join lateral (
            select kind, run_at, locked_until, attempts from jobs
            where kind = ready.kind and ready and dead_at is null order by run_at limit :most) as j
          union all
          select j.kind, j.run_at, 'later'
          from later cross join lateral (
            select kind, run_at from jobs where kind = later.kind and not ready and dead_at is null
            order by run_at limit :most) as j
          union all
          select d.kind, d.run_at, 'dead'
          from (select kind, run_at from jobs where dead_at is not null order by id limit :most) as d)
        select kind, state, count(*), greatest(0, extract(epoch from :now::timestamptz - min(run_at)))::bigint
        from counted group by kind, state order by kind, state limit 500
        """,
        most=MOST,
    )
