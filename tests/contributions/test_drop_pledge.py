"""Drop a pledge: its cash is no longer expected."""

import pytest

from tests.contributions import giving
from tests.contributions.giving import settle
from tests.payments import buying
from tests.world import Person

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("is_confirmed", [False, True])
async def test_leaves_nothing_in_the_books(is_confirmed: bool, alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"], note={"text": "All the best"})
    if is_confirmed:
        await settle(alice, card["id"], made["id"], "confirm")
    answer = await settle(alice, card["id"], made["id"], "drop", version=1 + is_confirmed)
    assert (answer.status_code, answer.json()["money"]["status"]) == (200, "dropped")
    assert answer.json()["note"]["status"] == "published"
    assert await giving.balances(alice) == {}
    assert (await buying.events(alice))[-1] == "contribution.pledge_dropped"


async def test_is_not_confirmed_afterwards(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    await settle(alice, card["id"], made["id"], "drop")
    refused = await settle(alice, card["id"], made["id"], "confirm", version=2)
    assert (refused.status_code, refused.json()["code"]) == (409, "contribution_state")
    again = await settle(alice, card["id"], made["id"], "drop", version=2)
    assert (again.status_code, again.json()["version"]) == (200, 2)


async def test_follows_when_its_contribution_is_removed(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    assert (await alice.delete(f"/api/cards/{card['id']}/contributions/{made['id']}")).status_code == 200
    assert await giving.balances(alice) == {}


async def test_money_that_came_stays_when_its_contribution_is_removed(alice: Person) -> None:
    """The control: removing a note ends a pledge, but not a payment."""
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"], note={"text": "All the best"})
    removed = await alice.delete(f"/api/cards/{card['id']}/contributions/{paid['id']}")
    assert (removed.json()["note"]["status"], removed.json()["money"]["status"]) == ("deleted", "paid")
    assert (await giving.balances(alice))[f"pot:{card['id']}"] == 1250
