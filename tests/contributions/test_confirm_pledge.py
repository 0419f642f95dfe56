"""Confirm a pledge: an admin records that promised cash has arrived."""

import asyncio

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.giving import settle
from tests.payments import buying
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_promised_cash_is_in_no_total_until_it_is_confirmed(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    assert (made["money"]["method"], made["money"]["status"]) == ("cash", "promised")
    assert "checkout_url" not in made
    assert made["money"]["payment_id"] is None
    assert await giving.balances(alice) == {f"pledges:{card['id']}": 1250, f"promised:{card['id']}": -1250}
    answer = await settle(alice, card["id"], made["id"], "confirm")
    assert (answer.status_code, answer.json()["money"]["status"]) == (200, "confirmed")
    assert await giving.balances(alice) == {f"pledges:{card['id']}": 1250, f"cash:{card['id']}": -1250}
    kinds = [kind for kind in await buying.events(alice) if "pledge" in kind]
    assert kinds == ["contribution.pledged", "contribution.pledge_confirmed"]


async def test_only_an_admin_who_may_update_confirms(alice: Person, bob: Person, mallory: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    admin = await make.admin(alice, card["id"], bob, invite_contributors=True)
    assert (await settle(bob, card["id"], made["id"], "confirm")).json()["code"] == "missing_privilege"
    assert (await settle(mallory, card["id"], made["id"], "confirm")).status_code == 404
    assert (await giving.read(alice, card["id"], made["id"]))["money"]["status"] == "promised"
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    assert (await giving.read(bob, card["id"], made["id"]))["money"]["amount"] == giving.MONEY
    assert (await settle(bob, card["id"], made["id"], "confirm")).status_code == 200


async def test_two_at_once_confirm_it_once(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    answers = await asyncio.gather(*(settle(alice, card["id"], made["id"], "confirm") for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 412, 412, 412]
    assert (await giving.balances(alice))[f"cash:{card['id']}"] == -1250


async def test_of_a_concurrent_confirmation_and_drop_only_one_succeeds(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    answers = await asyncio.gather(
        settle(alice, card["id"], made["id"], "confirm"), settle(alice, card["id"], made["id"], "drop")
    )
    assert sorted(each.status_code for each in answers) == [200, 412]


async def test_a_repeated_confirmation_changes_nothing(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    await settle(alice, card["id"], made["id"], "confirm")
    again = await settle(alice, card["id"], made["id"], "confirm", version=2)
    assert (again.status_code, again.json()["version"]) == (200, 2)
    assert (await giving.balances(alice))[f"cash:{card['id']}"] == -1250


async def test_needs_a_key_and_the_version_that_was_read(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    made = await giving.pledges(alice, card["id"])
    path = f"/api/cards/{card['id']}/contributions/{made['id']}/confirm"
    assert (await alice.post(path)).json()["code"] == "idempotency_key_required"
    assert (await alice.post(path, key=ids.new("req"))).json()["code"] == "precondition_required"
    stale = await settle(alice, card["id"], made["id"], "confirm", version=7)
    assert stale.json()["code"] == "precondition_failed"
    assert (await giving.balances(alice))[f"promised:{card['id']}"] == -1250


async def test_works_on_a_closed_card_and_not_on_an_archived_one(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    first, second = [await giving.pledges(alice, card["id"]) for _ in range(2)]
    await alice.post(f"/api/cards/{card['id']}/close")
    assert (await settle(alice, card["id"], first["id"], "confirm")).status_code == 200
    await alice.post(f"/api/cards/{card['id']}/archive")
    refused = await settle(alice, card["id"], second["id"], "confirm")
    assert refused.json()["code"] == "card_state"


async def test_refuses_a_contribution_without_a_pledge(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    paid = await giving.gave(alice, card["id"])
    refused = await settle(alice, card["id"], paid["id"], "confirm", version=paid["version"])
    assert refused.json()["code"] == "contribution_state"


async def test_refuses_cash_where_the_card_takes_none(alice: Person) -> None:
    card = await giving.card(alice)
    refused = await giving.post(alice, card["id"], money={**giving.MONEY, "method": "cash"})
    assert (refused.status_code, refused.json()["code"]) == (409, "money_not_taken")
    assert await giving.balances(alice) == {}
