"""The key that a payment uses, and the events that may settle it."""

import json
from typing import Any

import pytest

from tests import make
from tests.fakes.stripe import PLATFORM, SECRET, FakeStripe
from tests.payments import buying, giving, striped
from tests.world import Person, World
from wellwish.payments.compare import compare


async def test_pays_with_the_accounts_own_key(world: World, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    card = await make.card(alice)
    made = await giving.begun(alice, card["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    assert event["_of"] == "acct_1ofalice00"
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    assert await striped.status(alice, made) == "succeeded"
    assert (await buying.refund(alice, made["payment_id"], 400)).status_code == 201
    await world.work()
    assert stripe.held("acct_1ofalice00") == await buying.in_the_ledger(world) == {"EUR": 600}
    assert stripe.held(PLATFORM) == {}


async def test_lets_nobodys_secret_but_the_accounts_own_settle_a_payment(
    world: World, alice: Person, mallory: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    await striped.own_key(stripe, mallory)
    card = await make.card(alice)
    made = await giving.begun(alice, card["id"])
    await giving.opened(world, made)
    session = next(iter(stripe.sessions.values()))
    forged = {**session, "status": "complete", "payment_status": "paid", "payment_intent": None}
    for merchant in (session["metadata"]["merchant"], None, "stripe:operator"):
        told = json.loads(json.dumps(forged))
        told["metadata"]["merchant"] = merchant
        if merchant is None:
            del told["metadata"]["merchant"]
        event = stripe.tell("checkout.session.completed", told)
        stripe.events.clear()  # hides the event from polls
        # Signed with mallory's secret for alice's URL and for mallory's; with the operator's secret for both.
        assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofmallory00") == 401
        answer = await striped.call_back(world, stripe, event, mallory.account_id, "whsec_ofmallory00")
        assert answer == (401 if merchant is None else 204)
        assert await striped.call_back(world, stripe, event, alice.account_id, SECRET) == 401
        body = json.dumps(event).encode()
        answer = await world.client.post(
            "/callbacks/payments/stripe", content=body, headers=stripe.sign(body, secret=SECRET)
        )
        assert answer.status_code == 204
    await striped.polled(world)
    assert await striped.status(alice, made) == "pending"
    assert await buying.in_the_ledger(world) == {}
    # Events without a merchant are stored as mismatches, which raise an alarm.
    kept = await world.owner.fetch("select merchant, outcome from provider_events order by merchant")
    assert {row["outcome"] for row in kept} == {"mismatch"}
    # The control: alice's own secret settles it.
    event = stripe.pay(session["id"])
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    assert await striped.status(alice, made) == "succeeded"


async def test_lets_no_key_of_another_find_a_payment(
    world: World, alice: Person, mallory: Person, stripe: FakeStripe
) -> None:
    """Mallory pays a session with alice's payment ID in its metadata, and Stripe reports it."""
    await striped.own_key(stripe, alice)
    await striped.own_key(stripe, mallory)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    await giving.opened(world, made)
    theirs = await giving.begun(mallory, (await make.card(mallory))["id"])
    session_id = await giving.opened(world, theirs)
    named = {"account_id": alice.account_id, "payment_id": made["payment_id"]}
    stripe.sessions[session_id] |= {"metadata": named, "_named": named}
    stripe.pay(session_id)
    await striped.polled(world)
    assert await striped.status(alice, made) == "pending"
    assert await buying.in_the_ledger(world) == {}


async def test_ends_a_payment_that_the_provider_does_not_take(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    card = await make.card(alice)
    for amount, currency in ((1, "EUR"), (1255, "KWD")):
        made = await giving.begun(alice, card["id"], amount, currency)
        answer = await world.client.get(made["checkout_url"])
        assert (answer.status_code, answer.headers["location"][-5:]) == (303, "/done")
        shown = await buying.payment(alice, made["payment_id"])
        assert (shown["status"], shown["failure_reason"]) == ("failed", "refused_by_provider")
    assert (await world.client.get(answer.headers["location"])).status_code == 200
    # The control: an unavailable provider can be retried.
    made = await giving.begun(alice, card["id"])
    stripe.refused_before = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    assert await striped.status(alice, made) == "pending"


async def test_keeps_what_is_of_no_payment_and_tells_in_the_books(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    session = {
        "id": "cs_x", "mode": "payment", "status": "complete", "payment_status": "paid",
        "amount_total": 5, "currency": "usd", "payment_intent": None,
        "metadata": {"account_id": alice.account_id, "payment_id": "pay_01h455vb4pex5vsknk084sn02q"},
        "_of": "acct_1ofalice00",
    }  # fmt: skip
    event = stripe.tell("checkout.session.completed", session)
    for _ in range(2):
        assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    async with world.services.db.transaction() as tx:
        assert await tx.value("select count(*) from provider_events where outcome = 'unknown'") == 1
    assert await buying.in_the_ledger(world) == {}


@pytest.mark.parametrize(
    "change",
    [{"id": 7}, {"id": "x" * 300}, {"created": "soon"}, {"type": None}, {"data": {}}, {"data": None}],
)
async def test_ignores_signed_events_with_invalid_fields(
    change: dict[str, Any], world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Accounts can sign any body with their webhook secret, even one that Stripe never sends."""
    await striped.own_key(stripe, alice)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    sent = {**event, **change}
    answer = await striped.call_back(world, stripe, sent, alice.account_id, "whsec_ofalice00")
    assert answer in (204, 401)
    assert await striped.status(alice, made) == "pending"


async def test_finds_a_lost_callback_of_each_account_by_asking(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    made = []
    for person in (alice, bob):
        await striped.own_key(stripe, person, webhook_secret=None)
        payment = await giving.begun(person, (await make.card(person))["id"])
        await giving.paid_at_stripe(world, stripe, payment)
        made.append((person, payment))
    # An account with a revoked key does not delay the others.
    del stripe.keys["sk_test_ofalice00"]
    await striped.polled(world)
    assert [await striped.status(*each) for each in made] == ["pending", "succeeded"]
    stripe.keys["sk_test_ofalice00"] = "acct_1ofalice00"
    await striped.polled(world)
    assert await striped.status(alice, made[0][1]) == "succeeded"


async def test_the_check_reports_an_event_that_was_not_applied(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    event["created"] -= 300
    untaken = (await compare(world.services)).faults
    assert len(untaken) == 1
    assert event["id"] in untaken[0]
    await striped.polled(world)
    assert (await compare(world.services)).faults == []


async def test_the_check_reports_an_event_unknown_to_stripe(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    invented = {**event, "id": "evt_invented"}
    answer = await striped.call_back(world, stripe, invented, alice.account_id, "whsec_ofalice00")
    assert answer == 204
    await striped.polled(world)
    (fault,) = (await compare(world.services)).faults
    assert "evt_invented" in fault
    assert "does not report it" in fault


async def test_leaves_alone_what_a_neighbour_at_the_same_stripe_account_sells(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice, "shared")
    await striped.own_key(stripe, bob, "shared")
    made = await giving.begun(alice, (await make.card(alice))["id"])
    await giving.paid_at_stripe(world, stripe, made)
    await striped.polled(world)
    assert await striped.status(alice, made) == "succeeded"
    assert await world.owner.fetchval("select count(*) from provider_events where outcome <> 'applied'") == 0
