"""Record how the collected money reached the recipient: rules, record, event, and who may see it."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from tests import make
from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids

pytestmark = pytest.mark.anyio

URL = "https://shop.example.com/v/7f3a"
VOUCHER = {"method": "voucher", "amount": 1250, "note": "Enjoy the bookshop", "url": URL}


async def collected(person: Person, *, close: bool = True, **collection: Any) -> dict[str, Any]:
    """Returns a card that has collected 12.50 EUR."""
    card = await giving.card(person, **collection)
    await giving.gave(person, card["id"])
    if close:
        assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card


async def hand_over(person: Person, card_id: str, **fields: Any) -> httpx2.Response:
    headers = {"Prefer": "handling=strict"}
    return await person.post(f"/api/cards/{card_id}/handover", {**VOUCHER, **fields}, headers=headers)


async def test_records_how_the_money_reached_the_recipient(alice: Person) -> None:
    card = await collected(alice)
    path = f"/api/cards/{card['id']}"
    before = (await alice.get(path)).json()
    assert before["handover"] is None
    answer = await hand_over(alice, card["id"])
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert after["handover"] == {
        "method": "voucher",
        "amount": {"amount": 1250, "currency": "EUR"},
        "note": "Enjoy the bookshop",
        "url": URL,
        "handed_over_at": after["updated_at"],
    }
    assert after["version"] == before["version"] + 1
    assert answer.headers["ETag"] == f'"{after["version"]}"'
    assert await make.same(alice, card["id"]) == after
    renamed = await alice.patch(path, {"title": "For Maya"})
    assert renamed.json()["handover"] == after["handover"]
    archived = await alice.post(f"{path}/archive")
    assert archived.json()["handover"] == after["handover"]
    [listed] = (await alice.get("/api/cards")).json()["data"]
    assert "handover" not in listed
    [event] = (await alice.get("/api/events", params={"type": "card.handed_over"})).json()["data"]
    assert event["data"] == {"card_id": card["id"], "method": "voucher"}


async def test_stores_the_url_sealed(world: World, alice: Person) -> None:
    """The control is the note, which is stored as it is."""
    card = await collected(alice)
    await hand_over(alice, card["id"])
    stored = await world.owner.fetchval("select h::text from handovers h")
    assert "Enjoy the bookshop" in stored
    assert "7f3a" not in stored


async def test_takes_at_most_what_is_settled(world: World, alice: Person) -> None:
    card = await collected(alice, close=False, add_cash=True)
    await giving.gives(alice, card["id"])
    await giving.pledges(alice, card["id"])
    await alice.post(f"/api/cards/{card['id']}/close")
    is_problem(await hand_over(alice, card["id"], amount=1251), 409, "handover_exceeds_collected")
    [payment] = (await alice.get(f"/api/cards/{card['id']}/payments", params={"status": "succeeded"})).json()[
        "data"
    ]
    assert (await buying.refund(alice, payment["id"], 250)).status_code == 201
    await world.work()
    is_problem(await hand_over(alice, card["id"], amount=1001), 409, "handover_exceeds_collected")
    assert (await hand_over(alice, card["id"], amount=1000)).status_code == 200
    empty = await giving.card(alice)
    await alice.post(f"/api/cards/{empty['id']}/close")
    is_problem(await hand_over(alice, empty["id"], amount=1), 409, "handover_exceeds_collected")


async def test_counts_confirmed_cash(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    pledge = await giving.pledges(alice, card["id"])
    await giving.settle(alice, card["id"], pledge["id"], "confirm")
    await alice.post(f"/api/cards/{card['id']}/close")
    assert (await hand_over(alice, card["id"], method="cash", url=None)).status_code == 200


async def test_refuses_a_card_that_is_not_closed(world: World, alice: Person) -> None:
    card = await collected(alice, close=False)
    is_problem(await hand_over(alice, card["id"]), 409, "card_state")
    await alice.post(f"/api/cards/{card['id']}/close")
    cancelled = await collected(alice)
    path = f"/api/cards/{cancelled['id']}/cancel"
    headers = {"If-Match": "*", "Idempotency-Key": "cancel-1"}
    assert (await alice.post(path, {"refund": True}, headers=headers)).status_code == 200
    is_problem(await hand_over(alice, cancelled["id"]), 409, "card_state")
    await world.work()
    is_problem(await hand_over(alice, cancelled["id"]), 409, "card_state")
    await alice.post(f"/api/cards/{card['id']}/archive")
    is_problem(await hand_over(alice, card["id"]), 409, "card_state")


@pytest.mark.parametrize(
    "fields",
    [
        {"method": "gold"},
        {"amount": 0},
        {"amount": -5},
        {"amount": "1250"},
        {"amount": 12.5},
        {"note": "x" * 501},
        {"url": "http://shop.example.com/v/1"},
        {"url": "https://user@shop.example.com/"},
        {"url": "https://shop/"},
        {"url": "https://shop.example.com\\@evil.example/"},
        {"url": "https://a%2eb.example.com/"},
        {"url": "javascript:alert(1)"},
        {"url": f"https://shop.example.com/{'x' * 2048}"},
        {"paid_by": "Priya"},
    ],
)
async def test_refuses_faulty_fields(fields: dict[str, Any], alice: Person) -> None:
    """The control is the same request without the fault."""
    card = await collected(alice)
    answer = await hand_over(alice, card["id"], **fields)
    assert answer.status_code == 422, answer.text
    assert [each["pointer"] for each in answer.json()["errors"]] == [f"/{name}" for name in fields]
    assert (await hand_over(alice, card["id"])).status_code == 200


async def test_stores_a_host_as_dns_does(alice: Person) -> None:
    card = await collected(alice)
    answer = await hand_over(alice, card["id"], url="https://bücher.example.com/1")
    assert answer.json()["handover"]["url"] == "https://xn--bcher-kva.example.com/1"


async def test_records_one_handover_of_two_at_the_same_time(alice: Person) -> None:
    card = await collected(alice)
    answers = await asyncio.gather(*(hand_over(alice, card["id"], note=f"{each}") for each in range(6)))
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409, 409, 409]
    assert {each.json().get("code") for each in answers} == {None, "card_handed_over"}
    assert len((await alice.get("/api/events", params={"type": "card.handed_over"})).json()["data"]) == 1


async def test_replays_the_response_for_the_same_key(alice: Person) -> None:
    card = await collected(alice)
    path, key = f"/api/cards/{card['id']}/handover", ids.new("req")
    first, second = [await alice.post(path, VOUCHER, key=key) for _ in range(2)]
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    is_problem(await alice.post(path, VOUCHER, key=ids.new("req")), 409, "card_handed_over")


async def test_checks_the_version_of_the_card(alice: Person) -> None:
    card = await collected(alice)
    path = f"/api/cards/{card['id']}/handover"
    answer = await alice.post(path, VOUCHER, headers={"If-Match": f'"{card["version"]}"'})
    is_problem(answer, 412, "precondition_failed")
    version = (await alice.get(f"/api/cards/{card['id']}")).json()["version"]
    answer = await alice.post(path, VOUCHER, headers={"If-Match": f'"{version}"'})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("sees", "amount"), [("admins", {"amount": 1250, "currency": "EUR"}), ("nobody", None)]
)
async def test_an_admin_sees_no_url_and_the_amount_with_the_total(
    sees: str, amount: dict[str, Any] | None, alice: Person, bob: Person, mallory: Person
) -> None:
    card = await collected(alice, see_total=sees)
    privileges = dict.fromkeys(("can_update", "invite_contributors", "admin_management"), True)
    await make.admin(alice, card["id"], bob, **privileges)
    is_problem(await hand_over(bob, card["id"]), 403, "missing_privilege")
    is_problem(await hand_over(mallory, card["id"]), 404, "not_found")
    assert (await hand_over(alice, card["id"])).status_code == 200
    seen = (await bob.get(f"/api/cards/{card['id']}")).json()["handover"]
    assert seen.get("amount") == amount
    assert "url" not in seen
    assert seen["note"] == "Enjoy the bookshop"
    is_problem(await mallory.get(f"/api/cards/{card['id']}"), 404, "not_found")


async def test_is_erased_with_the_card(world: World, alice: Person) -> None:
    card = await collected(alice)
    await hand_over(alice, card["id"])
    [payment] = (await alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert (await buying.refund(alice, payment["id"])).status_code == 201
    await world.work()
    assert await world.owner.fetchval("select count(*) from handovers") == 1
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200
    is_problem(await hand_over(alice, card["id"]), 404, "not_found")
    try:
        clock.move(timedelta(days=29))
        await world.work()
    finally:
        clock.move(timedelta())
    assert await world.owner.fetchval("select count(*) from handovers") == 0
