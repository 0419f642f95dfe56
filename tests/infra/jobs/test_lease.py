"""A worker renews its leases while it lives; a worker that lost a lease cannot complete the job."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tests.infra.jobs.test_worker import KIND, count, put, worker
from tests.waiting import PATIENCE_S, until
from tests.world import World
from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database
from wellwish.infra.jobs import LEASE, MAX_ATTEMPTS, Worker, wake

pytestmark = pytest.mark.anyio

# Far enough from the end for a busy machine.
JUST_BELOW, JUST_OVER = LEASE * 0.75, LEASE + timedelta(seconds=1)


class Slow:
    """Runs that block until released, in sequence; each has its own outcome."""

    def __init__(self, *ends: Callable[[], datetime | None]) -> None:
        self.ends = ends or (lambda: None,) * 3
        self.began = [asyncio.Event() for _ in self.ends]
        self.let_go = [asyncio.Event() for _ in self.ends]
        self.count = 0

    async def run(self, services: Any, args: dict[str, Any]) -> datetime | None:
        number = self.count
        self.count += 1
        self.began[number].set()
        await self.let_go[number].wait()
        return self.ends[number]()

    async def under_way(self, loop: Worker, number: int = 0) -> asyncio.Task[int]:
        """Starts the worker and returns once the given run has begun."""
        task = asyncio.create_task(loop.drain())
        async with asyncio.timeout(PATIENCE_S):
            await self.began[number].wait()
        return task


def in_an_hour() -> datetime:
    return clock.now() + timedelta(hours=1)


def fails() -> None:
    raise ZeroDivisionError


async def renewed(world: World) -> int:
    """Returns the number of leases renewed since the clock was moved to shortly before their end."""
    return await count(world, f"locked_until > '{clock.now() + LEASE / 2}'")


async def test_a_long_job_keeps_its_lease_and_runs_once(world: World) -> None:
    slow = Slow()
    loop, other = worker(world, slow.run), worker(world, slow.run)
    await put(world)
    first = await slow.under_way(loop)
    for number in range(1, 4):
        clock.move(JUST_BELOW * number)
        assert await loop._renew()
        assert await other.drain() == 0
    slow.let_go[0].set()
    assert await first == 1
    assert (slow.count, await count(world)) == (1, 0), "renewed leases are no obstacle to its end"


async def test_would_run_twice_if_its_lease_were_not_renewed(world: World) -> None:
    """The control, and the case of a killed worker: another worker takes the job after the lease expires."""
    slow = Slow()
    loop, other = worker(world, slow.run), worker(world, slow.run)
    await put(world)
    killed = await slow.under_way(loop)
    killed.cancel()
    await asyncio.wait([killed])
    assert await loop._renew(), "nothing is left to renew"
    clock.move(JUST_BELOW)
    assert await other.drain() == 0
    clock.move(JUST_OVER)
    second = await slow.under_way(other, 1)
    slow.let_go[1].set()
    assert await second == 1
    assert (slow.count, await count(world)) == (2, 0)


async def test_renews_by_itself_while_it_runs_and_while_a_stop_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.infra.jobs.worker.RENEW_S", 0.02)
    slow = Slow()
    loop = worker(world, slow.run)
    await put(world)
    running = asyncio.create_task(loop.run())
    async with asyncio.timeout(PATIENCE_S):
        await slow.began[0].wait()
        for number in (1, 2):
            clock.move(JUST_BELOW * number)
            await until(partial(renewed, world))
            loop.stop()
    slow.let_go[0].set()
    await running
    assert (slow.count, await count(world)) == (1, 0)


async def test_goes_on_renewing_after_the_database_was_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.infra.jobs.worker.RENEW_S", 0.02)
    monkeypatch.setattr("wellwish.infra.jobs.worker._AWAY_S", 0.02)
    slow, tries = Slow(), []
    loop = worker(world, slow.run)

    def away() -> None:
        tries.append(1)
        raise Unavailable

    await put(world)
    first = await slow.under_way(loop)
    async with asyncio.timeout(PATIENCE_S):
        with monkeypatch.context() as patched:
            patched.setattr(world.services.db, "statement", away)
            clock.move(JUST_BELOW)
            await until(lambda: len(tries) >= 3)
        await until(partial(renewed, world))
    slow.let_go[0].set()
    assert await first == 1
    assert (slow.count, await count(world)) == (1, 0)


async def test_renews_nothing_without_running_jobs(world: World) -> None:
    nowhere = Database("postgresql://localhost:1/nowhere")
    assert await Worker(nowhere, world.services, {KIND: Slow().run})._renew()


async def test_waits_for_no_row_when_it_renews(world: World) -> None:
    """A transaction that wakes jobs locks their rows; the worker renews those leases at its next attempt."""
    slow = Slow()
    loop = worker(world, slow.run)
    await put(world, "a")
    await put(world, "b")
    first = await slow.under_way(loop, 1)
    clock.move(JUST_BELOW)
    async with world.services.db.transaction() as tx:
        await wake(tx, KIND, {"a": {}})
        await tx.flush()
        assert not await loop._renew(), "one is to be tried again soon"
        assert await renewed(world) == 1
    assert await loop._renew()
    assert await renewed(world) == 2
    first.cancel()
    await asyncio.wait([first])


@pytest.mark.parametrize("end", [lambda: None, in_an_hour, fails])
async def test_a_worker_that_lost_its_lease_ends_nothing(
    world: World, end: Callable[[], datetime | None]
) -> None:
    """Meanwhile, the job runs elsewhere for the second time, with the count of attempts reset."""
    slow = Slow(end, in_an_hour, lambda: None)
    late, other = worker(world, slow.run), worker(world, slow.run)
    await put(world, "a")
    first = await slow.under_way(late)
    clock.move(JUST_OVER)
    second = await slow.under_way(other, 1)
    slow.let_go[1].set()
    await second
    clock.move(timedelta(hours=2))
    third = await slow.under_way(other, 2)
    (before,) = await world.owner.fetch("select * from jobs")
    assert not await late._renew(), "it has lost it"
    slow.let_go[0].set()
    await first
    assert await world.owner.fetch("select * from jobs") == [before], "neither ended nor renewed"
    assert before["attempts"] == 1, "the control: by attempts only, the first would pass for the third"
    slow.let_go[2].set()
    await third
    assert (slow.count, await count(world)) == (3, 0)


async def test_a_late_end_keeps_a_job_that_another_worker_runs(world: World) -> None:
    slow = Slow()
    late, other = worker(world, slow.run), worker(world, slow.run)
    await put(world)
    first = await slow.under_way(late)
    clock.move(JUST_OVER)
    second = await slow.under_way(other, 1)
    slow.let_go[0].set()
    await first
    assert await count(world) == 1
    slow.let_go[1].set()
    await second
    assert await count(world) == 0


async def test_a_late_end_changes_nothing_about_a_job_that_was_buried(world: World) -> None:
    slow = Slow()
    loop = worker(world, slow.run)
    await put(world)
    late = await slow.under_way(loop)
    await world.owner.execute("update jobs set attempts = $1", MAX_ATTEMPTS)
    clock.move(JUST_OVER)
    await worker(world, slow.run).drain()
    assert not await loop._renew()
    slow.let_go[0].set()
    await late
    assert await count(world, "dead_at is not null and last_error = 'WorkerDied'") == 1
