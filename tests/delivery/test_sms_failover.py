"""Two carriers under fault: no text is lost, and texts leave within ten seconds.

The short variant runs in the quick suites, the one with 2,000 texts in `script/test --only load`.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from tests.delivery.texting import invite, texting
from tests.fakes.carrier import FakeCarrier, carrying
from tests.later import another_time
from tests.waiting import seconds_until
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.infra.jobs import Worker
from wellwish.infra.sms import carrier as carrier_module
from wellwish.worker import JOBS, LANES

pytestmark = [pytest.mark.anyio, pytest.mark.process]

PER_SECOND = 50  # the required rate
WITHIN_S = 10.0  # GOV.UK Notify: 95 % within 10 s
SHARE = 0.95
PATIENCE_S = 60.0  # until all texts have left, some after a retry


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


@pytest.fixture
async def fakes() -> AsyncGenerator[list[FakeCarrier]]:
    async with carrying("a", "b") as made:
        yield made


@asynccontextmanager
async def working(world: World) -> AsyncGenerator[None]:
    """Runs a worker concurrently with the test."""
    worker = Worker(world.services.db, world.services, JOBS, (), LANES.values())
    running = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        worker.stop()
        await running


def numbers(count: int, first: int = 0) -> list[str]:
    return [f"+447400{each:06}" for each in range(100_000 + first, 100_000 + first + count)]


async def feed(world: World, count: int) -> None:
    """Sends `count` invitations at PER_SECOND."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for first in range(0, count, PER_SECOND):
        await asyncio.sleep(max(0.0, began + first / PER_SECOND - loop.time()))  # a steady rate
        await invite(world.alice, *numbers(min(PER_SECOND, count - first), first))


async def settled(world: World, count: int, *, wait_s: float) -> list[float]:
    """Waits for `count` texts, at most `wait_s`; returns the sorted seconds that each took."""
    left = "select count(*) >= $1 from messages where handed_over_at is not null"
    await seconds_until(lambda: world.owner.fetchval(left, count), wait_s)
    rows = await world.owner.fetch(
        "select extract(epoch from handed_over_at - created_at)::float8 as s from messages "
        "where handed_over_at is not null order by 1"
    )
    return [row["s"] for row in rows]


def judge(name: str, count: int, took: list[float], fakes: list[FakeCarrier]) -> float:
    """Prints the figures and returns the share of requested texts that left in time."""
    in_time = sum(each <= WITHIN_S for each in took) / count
    at = {
        p: took[min(len(took) - 1, math.ceil(len(took) * p / 100) - 1)] if took else math.nan
        for p in (50, 95, 99)
    }
    copies = sum(len(fake.texts) for fake in fakes)
    print(
        f"\n{name}: {len(took)} of {count} handed over, {in_time:.1%} within {WITHIN_S:.0f} s; "
        f"p50 {at[50]:.2f} s, p95 {at[95]:.2f} s, p99 {at[99]:.2f} s; {copies} copies"
    )
    return in_time


async def one_dead(world: World, fakes: list[FakeCarrier], count: int) -> float:
    await fakes[0].die()
    async with working(world):
        await feed(world, count)
        took = await settled(world, count, wait_s=PATIENCE_S)
    assert fakes[1].copies.keys() >= set(numbers(count))
    assert max(fakes[1].copies.values()) == 1
    return judge("one carrier dead", count, took, fakes)


async def one_slow(world: World, fakes: list[FakeCarrier], count: int) -> float:
    fakes[0].slow_of_ten = 3
    async with working(world):
        await feed(world, count)
        took = await settled(world, count, wait_s=PATIENCE_S)
    got = fakes[0].copies + fakes[1].copies
    assert got.keys() == set(numbers(count))
    return judge("one carrier slow for 30 %", count, took, fakes)


async def both_dead(world: World, fakes: list[FakeCarrier], count: int) -> None:
    for each in fakes:
        await each.die()
    for first in range(0, count, 500):
        await invite(world.alice, *numbers(min(500, count - first), first))
    for _ in range(5):
        await world.work()
        clock.move(timedelta(minutes=2))
    assert not await world.owner.fetchval("select count(*) from messages where status <> 'queued'")
    for each in fakes:
        await each.start()
    for _ in range(8):
        clock.move(timedelta(minutes=6))
        await world.work()
    got = fakes[0].copies + fakes[1].copies
    print(f"\nboth carriers dead for 10 minutes: {len(got)} of {count} arrived, {got.total()} copies")
    assert got.keys() == set(numbers(count))
    assert got.total() == count
    assert not await world.owner.fetchval("select count(*) from jobs where kind = 'delivery.sms'")


async def test_control_misses_the_figure_with_only_one_carrier(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    await fakes[0].die()
    async with texting(clone, settings, fakes[0]) as service, working(service):
        await feed(service, 50)
        took = await settled(service, 50, wait_s=2)
    assert judge("control: only one carrier, dead", 50, took, fakes) < SHARE


async def test_control_a_text_that_is_not_tried_again_is_lost(
    world: World,
    clone: tuple[str, str],
    settings: Settings,
    fakes: list[FakeCarrier],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from wellwish.delivery import mail

    async def none(*_: object) -> None:
        return None

    monkeypatch.setattr(mail, "put_off", none)
    async with texting(clone, settings, *fakes) as service:
        with pytest.raises(AssertionError):
            await both_dead(service, fakes, 20)


async def test_sends_every_text_while_one_carrier_is_dead(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    async with texting(clone, settings, *fakes) as service:
        await one_dead(service, fakes, 60)


async def test_sends_every_text_while_one_carrier_is_slow(
    world: World,
    clone: tuple[str, str],
    settings: Settings,
    fakes: list[FakeCarrier],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(carrier_module, "CALL_S", 2.0)
    async with texting(clone, settings, *fakes) as service:
        await one_slow(service, fakes, 60)


async def test_sends_every_text_once_after_both_carriers_were_dead(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    async with texting(clone, settings, *fakes) as service:
        await both_dead(service, fakes, 60)


@pytest.mark.full
async def test_two_thousand_texts(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    async with texting(clone, settings, *fakes) as service:
        assert await one_dead(service, fakes, 700) >= SHARE
    for each in fakes:
        each.texts.clear()
    await fakes[0].start()
    async with texting(clone, settings, *fakes) as service:
        assert await one_slow(service, fakes, 700) >= SHARE
    for each in fakes:
        each.texts.clear()
        each.slow_of_ten = 0
    async with texting(clone, settings, *fakes) as service:
        await both_dead(service, fakes, 600)
