"""Expired pages at Mollie: a lost page is replaced, a pending bank transfer continues."""

import asyncio
from typing import Any

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments.giving import opened
from tests.payments.mollie.paying import begun, call_back, own_key, right, status, told
from tests.world import World
from wellwish.payments import expire


async def transfer(world: World, mollie: FakeMollie) -> dict[str, Any]:
    """Returns a gift with a pending bank transfer."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.choose_transfer(made["tr"])
    return made


@pytest.mark.parametrize(("result", "ours"), [("paid", "succeeded"), ("expired", "cancelled")])
async def test_a_bank_transfer_outlives_the_time_for_paying(
    result: str, ours: str, world: World, mollie: FakeMollie
) -> None:
    made = await transfer(world, mollie)
    args = {"account_id": world.alice.account_id, "payment_id": made["payment_id"]}
    for _ in range(2):
        assert await expire.run(world.services, args) is not None
        assert mollie.payments[made["tr"]]["status"] == "open"
        assert await status(world.alice, made) == "processing"
    mollie.expire(made["tr"], result)
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == ours
    assert await expire.run(world.services, args) is None
    await right(world, mollie)


async def test_an_owner_can_cancel_a_bank_transfer(world: World, mollie: FakeMollie) -> None:
    made = await transfer(world, mollie)
    answer = await world.alice.post(f"/api/payments/{made['payment_id']}/cancel", {})
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert mollie.payments[made["tr"]]["status"] == "canceled"


async def lost(world: World, mollie: FakeMollie) -> tuple[dict[str, Any], str]:
    """Returns a gift and its first page, whose response was lost."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    mollie.lost_after = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    mollie.lost_after = 0.0
    [page] = mollie.payments
    return made, page


@pytest.mark.parametrize("reported", [True, False])
async def test_a_page_that_expired_unseen_is_replaced(
    reported: bool, world: World, mollie: FakeMollie
) -> None:
    """Mollie replays the first response for an hour, but a page expires after 15 minutes."""
    made, first = await lost(world, mollie)
    mollie.age(first)
    mollie.expire(first)
    if reported:
        assert await call_back(world, world.alice.account_id, made["payment_id"], first) == 200
    pages = await asyncio.gather(*(opened(world, made) for _ in range(3)))
    made["tr"] = pages[0]
    assert set(pages) == set(mollie.payments) - {first}
    assert len(mollie.payments) == 2
    mollie.pay(made["tr"])
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


async def test_an_old_page_that_is_open_is_kept(world: World, mollie: FakeMollie) -> None:
    made, first = await lost(world, mollie)
    mollie.age(first)
    assert await opened(world, made) == first


async def test_the_end_of_a_page_counts_once_the_page_is_the_payments(
    world: World, mollie: FakeMollie
) -> None:
    """The process pauses between Mollie's response and storing the page."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    await world.owner.execute("update payments set checkout_reference = null")
    mollie.expire(made["tr"])
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "pending"
    await world.owner.execute("update payments set checkout_reference = $1", made["tr"])
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "cancelled"
    await right(world, mollie)
