"""A poll with a database error or many events runs again within seconds."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.fakes.stripe import FakeStripe
from tests.later import another_time
from tests.payments import buying, giving, striped
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.infra import jobs
from wellwish.payments import apply, merchant, poll

pytestmark = pytest.mark.anyio


async def _pause_s(world: World, failures: int) -> float:
    """Returns the seconds until the next poll after a number of failures."""
    async with world.services.db.transaction() as tx:
        await jobs.wake(tx, poll.POLL, {"": {}})
    pause = passed = timedelta()
    with another_time():
        for _ in range(failures):
            await world.work()
            run_at = await world.owner.fetchval("select run_at from jobs where kind = $1", poll.POLL)
            pause = run_at - clock.now()
            passed += max(pause, timedelta()) + timedelta(milliseconds=1)
            clock.move(passed)
    return pause.total_seconds()


@pytest.mark.parametrize(
    ("failure", "is_soon"), [(Unavailable, True), (RuntimeError, False)], ids=["database", "control"]
)
async def test_polls_again_soon(
    world: World, monkeypatch: pytest.MonkeyPatch, failure: type[Exception], is_soon: bool
) -> None:
    async def fail(*_: Any) -> Any:
        raise failure

    monkeypatch.setattr(merchant, "polled", fail)
    assert (await _pause_s(world, 4) <= poll.AGAIN_S) is is_soon


async def test_continues_at_once_with_the_events_that_did_not_fit(
    world: World, alice: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each poll has time for two events; the job that wakes all other polls never times out."""
    bought = [await buying.buy(alice) for _ in range(5)]
    for each in bought:
        stripe.pay(await giving.opened(world, each))
    take, times = apply.take, list[datetime]()

    async def slow(*given: Any) -> Any:
        clock.move(poll.LASTS * 0.6)
        times.append(clock.now())
        return await take(*given)

    monkeypatch.setattr(apply, "take", slow)
    with another_time():
        polls = 0
        while (await poll.run(world.services, {})) <= clock.now():
            polls += 1
        assert (polls, len(times)) == (2, 5)
    await world.work()
    assert {await striped.status(alice, each) for each in bought} == {"succeeded"}


async def test_a_provider_that_lists_too_slowly_ends_no_other_poll(
    world: World, alice: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    del alice, stripe

    async def hang(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(poll, "MOST_S", 0.05)
    monkeypatch.setattr(poll, "look", hang)
    assert await poll.run(world.services, {}) > clock.now()
