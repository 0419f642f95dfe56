"""Message budgets per address."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.world import World
from wellwish.base import clock
from wellwish.delivery import budget

pytestmark = pytest.mark.anyio


async def test_a_limit_holds_under_concurrency(world: World) -> None:
    ends_at = clock.now() + timedelta(hours=1)

    async def ask() -> int:
        async with world.services.db.transaction() as tx:
            return len(await budget.take(tx, [b"a", b"b"], 5, ends_at))

    assert sum(await asyncio.gather(*(ask() for _ in range(20)))) == 10


async def test_an_address_is_counted_for_each_card_and_over_all(world: World) -> None:
    outside = replace(world.services, settings=replace(world.services.settings, demo=False))

    async def messages(card_id: str, count: int) -> int:
        granted = 0
        for _ in range(count):
            async with world.services.db.transaction() as tx:
                granted += len(await budget.within_day(tx, outside, card_id, ["email:ana@example.com"]))
        return granted

    assert await messages("one", 10) == budget.TO_ONE_ADDRESS_FOR_ONE_CARD == 6
    assert (
        sum([await messages(card, 6) for card in ("two", "three", "four", "five")])
        == budget.TO_ONE_ADDRESS - 6
    )


async def test_in_demo_mode_only_the_budget_of_a_card_holds(world: World) -> None:
    for number in range(30):
        async with world.services.db.transaction() as tx:
            assert await budget.within_day(tx, world.services, f"card {number}", ["email:ana@example.com"])


def test_a_day_ends_at_midnight_utc() -> None:
    midnight = datetime(2026, 3, 1, tzinfo=UTC)
    assert budget.day_end(midnight - timedelta(milliseconds=1)) == midnight
    assert budget.day_end(midnight) == midnight + timedelta(days=1)
