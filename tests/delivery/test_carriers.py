"""Traffic shares move between carriers as in GOV.UK Notify, and all processes agree on them."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta

import pytest

from tests.later import another_time
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings.sms import SmsProvider
from wellwish.delivery import carriers
from wellwish.infra.sms import Carriers

pytestmark = pytest.mark.anyio


def made(**weights: int) -> Carriers:
    return Carriers(
        [
            SmsProvider(name, "http://127.0.0.1:1", "AC1", "t", "+15005550006", w)
            for name, w in weights.items()
        ]
    )


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


@pytest.fixture
async def two() -> AsyncGenerator[Carriers]:
    given = made(a=50, b=50)
    yield given
    await given.close()


async def shares(world: World, given: Carriers) -> dict[str, int]:
    async with world.services.db.transaction() as tx:
        return await carriers.shares(tx, given)


async def fail(world: World, given: Carriers, name: str, times: int) -> None:
    for _ in range(times):
        async with world.services.db.transaction() as tx:
            await carriers.failed(tx, given, name)


async def hand_over(world: World, name: str, *, fast: int = 0, slow: int = 0) -> None:
    """Records texts handed over six minutes ago: `fast` ones are delivered, `slow` ones are not."""
    clock.move(timedelta(minutes=-6))
    async with world.services.db.transaction() as tx:
        for number in range(fast + slow):
            await carriers.taken(tx, name, "acct_1", f"{name}{number}")
            if number < fast:
                await carriers.delivered(tx, "acct_1", f"{name}{number}")
    clock.move(timedelta(minutes=6))


async def balance(world: World, given: Carriers, **later: float) -> None:
    if later:
        clock.move(timedelta(**later))
    async with world.services.db.transaction() as tx:
        await carriers.balance(tx, given)


async def test_over_fifty_errors_in_a_minute_move_ten_points(world: World, two: Carriers) -> None:
    await fail(world, two, "a", 50)
    assert await shares(world, two) == {"a": 50, "b": 50}
    await fail(world, two, "a", 1)
    assert await shares(world, two) == {"a": 40, "b": 60}


async def test_then_a_minute_is_waited(world: World, two: Carriers) -> None:
    await fail(world, two, "a", 120)
    assert await shares(world, two) == {"a": 40, "b": 60}
    clock.move(timedelta(seconds=61))
    await fail(world, two, "a", 50)
    assert await shares(world, two) == {"a": 40, "b": 60}
    await fail(world, two, "a", 1)
    assert await shares(world, two) == {"a": 30, "b": 70}


async def test_errors_over_a_longer_time_move_nothing(world: World, two: Carriers) -> None:
    for _ in range(4):
        await fail(world, two, "a", 30)
        clock.move(timedelta(seconds=61))
    assert await shares(world, two) == {"a": 50, "b": 50}


async def test_goes_down_to_nothing_and_not_below(world: World, two: Carriers) -> None:
    for _ in range(7):
        await fail(world, two, "a", 51)
        clock.move(timedelta(seconds=61))
    assert await shares(world, two) == {"a": 0, "b": 100}


async def test_of_many_at_once_one_moves_the_points(world: World, two: Carriers) -> None:
    async def one() -> None:
        async with world.services.db.transaction() as tx:
            await carriers.failed(tx, two, "a")

    await fail(world, two, "a", 50)
    await asyncio.gather(*(one() for _ in range(15)))
    assert await shares(world, two) == {"a": 40, "b": 60}


async def test_slow_deliveries_move_ten_points_and_five_minutes_are_waited(
    world: World, two: Carriers
) -> None:
    await hand_over(world, "a", fast=85, slow=15)
    await hand_over(world, "b", fast=100)
    await balance(world, two)
    assert await shares(world, two) == {"a": 40, "b": 60}
    await balance(world, two, minutes=4)
    assert await shares(world, two) == {"a": 40, "b": 60}
    await balance(world, two, minutes=1, seconds=1)
    assert await shares(world, two) == {"a": 30, "b": 70}


async def test_a_few_slow_ones_move_nothing(world: World, two: Carriers) -> None:
    await hand_over(world, "a", fast=86, slow=14)
    await hand_over(world, "b", fast=100)
    await balance(world, two)
    assert await shares(world, two) == {"a": 50, "b": 50}


async def test_when_all_are_slow_nothing_moves(world: World, two: Carriers) -> None:
    await hand_over(world, "a", fast=10, slow=90)
    await hand_over(world, "b", fast=80, slow=20)
    await balance(world, two)
    assert await shares(world, two) == {"a": 50, "b": 50}


async def test_ignores_texts_older_than_a_quarter_of_an_hour(world: World, two: Carriers) -> None:
    await hand_over(world, "a", slow=100)
    await balance(world, two, minutes=10)
    assert await shares(world, two) == {"a": 50, "b": 50}


async def test_drifts_back_ten_points_each_quarter_of_an_hour(world: World, two: Carriers) -> None:
    for _ in range(3):
        await fail(world, two, "a", 51)
        clock.move(timedelta(seconds=61))
    assert await shares(world, two) == {"a": 20, "b": 80}
    await balance(world, two, minutes=13)
    assert await shares(world, two) == {"a": 20, "b": 80}
    for expected in ((30, 70), (40, 60), (50, 50), (50, 50)):
        await balance(world, two, minutes=15)
        assert tuple((await shares(world, two)).values()) == expected


async def test_drifts_to_where_the_operator_has_set_it(world: World) -> None:
    given = made(a=95, b=5)
    await fail(world, given, "a", 51)
    assert await shares(world, given) == {"a": 85, "b": 15}
    await balance(world, given, minutes=16)
    assert await shares(world, given) == {"a": 95, "b": 5}


async def test_three_share_the_points(world: World) -> None:
    given = made(a=40, b=30, c=30)
    await fail(world, given, "a", 51)
    assert await shares(world, given) == {"a": 30, "b": 35, "c": 35}


async def test_a_single_carrier_keeps_all_texts(world: World) -> None:
    given = made(a=50)
    await fail(world, given, "a", 60)
    await balance(world, given)
    assert await shares(world, given) == {"a": 50}


async def test_tries_the_first_by_weight_and_then_the_others(world: World) -> None:
    given = made(a=80, b=20)
    async with world.services.db.transaction() as tx:
        orders = [[each.name for each in await carriers.order(tx, given)] for _ in range(500)]
    first = [each[0] for each in orders].count("a")
    assert 340 < first < 460  # 400 expected; within 6 standard deviations
    assert all(sorted(each) == ["a", "b"] for each in orders)


async def test_tries_a_carrier_without_weight_last(world: World) -> None:
    given = made(a=0, b=100)
    async with world.services.db.transaction() as tx:
        orders = {tuple(each.name for each in await carriers.order(tx, given)) for _ in range(50)}
    assert orders == {("b", "a")}


async def test_deletes_old_counts(world: World, two: Carriers) -> None:
    await fail(world, two, "a", 3)
    await hand_over(world, "a", fast=3)
    await balance(world, two, hours=2)
    assert await world.owner.fetchval("select count(*) from carrier_errors") == 0
    assert await world.owner.fetchval("select count(*) from carrier_texts") == 0
