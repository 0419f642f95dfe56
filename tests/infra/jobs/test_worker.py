"""The queue: keys, wake-ups, dead jobs, and lanes that do not block each other."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.waiting import PATIENCE_S, until
from tests.world import World
from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database, Tx
from wellwish.infra.jobs import (
    LEASE,
    MAX_ATTEMPTS,
    Handler,
    Run,
    Worker,
    dead_jobs,
    end_with,
    enqueue,
    running_job,
    wake,
)
from wellwish.infra.meter import Meter

pytestmark = pytest.mark.anyio

KIND = "tests.kind"


def worker(world: World, run: Run, **given: Any) -> Worker:
    return Worker(world.services.db, world.services, {KIND: run}, **given)


async def put(world: World, key: str | None = None) -> None:
    async with world.services.db.transaction() as tx:
        await (enqueue(tx, KIND, [{}]) if key is None else wake(tx, KIND, {key: {}}))


async def count(world: World, where: str = "true") -> int:
    return await world.owner.fetchval(f"select count(*) from jobs where {where}")


def counting(also: Callable[[], Any] = lambda: None) -> tuple[list[int], Run]:
    runs: list[int] = []

    async def run(services: Any, args: dict[str, Any]) -> None:
        runs.append(1)
        result = also()
        if asyncio.iscoroutine(result):
            await result

    return runs, run


async def test_ends_a_job_with_its_last_transaction(world: World) -> None:
    seen: list[int] = []

    async def run(services: Any, args: dict[str, Any]) -> None:
        async with world.services.db.transaction() as tx:
            end_with(tx, running_job())
            seen.append(await count(world))
        seen.append(await count(world))

    await put(world)
    assert await worker(world, run).drain() == 1
    assert seen == [1, 0]


@pytest.mark.parametrize("key", [None, "a"])
async def test_a_job_whose_last_transaction_fails_is_tried_again(world: World, key: str | None) -> None:
    async def run(services: Any, args: dict[str, Any]) -> None:
        async with world.services.db.transaction() as tx:
            end_with(tx, running_job())
            await tx.flush()
            raise LookupError

    await put(world, key)
    await worker(world, run).drain()
    assert await count(world, "attempts = 1 and last_error = 'LookupError' and locked_until is null") == 1


async def test_a_lost_lease_does_not_end_the_job_of_its_new_holder(world: World) -> None:
    async def run(services: Any, args: dict[str, Any]) -> None:
        await world.owner.execute("update jobs set claims = claims + 1")  # another worker has claimed it
        async with world.services.db.transaction() as tx:
            end_with(tx, running_job())

    await put(world)
    await worker(world, run).drain()
    assert await count(world, "locked_until is not null") == 1


async def test_ends_nothing_outside_a_job(world: World) -> None:
    await put(world)
    async with world.services.db.transaction() as tx:
        end_with(tx, running_job())
    assert await count(world) == 1


async def test_many_wakings_make_one_job(world: World) -> None:
    for _ in range(3):
        await put(world, "a")
    await put(world, "b")
    runs, run = counting()
    assert await worker(world, run).drain() == 2
    assert len(runs) == 2
    assert await count(world) == 0


async def test_runs_once_more_when_woken_while_it_runs(world: World) -> None:
    runs, run = counting(lambda: put(world, "a") if len(runs) == 1 else None)
    await put(world, "a")
    loop = worker(world, run)
    assert await loop.drain() == 1
    assert await count(world) == 1, "the waking was not lost with the end of the job"
    assert await loop.drain() == 1
    assert await loop.drain() == 0
    assert (len(runs), await count(world)) == (2, 0)


async def test_waits_until_the_instant_that_a_job_returns_or_a_waking(world: World) -> None:
    runs: list[datetime] = []

    async def run(services: Any, args: dict[str, Any]) -> datetime:
        runs.append(clock.now())
        return clock.now() + timedelta(hours=1)

    await put(world, "a")
    loop = worker(world, run)
    assert [await loop.drain(), await loop.drain()] == [1, 0]
    await put(world, "a")
    assert [await loop.drain(), await loop.drain()] == [1, 0]
    clock.move(timedelta(hours=1))
    assert [await loop.drain(), await loop.drain()] == [1, 0]
    assert await count(world, "attempts = 0 and locked_until is null") == 1


async def test_dies_after_its_attempts_and_can_be_retried_or_dropped(world: World) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    runs, run = counting(fail)
    await put(world, "a")
    for _ in range(MAX_ATTEMPTS + 2):
        await worker(world, run).drain()
        clock.move(timedelta(hours=2))
    assert len(runs) == MAX_ATTEMPTS
    async with world.services.db.transaction() as tx:
        (listed,) = await dead_jobs.list_jobs(tx, dead=True)
        assert (listed["kind"], listed["state"], listed["last_error"]) == (KIND, "dead", "ZeroDivisionError")
        assert await dead_jobs.retry(tx, []) == 1
        assert await dead_jobs.list_jobs(tx, dead=True) == []
    for _ in range(MAX_ATTEMPTS + 2):
        await worker(world, run).drain()
        clock.move(timedelta(hours=2))
    assert len(runs) == 2 * MAX_ATTEMPTS
    await put(world, "a")  # a dead job does not block a new one with its key
    async with world.services.db.transaction() as tx:
        assert await dead_jobs.retry(tx, []) == 0, "its key has a living job"
        assert await dead_jobs.drop(tx, [listed["id"] + 1000]) == 0
        assert await dead_jobs.drop(tx, []) == 1
    assert await count(world) == 1


async def pauses_s(world: World, error: type[Exception]) -> list[float]:
    """Returns the pause after each failed attempt of a job."""

    def fail() -> None:
        raise error

    _, run = counting(fail)
    await put(world, "a")
    pauses: list[float] = []
    for _ in range(MAX_ATTEMPTS - 1):
        at = clock.now()
        await worker(world, run).drain()
        due = await world.owner.fetchval("select run_at from jobs")
        pauses.append(round((due - at).total_seconds()))
        clock.move(due - clock.now() + timedelta(seconds=1))
    return pauses


async def test_follows_soon_after_short_outages_of_the_database(world: World) -> None:
    found = await pauses_s(world, Unavailable)
    assert found[:6] == [5, 5, 5, 5, 5, 20]
    assert found[-1] == 1280, "a job that causes outages ends"


async def test_control_the_pauses_of_a_failing_job_grow(world: World) -> None:
    assert (await pauses_s(world, ZeroDivisionError))[:5] == [5, 20, 80, 320, 1280]


class Outage:
    """A database that is unavailable for statements until the given number of them has failed."""

    def __init__(self, db: Database, times: int) -> None:
        self.db, self.left, self.statement_of_db = db, times, db.statement

    def statement(self, *, first: bool = False) -> Any:
        if self.left:
            self.left -= 1
            raise Unavailable
        return self.statement_of_db(first=first)


@pytest.mark.parametrize("ends", ["done", "again", "fails"])
async def test_records_an_outcome_once_the_database_is_back(
    ends: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job does not wait for the end of its lease."""
    outage = Outage(world.services.db, 2)

    async def run(services: Any, args: dict[str, Any]) -> datetime | None:
        monkeypatch.setattr(world.services.db, "statement", outage.statement)
        if ends == "fails":
            raise ZeroDivisionError
        return clock.now() + timedelta(hours=1) if ends == "again" else None

    monkeypatch.setattr("wellwish.infra.jobs.worker._IDLE_S", 0.01)
    await put(world)
    assert await worker(world, run).drain() == 1
    assert outage.left == 0
    assert await count(world, "locked_until is null") == (0 if ends == "done" else 1)
    assert await count(world) == (0 if ends == "done" else 1)


async def test_leaves_a_job_to_its_lease_when_it_stops_during_an_outage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(world.services.db, 1_000_000)
    runs, run = counting(lambda: monkeypatch.setattr(world.services.db, "statement", outage.statement))
    loop = worker(world, run)
    await put(world)
    loop.stop()
    with pytest.raises(Unavailable):
        await loop.drain()
    assert (len(runs), await count(world, "locked_until is not null")) == (1, 1)


async def test_the_death_of_a_job_and_its_effect_are_one_transaction(world: World) -> None:
    """The process is killed, or the effect fails, before the commit: both are repeated, once."""
    effects: list[dict[str, Any]] = []

    async def run(services: Any, args: dict[str, Any]) -> None:
        raise ZeroDivisionError

    async def on_dead(tx: Tx, services: Any, args: dict[str, Any]) -> None:
        effects.append(args)
        await enqueue(tx, "tests.effect", [args])
        if len(effects) == 1:
            raise LookupError

    async with world.services.db.transaction() as tx:
        await enqueue(tx, KIND, [{"a": 1}])
    table: dict[str, Run | Handler] = {KIND: Handler(run, on_dead)}
    for attempt in range(MAX_ATTEMPTS):
        assert (await count(world, "dead_at is not null"), effects) == (0, []), attempt
        if attempt < MAX_ATTEMPTS - 1:
            await Worker(world.services.db, world.services, table).drain()
            clock.move(timedelta(hours=2))
    with pytest.raises(LookupError):
        await Worker(world.services.db, world.services, table).drain()
    assert await count(world, "dead_at is not null or kind = 'tests.effect'") == 0
    for _ in range(2):
        clock.move(LEASE * 1.1)
        await Worker(world.services.db, world.services, table).drain()
        assert await count(world, "dead_at is not null") == 1
        assert await count(world, "kind = 'tests.effect'") == 1
    assert effects == [{"a": 1}] * 2


async def test_a_slow_job_holds_up_no_other(world: World) -> None:
    let_go = asyncio.Event()
    quick: list[int] = []

    async def slow(services: Any, args: dict[str, Any]) -> None:
        await let_go.wait()

    async def fast(services: Any, args: dict[str, Any]) -> None:
        quick.append(1)

    table: dict[str, Run] = {"slow": slow, "slow.apart": slow, KIND: fast}
    loop = Worker(world.services.db, world.services, table, lanes=[("slow.apart",)])
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "slow.apart", [{}] * 100)
        await enqueue(tx, "slow", [{}] * 10)
        await enqueue(tx, KIND, [{}] * 50)
    running = asyncio.create_task(loop.run())
    await until(lambda: len(quick) >= 50)
    assert await count(world, "kind like 'slow%'") == 110
    loop.stop()
    let_go.set()
    await running
    assert await count(world, "locked_until is not null") == 0, "running jobs were finished"


async def test_jobs_wait_for_one_another_longer_than_a_caller_would(
    world: World, clone: tuple[str, str]
) -> None:
    """The control is in tests/infra/db/test_pool.py: a request stops waiting after 2 s."""
    db = Database(clone[1], size=1)
    await db.open()

    async def run(services: Any, args: dict[str, Any]) -> None:
        async with db.transaction() as tx:
            await tx.value("select pg_sleep(2.2)::text")

    await put(world, "a")
    await put(world, "b")
    assert await Worker(db, world.services, {KIND: run}).drain() == 2
    assert await count(world) == 0, "neither failed"
    await db.close()


async def test_puts_one_hourly_job_however_many_workers(world: World) -> None:
    _, run = counting()
    loops = [worker(world, run, hourly=(KIND,)) for _ in range(5)]
    await asyncio.gather(*(loop._each_hour() for loop in loops))
    assert await count(world) == 1


async def test_enqueues_the_hourly_job_as_soon_as_the_database_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise Unavailable

    _, run = counting()
    loop = worker(world, run, hourly=(KIND,))
    with monkeypatch.context() as patched:
        patched.setattr(world.services.db, "statement", away)
        with pytest.raises(Unavailable):
            await loop._each_hour()
    await loop._each_hour()
    assert await count(world) == 1


async def test_a_job_that_kills_its_worker_each_time_ends_as_dead(world: World) -> None:
    """A killed worker reports no outcome; only the lease and the count of attempts remain."""
    await put(world)
    await world.owner.execute("update jobs set attempts = $1, locked_until = now()", MAX_ATTEMPTS)
    clock.move(LEASE)
    runs, run = counting()
    await worker(world, run).drain()
    assert runs == []
    assert await count(world, "last_error = 'WorkerDied'") == 1


async def test_tells_the_meter_that_it_lives_and_which_hourly_jobs_succeed(world: World) -> None:
    failed = asyncio.Event()

    async def fail(services: Any, args: dict[str, Any]) -> None:
        failed.set()
        raise RuntimeError("fails")

    async def succeed(services: Any, args: dict[str, Any]) -> None:
        return

    meter = Meter(world.services.db)
    table: dict[str, Run] = {"hourly.right": succeed, "hourly.wrong": fail, KIND: succeed}
    await put(world)
    loop = Worker(world.services.db, world.services, table, ("hourly.right", "hourly.wrong"), meter=meter)
    assert meter.process.worked_at is None
    running = asyncio.create_task(loop.run())
    await asyncio.wait_for(failed.wait(), PATIENCE_S)

    async def are_done() -> bool:
        return bool(meter.process.succeeded) and not await count(world, f"kind = '{KIND}'")

    await until(are_done)
    loop.stop()
    await running
    assert [*meter.process.succeeded] == ["hourly.right"]
    assert meter.process.worked_at is not None
