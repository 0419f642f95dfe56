"""Update the handover of a card."""

import asyncio

import pytest

from tests import make
from tests.cards.handovers.test_create import URL, collected, hand_over
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_adds_a_url_and_keeps_the_rest(alice: Person) -> None:
    card = await collected(alice)
    made = (await hand_over(alice, card["id"], url=None)).json()
    path = f"/api/cards/{card['id']}/handover"
    answer = await alice.patch(path, {"url": URL}, headers={"If-Match": f'"{made["version"]}"'})
    assert answer.status_code == 200, answer.text
    assert answer.json()["handover"] == {**made["handover"], "url": URL}
    assert answer.json() == await make.same(alice, card["id"])
    cleared = await alice.patch(path, {"url": None, "note": None, "method": "other", "amount": 1000})
    assert cleared.json()["handover"] == {
        **made["handover"], "url": None, "note": None, "method": "other",
        "amount": {"amount": 1000, "currency": "EUR"},
    }  # fmt: skip
    types = [each["type"] for each in (await alice.get("/api/events")).json()["data"]]
    assert types.count("card.handed_over") == 1
    assert types[:2] == ["card.updated", "card.updated"]


async def test_refuses_what_does_not_fit(alice: Person) -> None:
    card = await collected(alice)
    path = f"/api/cards/{card['id']}/handover"
    is_problem(await alice.patch(path, {"note": "Hi"}), 404, "not_found")
    made = (await hand_over(alice, card["id"])).json()
    is_problem(await alice.patch(path, {"amount": 1251}), 409, "handover_exceeds_collected")
    for body in ({"amount": None}, {"method": None}, {"url": "http://shop.example.com"}, {"currency": "USD"}):
        assert (await alice.patch(path, body)).status_code == 422, body
    stale = {"If-Match": f'"{made["version"] - 1}"'}
    is_problem(await alice.patch(path, {"note": "Hi"}, headers=stale), 412, "precondition_failed")
    assert await make.same(alice, card["id"]) == made
    await alice.post(f"/api/cards/{card['id']}/archive")
    is_problem(await alice.patch(path, {"note": "Hi"}), 409, "card_state")


async def test_keeps_both_changes_made_at_the_same_time(alice: Person) -> None:
    card = await collected(alice)
    made = (await hand_over(alice, card["id"])).json()
    path = f"/api/cards/{card['id']}/handover"
    answers = await asyncio.gather(alice.patch(path, {"note": "Hi"}), alice.patch(path, {"amount": 7}))
    assert [each.status_code for each in answers] == [200, 200]
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["handover"]["note"], after["handover"]["amount"]["amount"]) == ("Hi", 7)
    assert after["version"] == made["version"] + 2


async def test_refuses_everyone_but_owners(alice: Person, bob: Person, mallory: Person) -> None:
    card = await collected(alice)
    await hand_over(alice, card["id"])
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}/handover"
    is_problem(await bob.patch(path, {"note": "Hi"}), 403, "missing_privilege")
    is_problem(await mallory.patch(path, {"note": "Hi"}), 404, "not_found")
    assert (await alice.patch(path, {"note": "Hi"})).status_code == 200
