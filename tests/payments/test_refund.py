"""Even concurrent refunds never exceed the payment; an unused bundle is refunded only in full."""

import asyncio

import pytest

from tests import make
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import ids


async def test_refunds_an_unused_bundle(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    answer = await buying.refund(alice, made["payment_id"])
    assert answer.status_code == 201, answer.text
    assert (answer.json()["status"], answer.json()["amount"]["amount"]) == ("pending", 3900)
    taken = await alice.post("/api/cards", await make.body(alice, bundle_purchase_id=made["id"]))
    assert taken.json()["code"] == "bundle_not_active"
    await world.work()
    kept = await buying.payment(alice, made["payment_id"])
    assert (kept["status"], kept["refunded"]["amount"], kept["refunds"][0]["status"]) == (
        "refunded",
        3900,
        "succeeded",
    )
    purchase = await buying.purchase(alice, made["id"])
    assert (purchase["status"], purchase["payment_status"]) == ("refunded", "refunded")
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_refuses_a_bundle_of_which_a_card_was_used(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    await make.card(alice, bundle_purchase_id=made["id"])
    answer = await buying.refund(alice, made["payment_id"])
    assert (answer.status_code, answer.json()["code"]) == (409, "bundle_used")
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"


async def test_refuses_a_part_of_a_bundle(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    answer = await buying.refund(alice, made["payment_id"], 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "refund_exceeds_payment")
    assert answer.json()["detail"] == "A bundle can be refunded only in full. Omit `amount`."


async def test_refunds_once_however_many_ask(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    answers = await asyncio.gather(*(buying.refund(alice, made["payment_id"]) for _ in range(8)))
    assert sorted(each.status_code for each in answers).count(201) == 1
    assert {each.status_code for each in answers} <= {201, 409, 412}
    await world.work()
    assert await buying.at_the_provider(world) == await buying.in_the_ledger(world)
    assert (await buying.payment(alice, made["payment_id"]))["refunded"]["amount"] == 3900


async def test_uses_no_card_of_a_bundle_that_goes_back(world: World, alice: Person) -> None:
    for _ in range(6):
        made = await buying.bought(alice, 1)
        body = await make.body(alice, bundle_purchase_id=made["id"])
        card, back = await asyncio.gather(
            alice.post("/api/cards", body), buying.refund(alice, made["payment_id"])
        )
        assert (card.status_code == 201) != (back.status_code == 201), (card.text, back.text)


async def test_needs_the_version_and_a_key(alice: Person) -> None:
    made = await buying.bought(alice)
    path = f"/api/payments/{made['payment_id']}/refunds"
    assert (await alice.post(path, {}, key=ids.new("req"))).status_code == 428
    old = await alice.post(path, {}, key=ids.new("req"), headers={"If-Match": '"1"'})
    assert old.status_code == 412
    assert (await alice.post(path, {}, headers={"If-Match": '"2"'})).json()[
        "code"
    ] == "idempotency_key_required"


@pytest.mark.parametrize("amount", [0, -1, 1.5, 10**18, "100", True, None.__class__.__name__])
async def test_refuses_what_is_no_amount(amount: object, world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    before = await buying.in_the_ledger(world)
    answer = await alice.post(
        f"/api/payments/{made['payment_id']}/refunds", {"amount": amount},
        key=ids.new("req"), headers={"If-Match": '"2"'},
    )  # fmt: skip
    assert answer.status_code == 422, answer.text
    assert await buying.in_the_ledger(world) == before


async def test_refuses_a_refund_of_what_is_refunded_or_unpaid(world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    assert (await buying.refund(alice, made["payment_id"])).json()["code"] == "payment_state"
    paid = await buying.bought(alice)
    await buying.refund(alice, paid["payment_id"])
    await world.work()
    again = await buying.refund(alice, paid["payment_id"])
    assert (again.status_code, again.json()["code"]) == (409, "payment_state")


async def test_only_the_owner_is_allowed(world: World, alice: Person, mallory: Person) -> None:
    made = await buying.bought(alice)
    headers = {"If-Match": '"2"'}
    path = f"/api/payments/{made['payment_id']}/refunds"
    assert (await mallory.post(path, {}, headers=headers, key="x")).status_code == 404
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await alice.post(path, {}, headers=headers, key="x")).json()["code"] == "owner_required"
