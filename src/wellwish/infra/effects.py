"""The effects of a transaction: events, jobs and audit entries, written together before the commit.

They take one round trip: a single statement has a part for each kind of effect. It locks jobs, which other
transactions may wake at the same time, as briefly as possible and in a fixed order.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from wellwish.base import clock, ids
from wellwish.infra.db import Tx

# While a test clock moves, a delayed job's run_at is its time on that clock plus this (jobs/delayed.py).
PARKED: Final = timedelta(days=365_000)
FAR: Final = PARKED / 2  # only parked jobs are further ahead

Actor = Literal["user", "api_key", "operator", "platform", "customer"]


class Event(Struct, frozen=True):
    """An event to record; ``data`` is JSON text."""

    account_id: str
    id: str
    type: str
    card_id: str | None
    data: str


class Audited(Struct, frozen=True, kw_only=True):
    """An entry of an account's audit log. ``fields`` are names; values that can be secret or personal are
    never included.
    """

    account_id: str
    action: str
    actor: Actor
    user_id: str | None = None
    credential_id: str | None = None
    network: str | None = None
    record_id: str | None = None
    card_id: str | None = None
    fields: tuple[str, ...] = ()


class Job(Struct, frozen=True):
    """A job to add to the queue; ``args`` is JSON text, and ``ready`` means due immediately."""

    kind: str
    args: str
    run_at: datetime
    ready: bool
    is_bulk: bool


class Wake(Struct, frozen=True):
    """Wakes the job of a key, or adds a job with these arguments if there is none.

    A waiting job runs by ``run_at`` on the clock of the data. A running job runs again immediately
    afterwards.
    """

    kind: str
    args: str
    run_at: datetime


class Ended(Struct, frozen=True):
    """The end of a claimed job, unless it was claimed again."""

    id: int
    claims: int


class Effects:
    """The unwritten events, jobs and audit entries of a transaction."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._jobs: list[Job] = []
        self._audited: list[Audited] = []
        self._wakes: dict[str, Wake] = {}
        self._ended: list[Ended] = []

    def record(self, event: Event) -> None:
        self._events.append(event)

    def enqueue(self, job: Job) -> None:
        self._jobs.append(job)

    def audit(self, entry: Audited) -> None:
        self._audited.append(entry)

    def end(self, job: Ended) -> None:
        self._ended.append(job)

    def wake(self, key: str, job: Wake) -> None:
        """Wakes the job of a key. If it is woken several times, the earliest time applies."""
        known = self._wakes.get(key)
        if known is None or job.run_at < known.run_at:
            self._wakes[key] = job

    def jobs(self, kind: str) -> list[Any]:
        """Returns the arguments of the jobs of a kind that are enqueued or woken."""
        found = [each for each in (*self._jobs, *self._wakes.values()) if each.kind == kind]
        return [msgspec.json.decode(each.args) for each in found]

    async def write(self, tx: Tx) -> None:
        """Writes everything. The transaction must see the accounts of the events and entries."""
        is_test = clock.is_test() and bool(self._jobs or self._wakes)
        if is_test and not tx.account_ids:
            raise RuntimeError("jobs for test data need an account: its clock queues them")
        # The queue is in real time.
        ahead = await hold_clock(tx, tx.account_ids) if is_test else timedelta()
        statements: list[str] = []
        given: dict[str, Any] = {}
        if self._events:
            statements.append(_RECORD)
            given |= _columns_of_events(self._events)
        if self._jobs:
            statements.append(_ENQUEUE)
            given |= _columns_of_jobs(self._jobs, ahead)
        if self._audited:
            statements.append(_AUDIT)
            given |= _columns_of_entries(self._audited)
        if self._ended:
            statements.append(_END)
            given |= {
                "ended": [each.id for each in self._ended],
                "ended_claims": [each.claims for each in self._ended],
            }
        if self._wakes:
            statements.append(_WAKE)
            given |= _columns_of_wakes(self._wakes, ahead)
            given |= {"is_test": is_test, "far": tx.real_now + FAR, "parked": PARKED + ahead}
        if statements:
            await tx.run_together(statements, **given)


def get_effects(tx: Tx) -> Effects:
    found = tx.before_commit
    if not isinstance(found, Effects):
        found = tx.before_commit = Effects()
    return found


def _columns_of_events(events: Sequence[Event]) -> dict[str, Any]:
    return {
        "accounts": [each.account_id for each in events],
        "ids": [each.id for each in events],
        "types": [each.type for each in events],
        "cards": [each.card_id for each in events],
        "data": [each.data for each in events],
    }


def _columns_of_jobs(jobs: Sequence[Job], ahead: timedelta) -> dict[str, Any]:
    return {
        "kinds": [each.kind for each in jobs],
        "args": [each.args for each in jobs],
        "times": [each.run_at - ahead for each in jobs],
        "readies": [each.ready for each in jobs],
        "bulks": [each.is_bulk for each in jobs],
    }


def _columns_of_entries(audited: Sequence[Audited]) -> dict[str, Any]:
    return {
        "audit_accounts": [each.account_id for each in audited],
        "audit_ids": [ids.new("aud") for _ in audited],
        "actions": [each.action for each in audited],
        "actors": [each.actor for each in audited],
        "users": [each.user_id for each in audited],
        "credentials": [each.credential_id for each in audited],
        "networks": [each.network for each in audited],
        "records": [each.record_id for each in audited],
        "audit_cards": [each.card_id for each in audited],
        "fields": [msgspec.json.encode(each.fields).decode() for each in audited],
    }


def _columns_of_wakes(wakes: Mapping[str, Wake], ahead: timedelta) -> dict[str, Any]:
    # A fixed order, so that concurrent transactions cannot deadlock.
    woken = sorted(wakes.items())
    return {
        "keys": [key for key, _ in woken],
        "woken_kinds": [each.kind for _, each in woken],
        "woken_args": [each.args for _, each in woken],
        "woken_times": [each.run_at - ahead for _, each in woken],
    }


async def hold_clock(tx: Tx, account_ids: Sequence[str]) -> timedelta:
    """Makes the next step of the accounts' test clock wait for the jobs of this transaction.

    Returns the offset of the clock; zero for live data, without a query.
    """
    if not clock.is_test():
        return timedelta()
    if tx.held_ahead is not None:
        return tx.held_ahead
    ahead: timedelta | None = await tx.value(
        "select hold_test_clock(:account_ids)", account_ids=list(account_ids)
    )
    tx.held_ahead = ahead or timedelta()
    return tx.held_ahead


async def lock_clock(tx: Tx, account_id: str) -> None:
    """Waits for transactions that hold the test clock, and makes new ones wait for this transaction."""
    await tx.run(
        "select pg_advisory_xact_lock(hashtextextended('test clock of ' || :account_id::text, 0))",
        account_id=account_id,
    )


# Each insert returns something or has a conflict clause, for Citus (docs/operate/citus.md). The arrays are
# subselects, whose length the planner does not know. With parameters, it may expect a plan for their lengths
# to be cheaper than the generic one, and plan a statement at each execution. For the same reason, :is_test is
# a subselect.
_RECORD: Final = """
    insert into events (account_id, id, type, card_id, data, created_at)
    select e.account_id, e.id, e.type, e.card_id, e.data::jsonb, :now
    from unnest((select :accounts::text[]), (select :ids::text[]), (select :types::text[]),
      (select :cards::text[]), (select :data::text[])) as e (account_id, id, type, card_id, data)
    returning id
    """
_ENQUEUE: Final = """
    insert into jobs (kind, args, run_at, ready, is_bulk)
    select j.kind, j.args::jsonb, j.run_at, j.ready, j.is_bulk
    from unnest((select :kinds::text[]), (select :args::text[]), (select :times::timestamptz[]),
      (select :readies::boolean[]), (select :bulks::boolean[])) as j (kind, args, run_at, ready, is_bulk)
    """
_AUDIT: Final = """
    insert into audit_entries (account_id, id, action, actor, user_id, credential_id, network, record_id,
      card_id, fields, created_at)
    select a.account_id, a.id, a.action, a.actor, a.user_id, a.credential_id, a.network, a.record_id,
      a.card_id, a.fields::jsonb, :now
    from unnest((select :audit_accounts::text[]), (select :audit_ids::text[]), (select :actions::text[]),
      (select :actors::text[]), (select :users::text[]), (select :credentials::text[]),
      (select :networks::text[]), (select :records::text[]), (select :audit_cards::text[]),
      (select :fields::text[]))
      as a (account_id, id, action, actor, user_id, credential_id, network, record_id, card_id, fields)
    returning id
    """
_END: Final = """
    delete from jobs
    using unnest((select :ended::bigint[]), (select :ended_claims::bigint[])) as e (id, claims)
    where jobs.id = e.id and jobs.claims = e.claims and jobs.key is null and jobs.locked_until is not null
    """
# A parked job is woken only for an earlier time. Until the commit, only another wake can change it, because
# steps of the clock wait.
_WAKE: Final = """
    insert into jobs (kind, key, args, run_at, ready)
    select w.kind, w.key, w.args::jsonb, w.run_at, w.run_at <= :real_now
    from unnest((select :woken_kinds::text[]), (select :keys::text[]), (select :woken_args::text[]),
      (select :woken_times::timestamptz[])) as w (kind, key, args, run_at)
    where not (select :is_test::boolean) or not exists (
      select 1 from jobs j
      where j.key = w.key and j.dead_at is null and j.run_at > :far
        and j.run_at - :parked::interval <= w.run_at)
    order by w.key
    on conflict (key) where key is not null and dead_at is null do update set
      run_at = case when jobs.locked_until is null then excluded.run_at
        else greatest(least(excluded.run_at, :real_now),
          (jobs.run_at at time zone 'utc' + interval '1 microsecond') at time zone 'utc') end,
      ready = jobs.locked_until is not null or excluded.ready
      where jobs.locked_until is not null or excluded.run_at < jobs.run_at
    """
