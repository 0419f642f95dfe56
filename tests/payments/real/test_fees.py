"""Payments are booked before their fees are known; fees of payments and disputes follow."""

from pathlib import Path

import pytest

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, right, told
from tests.world import Person, World
from wellwish.infra.checkout.stripe_setup import ENDPOINT_EVENTS, PERMISSIONS
from wellwish.infra.http.plan import plan_of
from wellwish.routes import OPERATIONS

ROUTES = {f"{route.method} {route.path}": route for route in OPERATIONS}


async def proceeds(alice: Person, card_id: str) -> list[int]:
    """Returns a card's fees, its net, and the number of payments without a known fee."""
    found = (await alice.get(f"/api/cards/{card_id}")).json()["proceeds"]
    return [found["fees"]["amount"], found["net"]["amount"], found["without_fee"]]


async def test_books_the_fee_once_stripe_has_settled_the_charge(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["fee"]) == ("succeeded", None)
    assert await proceeds(alice, made["card_id"]) == [0, 1000, 1]
    [settled] = stripe.capture()
    await told(world, stripe, alice, settled, settled)
    assert (await buying.payment(alice, made["payment_id"]))["fee"] == {"amount": 30, "currency": "EUR"}
    assert await buying.in_the_ledger(world, "fees") == {"EUR": 30}
    assert await proceeds(alice, made["card_id"]) == [30, 970, 0]
    assert stripe.held() == {"EUR": 970}
    await right(world, stripe)
    # Stripe also reports other changes of the charge.
    await told(world, stripe, alice, stripe.tell("charge.updated", next(iter(stripe.charges.values()))))
    await right(world, stripe)


async def test_finds_a_fee_by_polling_that_came_before_its_payment(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    paid = stripe.pay(await opened(world, made))
    await told(world, stripe, alice, *stripe.capture())
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "pending"
    await told(world, stripe, alice, paid)
    assert (await buying.payment(alice, made["payment_id"]))["fee"] == {"amount": 30, "currency": "EUR"}
    await striped.polled(world)
    await right(world, stripe)


@pytest.mark.parametrize(
    "permission", ["payment_intent_read", "charge_read", "balance_read", "checkout_session_read"]
)
async def test_books_the_money_with_a_key_that_may_not_read_the_fee(
    permission: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The key loses the permission after its setup."""
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    session = await opened(world, made)
    stripe.denied["sk_test_ofalice00"] = {permission}
    await told(world, stripe, alice, stripe.pay(session))
    await told(world, stripe, alice, *stripe.capture())
    shown = await buying.payment(alice, made["payment_id"])
    unknown = permission == "balance_read"
    assert (shown["status"], shown["fee"] is None) == ("succeeded", unknown)
    await striped.polled(world)
    # A poll with the restored permission finds the fee.
    stripe.denied.clear()
    await striped.polled(world)
    await right(world, stripe)


async def test_ignores_fees_settled_in_another_currency(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    [settled] = stripe.capture()
    [transaction] = stripe.transactions.values()
    transaction["currency"] = "usd"
    await told(world, stripe, alice, settled)
    assert (await buying.payment(alice, made["payment_id"]))["fee"] is None


@pytest.mark.parametrize("is_won", [True, False])
async def test_books_the_fee_of_a_dispute(
    is_won: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    withdrawn = stripe.dispute(intent, fee=1500)
    over = stripe.dispute_ends(withdrawn["data"]["object"]["id"], won=is_won)
    await told(world, stripe, alice, withdrawn, *over)
    assert await buying.in_the_ledger(world, "fees") == {"EUR": 1500}
    assert stripe.held() == {"EUR": -500 if is_won else -1500}
    assert (await proceeds(alice, made["card_id"]))[:2] == [1500, stripe.held()["EUR"]]
    await right(world, stripe)


NEEDS = [
    ("account_read", "read the account"),
    ("event_read", "read events"),
    ("payment_intent_read", "read payment intents"),
    ("charge_read", "read charges and refunds"),
    ("charge_write", "write charges and refunds"),
    ("balance_read", "read balance transactions"),
    ("checkout_session_read", "read Checkout Sessions"),
    ("checkout_session_write", "write Checkout Sessions"),
]


def test_each_permission_that_is_checked_is_named_where_a_key_is_set() -> None:
    assert {words for _, words in NEEDS} == set(PERMISSIONS)
    described = ROUTES["PUT /api/payment-provider"].body_type
    assert described is not None
    text = str(plan_of(described).fields["secret_key"].meta)
    assert [each for each in PERMISSIONS if each not in text] == []
    guide = Path("docs/guides/money.md").read_text(encoding="utf-8")
    assert [each for each in (*PERMISSIONS, *ENDPOINT_EVENTS) if each not in guide] == []
    environment = Path("wellwish.env.example").read_text(encoding="utf-8")
    assert [each for each in (*ENDPOINT_EVENTS, "invoice.paid") if each not in environment] == []


@pytest.mark.parametrize(("denied", "words"), NEEDS)
async def test_takes_no_key_without_every_permission_that_is_used(
    denied: str, words: str, alice: Person, stripe: FakeStripe
) -> None:
    stripe.denied["sk_test_ofalice00"] = {denied}
    answer = await striped.own_key(stripe, alice)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["errors"][0]["detail"]
    assert stripe.sessions == stripe.refunds == {}
    # The control: with the permission, the key is accepted, and the check creates nothing at Stripe.
    stripe.denied.clear()
    assert (await striped.own_key(stripe, alice)).status_code == 200
    assert (await alice.post(f"{striped.PATH}/check")).status_code == 200
    assert stripe.sessions == stripe.refunds == {}
    stripe.denied["sk_test_ofalice00"] = {denied}
    assert (await alice.post(f"{striped.PATH}/check")).json()["code"] == "payment_provider_refused"
