"""The event ``card.goal_reached`` occurs once, however the money arrives, even concurrently."""

import asyncio
from typing import Any

import pytest

from tests.contributions import giving
from tests.payments import buying
from tests.world import Person, World
from wellwish.cards import reach_goal

pytestmark = pytest.mark.anyio


async def reached(world: World, person: Person) -> list[str]:
    """Runs all jobs and returns the cards of the events."""
    await world.work()
    events = (await person.get("/api/events", params={"type": "card.goal_reached"})).json()["data"]
    assert all(each["data"] == {"card_id": each["card_id"]} for each in events)
    return [each["card_id"] for each in events]


async def card(person: Person, goal: int | None = 2500, **collection: Any) -> str:
    """Returns the ID of a card whose goal two gifts of 12.50 reach."""
    return (await giving.card(person, add_cash=True, goal_amount=goal, **collection))["id"]


async def set_goal(person: Person, card_id: str, goal: int | None) -> None:
    answer = await person.patch(f"/api/cards/{card_id}", {"collection": {"goal_amount": goal}})
    assert answer.status_code == 200, answer.text


async def test_occurs_with_the_gift_that_reaches_the_goal(
    world: World, alice: Person, mallory: Person
) -> None:
    """The control is another card without a goal."""
    card_id, other = await card(alice), await card(alice, None)
    for each in (card_id, other):
        await giving.gave(alice, each)
        await giving.gives(alice, each)  # pending
        await giving.pledges(alice, each)
    assert await reached(world, alice) == []
    for each in (card_id, other):
        await giving.gave(alice, each)
    assert await reached(world, alice) == [card_id]
    await giving.gave(alice, card_id)
    assert await reached(world, alice) == [card_id]
    assert await reached(world, mallory) == []


async def test_counts_confirmed_cash(world: World, alice: Person) -> None:
    card_id = await card(alice)
    await giving.gave(alice, card_id)
    pledge = await giving.pledges(alice, card_id)
    assert await reached(world, alice) == []
    assert (await giving.settle(alice, card_id, pledge["id"], "confirm")).status_code == 200
    assert await reached(world, alice) == [card_id]


async def test_occurs_when_the_goal_is_lowered_and_never_again(world: World, alice: Person) -> None:
    card_id = await card(alice, 9000)
    await giving.gave(alice, card_id)
    await set_goal(alice, card_id, 1251)
    assert await reached(world, alice) == []
    await set_goal(alice, card_id, 1250)
    assert await reached(world, alice) == [card_id]
    await set_goal(alice, card_id, 2500)
    await giving.gave(alice, card_id)
    await set_goal(alice, card_id, None)
    await set_goal(alice, card_id, 100)
    assert await reached(world, alice) == [card_id]


async def test_refunds_count_before_and_change_nothing_after(world: World, alice: Person) -> None:
    card_id = await card(alice)
    first = (await giving.gave(alice, card_id))["money"]["payment_id"]
    assert (await buying.refund(alice, first)).status_code == 201
    await giving.gave(alice, card_id)
    assert await reached(world, alice) == []
    last = (await giving.gave(alice, card_id))["money"]["payment_id"]
    assert await reached(world, alice) == [card_id]
    assert (await buying.refund(alice, last)).status_code == 201
    await giving.gave(alice, card_id)
    assert await reached(world, alice) == [card_id]


async def test_occurs_once_for_gifts_that_settle_at_the_same_time(world: World, alice: Person) -> None:
    card_id = await card(alice)
    gifts = [await giving.gives(alice, card_id) for _ in range(3)]
    pledges = [await giving.pledges(alice, card_id) for _ in range(2)]
    await asyncio.gather(
        *(buying.press(world, each["checkout_url"], "succeed") for each in gifts),
        *(giving.settle(alice, card_id, each["id"], "confirm") for each in pledges),
    )
    assert await reached(world, alice) == [card_id]


async def test_occurs_once_when_the_job_runs_twice_at_the_same_time(world: World, alice: Person) -> None:
    card_id = await card(alice)
    await giving.gave(alice, card_id)
    await giving.gave(alice, card_id)
    await world.owner.execute("update cards set goal_reached_at = null")
    args = {"account_id": alice.account_id, "card_id": card_id}
    await asyncio.gather(*(reach_goal.run(world.services, args) for _ in range(4)))
    assert await reached(world, alice) == [
        card_id,
        card_id,
    ]  # one event from the gifts, one from the four runs


async def test_is_not_of_a_cancelled_card(world: World, alice: Person) -> None:
    """The control is the same job before the card is cancelled."""
    card_id = await card(alice, 1250)
    await giving.gave(alice, card_id)
    assert await reached(world, alice) == [card_id]
    await world.owner.execute("update cards set goal_reached_at = null, cancelling_at = now()")
    await reach_goal.run(world.services, {"account_id": alice.account_id, "card_id": card_id})
    assert await reached(world, alice) == [card_id]
