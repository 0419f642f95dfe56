"""The number of jobs by kind and state, for metrics."""

from msgspec import Struct

from wellwish.db import Tx


class JobCount(Struct, frozen=True):
    """The jobs of one kind in one state; ``oldest_s`` is how long ago the oldest of them was due."""

    kind: str
    state: str
    count: int
    oldest_s: int


async def by_state(tx: Tx) -> list[JobCount]:
    """Returns at most 500 pairs of kind and state."""
    return await tx.many(
        JobCount,
        """
        select kind, state, count(*), greatest(0, extract(epoch from :now::timestamptz - min(run_at)))::bigint
        from (
          select kind, run_at, case
            when dead_at is not null then 'dead'
            when locked_until > :now then 'running'
            when run_at > :now then 'later'
            when attempts > 0 then 'retrying' else 'due' end as state
          from jobs) as stated
        group by kind, state order by kind, state limit 500
        """,
    )
