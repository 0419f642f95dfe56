"""Other programs use the same Stripe account: polls skip their events and apply ours after them."""

import json
from collections import Counter
from datetime import timedelta
from unittest.mock import AsyncMock, Mock

import pytest
from stripe import PaymentIntent

from tests import make
from tests.fakes.stripe import FakeStripe
from tests.later import another_time
from tests.payments import buying, giving, striped
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout import Merchant
from wellwish.infra.checkout.stripe_intents import Intents
from wellwish.payments import poll
from wellwish.payments.compare import compare


async def test_finds_a_lost_callback_behind_events_of_other_programs(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    """It happens at a tenant's account and at the operator's, where a delay would affect everybody."""
    for person in (alice, bob):
        await striped.own_key(stripe, person, webhook_secret=None)
    stripe.other_programs()
    stripe.other_programs("acct_1ofalice00")
    bought = await buying.buy(alice)
    stripe.pay(await giving.opened(world, bought))
    gifts = [await giving.begun(person, (await make.card(person))["id"]) for person in (alice, bob)]
    for gift in gifts:
        await giving.paid_at_stripe(world, stripe, gift)
    await striped.polled(world)
    assert await striped.status(alice, bought) == "succeeded"
    for person, gift in zip((alice, bob), gifts, strict=True):
        assert await striped.status(person, gift) == "succeeded"
    # No foreign event is stored, and the next poll does not restart at the oldest event.
    assert await world.owner.fetchval("select count(*) from provider_events where outcome <> 'applied'") == 0
    stale = "select count(*) from provider_polls where polled_until < now() - interval '1 minute'"
    assert await world.owner.fetchval(stale) == 0
    assert (await compare(world.services)).faults == []


async def test_asks_once_whose_a_payment_intent_is(world: World, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    made, _ = await striped.paid(world, stripe, alice)
    [intent] = stripe.intents
    foreign = stripe.create_intent_of_others("acct_1ofalice00")
    for name in (intent, foreign):
        stripe.refund(name, 100)
        stripe.refund(name, 100)
    stripe.other_programs("acct_1ofalice00")
    for _ in range(3):
        await striped.polled(world)
    asked = [each for each in stripe.calls if each.startswith("GET /v1/payment_intents/")]
    counts = Counter(each.rpartition("/")[2] for each in asked)
    # The intents of other programs: one that does not exist, and one that the key cannot read, tried twice.
    assert counts.pop(intent) == counts.pop(foreign) == 1
    assert sorted(counts.values()) == [1, 2]
    assert (await buying.payment(alice, made["payment_id"]))["refunded"]["amount"] == 200


@pytest.mark.parametrize("status", [403, 404])
async def test_applies_a_refund_whose_payment_intent_was_unreadable_once(
    status: int, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """A callback applies it, and so does a poll after a minute: no event stays foreign for ever."""
    await striped.own_key(stripe, alice)
    made, _ = await striped.paid(world, stripe, alice)
    [intent] = stripe.intents
    hidden = stripe.unreadable if status == 403 else stripe.unreplicated
    hidden.add(intent)
    event = stripe.refund(intent, 250)
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    hidden.clear()
    await striped.polled(world)
    assert await striped.status(alice, made) == "succeeded"  # the control: it is remembered for a minute
    with another_time():
        clock.move(timedelta(seconds=61))
        await striped.polled(world)
    assert await striped.status(alice, made) == "partially_refunded"


async def test_reads_an_intent_again_whose_permission_is_restored_meanwhile(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made, _ = await striped.paid(world, stripe, alice)
    [intent] = stripe.intents
    stripe.denied_once.append(f"/v1/payment_intents/{intent}")
    event = stripe.refund(intent, 250)
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    assert await striped.status(alice, made) == "partially_refunded"


@pytest.mark.parametrize("break_with", ["unreadable", "away"])
async def test_goes_on_behind_an_event_that_cannot_be_explained(
    break_with: str, world: World, alice: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The poll fetches the event again, and applies it once the provider explains it."""
    await striped.own_key(stripe, alice)
    first, _ = await striped.paid(world, stripe, alice)
    [intent] = stripe.intents
    if break_with == "unreadable":
        stripe.denied["sk_test_ofalice00"] = {"payment_intent_read"}
    else:
        for _ in range(3):  # the library retries twice
            stripe.fail(f"GET /v1/payment_intents/{intent}")
    stripe.refund(intent, 250)
    second = await giving.begun(alice, (await make.card(alice))["id"])
    await giving.paid_at_stripe(world, stripe, second)
    await striped.polled(world)
    assert await striped.status(alice, second) == "succeeded"
    assert await striped.status(alice, first) == "succeeded"
    stripe.denied.clear()
    await striped.polled(world)
    assert await striped.status(alice, first) == "partially_refunded"


async def test_applies_what_a_key_without_permission_could_not_explain_for_hours(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made, _ = await striped.paid(world, stripe, alice)
    [intent] = stripe.intents
    stripe.denied["sk_test_ofalice00"] = {"payment_intent_read"}
    event = stripe.refund(intent, 250)
    answer = await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00")
    assert answer == 503  # makes Stripe retry
    with another_time():
        for _ in range(2):
            await world.owner.execute("update jobs set run_at = now() - interval '1 second'")
            await striped.polled(world)
            clock.move(timedelta(hours=2))
        [fault] = (await compare(world.services)).faults
        assert fault.endswith("a difference of 250.")
        stripe.denied.clear()
        await striped.polled(world)
    assert await striped.status(alice, made) == "partially_refunded"


async def test_checks_the_books_of_an_account_with_other_programs(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    for event in (*stripe.other_programs("acct_1ofalice00"), *stripe.other_programs()):
        event["created"] -= 300
    assert (await compare(world.services)).faults == []
    # The control: one of our events that was not applied.
    made = await giving.begun(alice, (await make.card(alice))["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    event["created"] -= 300
    [fault] = (await compare(world.services)).faults
    assert event["id"] in fault


async def test_answers_a_malformed_callback_and_goes_on_polling_behind_one(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    session = stripe.sessions[await giving.opened(world, made)]
    broken = stripe.tell("checkout.session.expired", {**session, "status": "expired", "amount_total": None})
    answer = await striped.call_back(world, stripe, broken, alice.account_id, "whsec_ofalice00")
    assert answer == 401
    body = json.dumps({**broken, "data": {"object": []}})
    headers = stripe.sign(body.encode(), secret="whsec_ofalice00")
    path = f"/callbacks/payments/stripe/{alice.account_id}"
    assert (await world.client.post(path, content=body, headers=headers)).status_code == 401
    broken["created"] -= 1200
    await world.owner.execute("update provider_polls set polled_until = now() - interval '30 minutes'")
    stripe.pay(session["id"])
    await poll.run(world.services, {})
    await striped.polled(world)
    assert await striped.status(alice, made) == "succeeded"
    # Unlike unexplained events, polls do not fetch it again for days.
    polled_until = "select min(polled_until) from provider_polls where account_id = $1"
    until = await world.owner.fetchval(polled_until, alice.account_id)
    assert until > clock.now() - timedelta(minutes=1)


async def test_remembers_of_an_intent_only_what_names_our_payment() -> None:
    """Ten thousand intents of other programs, with all metadata that Stripe takes, would fill the memory."""
    merchant = Merchant(provider="stripe", owner="operator")
    ours = {"account_id": ids.new("acct"), "payment_id": ids.new("pay"), "merchant": "stripe:operator"}
    more = {f"note_{number}": "x" * 500 for number in range(47)}
    for metadata, expected in (
        ({**more, **ours}, ours),
        ({**more, "payment_id": "order-7"}, {}),
        ({**more, **ours, "merchant": "stripe:another"}, {}),
        ({}, {}),
    ):
        api = Mock()
        read = {"id": "pi_1", "object": "payment_intent", "metadata": metadata}
        api.payment_intents.retrieve_async = AsyncMock(return_value=PaymentIntent.construct_from(read, None))
        assert await Intents(api).metadata(merchant, {"payment_intent": "pi_1"}) == expected
