"""Events and jobs of a transaction are written together at its end, or not at all."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from tests.round_trips import counted
from tests.waiting import turns
from tests.world import World
from wellwish.base import clock
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.effects import get_effects

pytestmark = pytest.mark.anyio
KIND = "tests.nothing"


async def causes(tx: Tx, world: World, *keys: str) -> None:
    """Emits two events, a job without a key, and a job per key."""
    account_id = world.alice.account_id
    await events.record(tx, account_id, "card.closed", data={"number": 1})
    await events.record_each(tx, account_id, "card.reopened", card_id=None, data=[{"number": 2}])
    await jobs.enqueue(tx, KIND, [{"number": 3}], delay_s=60)
    await jobs.wake(tx, KIND, {key: {"key": key} for key in keys})


async def written(world: World) -> tuple[list[str], list[tuple[str | None, str]]]:
    """Returns the types of the events, and the keys and arguments of the jobs."""
    found = await world.owner.fetch("select type from events order by id")
    queue = await world.owner.fetch("select key, args::text from jobs order by key nulls first")
    return [row[0] for row in found], [(row[0], row[1]) for row in queue]


async def test_writes_everything_before_the_commit_in_one_round_trip(world: World) -> None:
    sent: list[str] = []
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        await causes(tx, world, "b", "a")
        tx._connection.add_query_logger(lambda logged: sent.append(logged.query))  # pyright: ignore[reportPrivateUsage]
        assert await written(world) == ([], [])
    await turns()  # the driver reports in a callback of the event loop
    # Ignores the driver's lookups of types, which are in upper case.
    assert [text.split()[0] for text in sent if text.islower()] == ["with", "commit"]
    assert await written(world) == (
        ["card.closed", "card.reopened"],
        [
            (None, '{"number": 3}'),
            (f"{KIND}:a", '{"key": "a"}'),
            (f"{KIND}:b", '{"key": "b"}'),
        ],
    )


async def test_writes_nothing_of_a_transaction_that_fails(world: World) -> None:
    async def fails() -> None:
        async with world.services.db.transaction([world.alice.account_id]) as tx:
            await causes(tx, world, "a")
            raise LookupError

    with pytest.raises(LookupError):
        await fails()
    assert await written(world) == ([], [])


async def test_writes_what_an_account_caused_before_another_is_seen(world: World) -> None:
    """Row-level security refuses an event of an account that is outside the transaction's scope."""
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        await causes(tx, world)
        await tx.see([world.bob.account_id])
        await events.record(tx, world.bob.account_id, "card.closed")
    found, _ = await written(world)
    assert found == ["card.closed", "card.reopened", "card.closed"]


async def test_makes_one_job_of_a_key_that_is_woken_twice(world: World) -> None:
    async with world.services.db.transaction() as tx:
        await jobs.wake(tx, KIND, {"a": {"first": True}})
        await jobs.wake(tx, KIND, {"a": {"first": False}})
    assert await written(world) == ([], [(f"{KIND}:a", '{"first": true}')])


async def _wakes(world: World, keys: Sequence[str], others: asyncio.Barrier) -> None:
    async with world.services.db.transaction() as tx:
        for key in keys:
            await jobs.wake(tx, KIND, {key: {}})
            await others.wait()


async def test_wakes_jobs_in_one_order_whatever_the_order_of_the_calls(world: World) -> None:
    async with world.services.db.transaction() as tx:
        await jobs.wake(tx, KIND, {"a": {}, "b": {}})
        await jobs.enqueue(tx, KIND, [{}])
    await world.owner.execute("update jobs set run_at = $1", clock.now() + timedelta(hours=1))
    both = asyncio.Barrier(2)
    await asyncio.gather(_wakes(world, "ab", both), _wakes(world, "ba", both))
    assert await world.owner.fetchval("select count(*) from jobs where run_at <= $1", clock.now()) == 2


async def test_sends_nothing_for_a_transaction_that_causes_nothing(world: World) -> None:
    await world.alice.get("/api/limits")
    with counted(world) as seen:
        await world.alice.get("/api/limits")
    assert len(seen[-1]) == 3


async def test_sends_only_the_parts_that_a_transaction_has(world: World) -> None:
    sent: list[str] = []
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        tx._connection.add_query_logger(lambda logged: sent.append(logged.query))  # pyright: ignore[reportPrivateUsage]
        await events.record(tx, world.alice.account_id, "card.closed")
    await turns()  # the driver reports in a callback of the event loop
    [text] = [each for each in sent if "insert" in each]
    assert " insert into events" in text
    assert "jobs" not in text


async def test_sends_nothing_for_effects_that_were_only_read(world: World) -> None:
    sent: list[str] = []
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        tx._connection.add_query_logger(lambda logged: sent.append(logged.query))  # pyright: ignore[reportPrivateUsage]
        assert get_effects(tx).jobs("cards.close") == []
    await turns()  # the driver reports in a callback of the event loop
    assert not [each for each in sent if "select" in each or "insert" in each]
