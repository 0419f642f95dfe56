"""Claim jobs, so that no account delays the jobs of another.

A lane consists of places in this process for certain kinds of jobs. Two rules distribute the places
(docs/decisions/0026-shares.md): an account gets at most three quarters, rounded up, of the places not used by
other accounts, and the last places are reserved for accounts without a place. Accounts with the fewest places
come first; within an account, single jobs precede bulk jobs.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct, structs

from wellwish.base import clock
from wellwish.infra.db import Database

# A worker renews the leases of its jobs; the jobs of a killed worker run again after this time.
LEASE: Final = timedelta(seconds=20)
_ACCOUNTS: Final = 128  # accounts of each kind in a claim; the next claim continues after them
_PROMOTED: Final = 1000  # jobs per statement


class Job(Struct, frozen=True):
    """A claimed job. ``attempts`` includes this one. Each claim increments ``claims``; only the last can end
    it.

    ``ahead`` is the offset of the test clock for test data, None for live data.
    """

    id: int
    kind: str
    account_id: str
    args: dict[str, Any]
    attempts: int
    claims: int
    run_at: datetime
    ahead: timedelta | None = None

    def in_real_time(self, at: datetime | None) -> datetime | None:
        """Converts a time of the data to the clock of the queue."""
        return at if at is None or self.ahead is None else at - self.ahead


@dataclass
class Lane:
    """The places of a process for these kinds; ``held`` counts the running jobs by account."""

    kinds: list[str]
    places: int
    sending: Collection[str] = ()  # the kinds that wait while their account is suspended
    held: Counter[str] = field(default_factory=Counter[str])
    after: str = ""  # the account after which the next claim begins

    @property
    def free(self) -> int:
        """The number of jobs that may start."""
        return self.places - self.held.total()

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "after": self.after,
            "kinds": self.kinds,
            "sending": list(self.sending),
            "accounts": _ACCOUNTS,
            "held_accounts": list(self.held.keys()),
            "held_jobs": list(self.held.values()),
            "free": self.free,
            "reserve": self.reserve,
        }

    @property
    def reserve(self) -> int:
        """The number of places reserved for accounts without a place."""
        return math.ceil(self.places / 16)


class _Taken(Struct, frozen=True):
    job: Job | None
    ahead: timedelta | None
    resume: str | None  # the start of the next claim if this claim did not reach all accounts


# The statement iterates over the lane's kinds and the accounts with ready jobs by index, with the rules
# above. A platform and its customers (``payer_id``) together have the places of one account, and their test
# data the places of another. The customers share these places by the same rule.
_CLAIM: Final = """
    with heads as materialized (
      with recursive walked as (
        select k.kind, 1 as visited, (
          select j.account_id from jobs j
          where j.kind = k.kind and j.ready and j.dead_at is null and j.account_id >= :after
          order by j.account_id limit 1) as account_id
        from unnest(:kinds::text[]) as k (kind)
        union all
        select w.kind, w.visited + 1, (
          select j.account_id from jobs j
          where j.kind = w.kind and j.ready and j.dead_at is null and j.account_id > w.account_id
          order by j.account_id limit 1)
        from walked w where w.account_id is not null and w.visited < :accounts)
      select kind, visited, account_id from walked),
    known as (
      select a.account_id, coalesce(held.jobs, 0) as held, coalesce(
        case when t.account_id is null then '' else 'test ' end || coalesce(c.platform_id, p.account_id),
        a.account_id) as payer_id
      from (
        select account_id from heads where account_id is not null
        union select unnest(:held_accounts::text[])) as a (account_id)
      left join unnest(:held_accounts::text[], :held_jobs::int[]) as held (account_id, jobs)
        on held.account_id = a.account_id
      left join test_accounts t on t.account_id = a.account_id
      left join customers c on c.account_id = coalesce(t.live_account_id, a.account_id)
      left join platforms p on p.account_id = coalesce(t.live_account_id, a.account_id)),
    shares as materialized (
      select account_id, payer_id, held, sum(held) over (partition by payer_id) as payer_held from known),
    waiting as (
      select w.id, s.account_id, s.payer_id, s.held, s.payer_held,
        s.held + row_number() over (partition by h.account_id order by w.is_bulk, w.run_at, w.id) as place,
        w.run_at
      from heads h
      join shares s on s.account_id = h.account_id
      cross join lateral (
        select j.id, j.is_bulk, j.run_at from jobs j
        where j.kind = h.kind and j.account_id = h.account_id and j.ready and j.dead_at is null
          and j.run_at <= :now and (j.locked_until is null or j.locked_until < :now)
          and not is_committing(j.xmin) and (h.kind <> all (:sending::text[]) or not exists (
            select 1 from account_suspensions s where s.account_id = h.account_id))
        order by j.is_bulk, j.run_at, j.id
        limit (select greatest(2, ceil(2.0 * :free / greatest(count(account_id), 1))) from heads)
      ) as w),
    placed as (
      select id, payer_held, run_at,
        payer_held + row_number() over (partition by payer_id order by place, run_at, id) as place
      from waiting
      where payer_id = account_id
        or place <= ceil((ceil((:free + payer_held) * 0.75) - payer_held + held) * 0.75)),
    ordered as (
      select id, place, row_number() over (order by place, run_at, id) as turn from placed
      where place <= ceil((:free + payer_held) * 0.75)),
    picked as materialized (
      select id from (
        select j.id, o.turn from ordered o join jobs j on j.id = o.id
        where (o.turn <= :free - :reserve or o.place = 1) and j.ready and j.dead_at is null
          and (j.locked_until is null or j.locked_until < :now)
        order by o.turn limit :free
        for update of j skip locked) as chosen),
    taken as (
      update jobs set attempts = attempts + 1, claims = claims + 1, locked_until = :locked_until
      where id in (select id from picked)
      returning id, kind, account_id, args, attempts, claims, run_at)
    select case when t.id is not null then jsonb_build_object('id', t.id, 'kind', t.kind,
        'account_id', t.account_id, 'args', t.args, 'attempts', t.attempts, 'claims', t.claims,
        'run_at', t.run_at) end, a.ahead,
      (select min(h.account_id) from heads h where h.visited = :accounts)
    from (values (1)) as one left join taken t on true left join test_accounts a using (account_id)
    limit 1000
    """


async def claim(db: Database, lane: Lane) -> list[Job]:
    """Claims jobs for the free places of the lane. The caller must count them as held."""
    if lane.free <= 0:
        return []
    async with db.statement() as tx:
        rows = await tx.many(
            _Taken,
            _CLAIM,
            locked_until=clock.now() + LEASE,
            **lane.parameters,
        )
    lane.after = rows[0].resume or ""
    return _in_order(rows)


def _in_order(rows: Sequence[_Taken]) -> list[Job]:
    taken = [structs.replace(row.job, ahead=row.ahead) for row in rows if row.job is not None]
    return sorted(taken, key=lambda job: (job.run_at, job.id))


async def promote(db: Database) -> int:
    """Marks delayed jobs that are due as ready, and returns their number."""
    async with db.statement() as tx:
        return await tx.run(
            """
            with due as materialized (
              select id from jobs where not ready and dead_at is null and run_at <= :now
              order by run_at limit :count
              for update skip locked)
            update jobs set ready = true where id in (select id from due)
            """,
            count=_PROMOTED,
        )


async def renew(db: Database, held: Sequence[tuple[int, int]]) -> int:
    """Renews the leases of jobs, given by ID and claim, and returns their number."""
    async with db.statement() as tx:
        # Skips locked rows: waiting while it holds others could deadlock with ``wake``, which locks in its
        # own order.
        return await tx.run(
            """
            update jobs set locked_until = :locked_until
            where id in (
              select j.id from jobs j
              join unnest(:held_ids::bigint[], :held_claims::bigint[]) as held (id, claims)
                on held.id = j.id and held.claims = j.claims
              where j.locked_until is not null
              for update of j skip locked)
            """,
            locked_until=clock.now() + LEASE,
            held_ids=[job_id for job_id, _ in held],
            held_claims=[claims for _, claims in held],
        )
