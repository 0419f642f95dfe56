"""Cash on a cancelled card: confirmed cash needs a decision first, and promised cash is dropped."""

import asyncio

import pytest

from tests.cards.test_refund_all import finish
from tests.contributions import giving
from tests.contributions.giving import settle
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_a_card_with_confirmed_cash_is_not_cancelled(world: World, alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    kept, open_pledge = [await giving.pledges(alice, card["id"]) for _ in range(2)]
    await settle(alice, card["id"], kept["id"], "confirm")
    path, headers = f"/api/cards/{card['id']}/cancel", {"If-Match": "*"}
    for body in ({}, {"refund": True}):
        refused = await alice.post(path, body, headers=headers, key=ids.new("req"))
        is_problem(refused, 409, "card_has_money")
        assert "drop these pledges" in refused.json()["detail"]
    assert (await settle(alice, card["id"], kept["id"], "drop", version=2)).status_code == 200
    assert (await alice.post(path, {}, key=ids.new("req"))).status_code == 200
    await world.work()
    assert await giving.balances(alice) == {}
    shown = await giving.read(alice, card["id"], open_pledge["id"])
    assert shown["money"]["status"] == "dropped"
    assert (await buying.events(alice)).count("contribution.pledge_dropped") == 2


async def test_cash_that_is_confirmed_while_the_card_is_cancelled_is_decided_once(
    world: World, alice: Person
) -> None:
    """Either the confirmation or the cancellation is refused."""
    for _ in range(4):
        card = await giving.card(alice, add_cash=True)
        made = await giving.pledges(alice, card["id"])
        confirmed, cancelled = await asyncio.gather(
            settle(alice, card["id"], made["id"], "confirm"),
            alice.post(f"/api/cards/{card['id']}/cancel", {}, key=ids.new("req")),
        )
        assert sorted((confirmed.status_code, cancelled.status_code)) == [200, 409]
        await world.work()
        shown = await giving.read(alice, card["id"], made["id"])
        assert shown["money"]["status"] == ("confirmed" if confirmed.status_code == 200 else "dropped")


async def test_no_cash_is_confirmed_while_refunds_are_under_way(world: World, alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    await giving.gave(alice, card["id"])
    path = f"/api/cards/{card['id']}/cancel"
    answer = await alice.post(path, {"refund": True}, headers={"If-Match": "*"}, key=ids.new("req"))
    assert (answer.status_code, answer.json()["status"]) == (200, "closed")
    is_problem(await settle(alice, card["id"], made["id"], "confirm"), 409, "card_state")
    await finish(world)
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "cancelled"
    assert (await giving.read(alice, card["id"], made["id"]))["money"]["status"] == "dropped"
