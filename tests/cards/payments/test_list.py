"""List the payments of a card, with refunds and pagination, for its owner."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from tests import make
from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.world import Person, World


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """Configures Stripe with the operator's key."""
    async with striped.at_stripe(world) as fake:
        yield fake


async def test_lists_what_was_paid_and_what_was_not(alice: Person) -> None:
    card = await giving.card(alice)
    other = await giving.card(alice)
    made = [
        (await giving.gave(alice, card["id"], button))["money"]["payment_id"]
        if button == "succeed"
        else (await giving.gave(alice, card["id"], button))["id"]
        for button in ("succeed", "decline", "cancel")
    ]
    await giving.gave(alice, other["id"])
    await buying.bought(alice)
    listed = (await alice.get(f"/api/cards/{card['id']}/payments")).json()
    assert [each["status"] for each in listed["data"]] == ["cancelled", "failed", "succeeded"]
    assert {each["card_id"] for each in listed["data"]} == {card["id"]}
    assert listed["data"][2] == await buying.payment(alice, made[0])
    failed = await alice.get(f"/api/cards/{card['id']}/payments", params={"status": "failed"})
    assert [each["failure_reason"] for each in failed.json()["data"]] == ["declined"]


async def test_lists_refunds_with_their_payments(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    first, second = [(await giving.gave(alice, card["id"]))["money"]["payment_id"] for _ in range(2)]
    for payment_id, amount in ((first, 250), (first, 100), (second, 1250)):
        assert (await buying.refund(alice, payment_id, amount)).status_code == 201
        await world.work()
    listed = (await alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert [[refund["amount"]["amount"] for refund in each["refunds"]] for each in listed] == [
        [1250], [100, 250],
    ]  # fmt: skip
    assert [each["status"] for each in listed] == ["refunded", "partially_refunded"]


async def test_pages_through_the_payments_of_a_card(alice: Person) -> None:
    card = await giving.card(alice)
    for _ in range(5):
        await giving.gives(alice, card["id"])
    path, seen, query = f"/api/cards/{card['id']}/payments", [], {"limit": "2"}
    while True:
        page = (await alice.get(path, params=query)).json()
        seen += [each["id"] for each in page["data"]]
        if not page["has_more"]:
            break
        query["cursor"] = page["next_cursor"]
    assert seen == [each["id"] for each in (await alice.get(path)).json()["data"]]
    assert len(set(seen)) == 5
    other = await giving.card(alice)
    is_problem(await alice.get(path, params={"cursor": "x"}), 400, "invalid_cursor")
    assert (await alice.get(f"/api/cards/{other['id']}/payments")).json()["data"] == []


async def test_only_owners_list_the_payments_of_a_card(alice: Person, bob: Person, mallory: Person) -> None:
    card = await giving.card(alice, see_total="everyone", see_contributors="everyone")
    await giving.gave(alice, card["id"])
    path = f"/api/cards/{card['id']}/payments"
    privileges = dict.fromkeys(("can_update", "invite_contributors", "admin_management"), True)
    await make.admin(alice, card["id"], bob, **privileges)
    is_problem(await bob.get(path), 403, "missing_privilege")
    is_problem(await mallory.get(path), 404, "not_found")


async def test_never_refunds_more_than_was_given(world: World, alice: Person) -> None:
    """Of concurrent partial refunds, only those that fit the payment succeed."""
    card = await giving.card(alice)
    payment_id = (await giving.gave(alice, card["id"]))["money"]["payment_id"]

    async def ask(amount: int) -> int:
        path, headers = f"/api/payments/{payment_id}/refunds", {"If-Match": "*"}
        key = f"{payment_id}-{amount}"
        return (await alice.post(path, {"amount": amount}, headers=headers, key=key)).status_code

    statuses = await asyncio.gather(*(ask(500 + number) for number in range(6)))
    assert sorted(statuses) == [201, 201, 409, 409, 409, 409]
    await world.work()
    shown = await buying.payment(alice, payment_id)
    assert shown["status"] == "partially_refunded"
    assert 1000 < shown["refunded"]["amount"] <= 1250
    assert shown["refunded"]["amount"] + shown["refundable"]["amount"] == 1250
    answer = await buying.refund(alice, payment_id, shown["refundable"]["amount"] + 1)
    is_problem(answer, 409, "refund_exceeds_payment")
    assert (await buying.refund(alice, payment_id)).status_code == 201
    await world.work()
    is_problem(await buying.refund(alice, payment_id), 409, "payment_state")
    refund_id = (await buying.payment(alice, payment_id))["refunds"][0]["id"]
    answer = await alice.post(f"/api/payments/{refund_id}/refunds", {}, key="x", headers={"If-Match": "*"})
    is_problem(answer, 404, "not_found")
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_refunds_no_disputed_payment(world: World, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    made = await giving.gives(alice, card["id"])
    payment_id = made["money"]["payment_id"]
    opened = await world.client.get(made["checkout_url"])
    event = stripe.pay(opened.headers["location"].rpartition("/")[2])
    secret = "whsec_ofalice00"
    assert await striped.call_back(world, stripe, event, alice.account_id, secret) == 204
    intent = next(iter(stripe.intents.values()))
    event = stripe.dispute(intent["id"])
    dispute_id = event["data"]["object"]["id"]
    assert await striped.call_back(world, stripe, event, alice.account_id, secret) == 204
    await world.work()
    [shown] = (await alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert (shown["status"], shown["refundable"]["amount"]) == ("disputed", 0)
    assert shown["disputed_at"] is not None
    is_problem(await buying.refund(alice, payment_id), 409, "payment_state")
    assert (await giving.read(alice, card["id"], made["id"]))["money"]["status"] == "disputed"
    assert "payment.disputed" in await buying.events(alice)
    _, event = stripe.dispute_ends(dispute_id, won=True)
    assert await striped.call_back(world, stripe, event, alice.account_id, secret) == 204
    await world.work()
    assert (await buying.refund(alice, payment_id)).status_code == 201
