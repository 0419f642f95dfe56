"""Events are kept for 90 days and then deleted."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.events.test_list import listed, tailed
from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.events import purge
from wellwish.infra.jobs import purge as batches

pytestmark = pytest.mark.anyio


async def left(world: World) -> int:
    return await world.owner.fetchval("select count(*) from events")


async def grow_old(world: World, days: int) -> None:
    """Ages the rows instead of moving the clock: the database and the IDs use real time."""
    for row in await world.owner.fetch("select id, created_at from events"):
        then = row["created_at"] - timedelta(days=days)
        # The first ten characters after the prefix encode the time.
        await world.owner.execute(
            "update events set id = $2, created_at = $3 where id = $1",
            row["id"], ids.earliest("evt", then)[:14] + row["id"][14:], then,
        )  # fmt: skip


async def test_deletes_only_events_older_than_ninety_days(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 2)
    for person in (alice, alice, alice, alice, mallory, mallory):
        await make.card(person)
    before = await left(world)
    await grow_old(world, 89)
    await purge.run(world.services, {})
    assert await left(world) == before
    await grow_old(world, 2)
    last = await world.owner.fetch("select max(card_id) as id from events group by account_id")
    young = [(await make.card(alice))["id"] for _ in range(3)]
    for _ in range(2):
        await purge.run(world.services, {})
        kept = await world.owner.fetch("select card_id from events")
        assert {row["card_id"] for row in kept} == {*young, *(row["id"] for row in last)}
    assert [each["card_id"] for each in await listed(alice)] == young[::-1]


async def test_a_clock_that_runs_ahead_deletes_no_young_event(world: World, alice: Person) -> None:
    for _ in range(3):
        await make.card(alice)
    before = await left(world)
    with another_time():
        clock.move(timedelta(days=1000))
        await purge.run(world.services, {})
    assert await left(world) == before
    await grow_old(world, 91)
    await purge.run(world.services, {})
    assert await left(world) < before


async def test_continues_a_reader_that_has_missed_no_purged_event(world: World, alice: Person) -> None:
    for _ in range(2):
        await make.card(alice)
    await tailed(alice, 2)
    await grow_old(world, 91)
    first, last = [row["id"] for row in await world.owner.fetch("select id from events order by id")]
    young = await make.card(alice)
    await purge.run(world.services, {})
    assert [each["card_id"] for each in await tailed(alice, 1, after=last)] == [young["id"]]
    answer = await alice.get("/api/events", params={"order": "asc", "after": first})
    is_problem(answer, 400, "invalid_cursor")
