"""Refunds and disputes on the dashboard, in any order with ours: the ledger matches Stripe's balance."""

import asyncio
import itertools
import json

import pytest

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.real.paying import gave, right, told
from tests.world import Person, World
from wellwish.payments import poll

SECRET = "whsec_ofalice00"


async def asked_back(world: World, person: Person, payment_id: str, amount: int | None = None) -> None:
    """Requests a refund without sending it to Stripe."""
    assert (await buying.refund(person, payment_id, amount)).status_code == 201


async def test_books_a_refund_of_the_dashboard_that_came_before_ours(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The owner refunds everything on the dashboard before our request, which Stripe then refuses."""
    made = await gave(world, stripe, alice)
    await asked_back(world, alice, made["payment_id"])
    [intent] = stripe.intents
    by_hand = stripe.refund(intent)
    assert await striped.call_back(world, stripe, by_hand, alice.account_id, SECRET) == 204
    row = await world.owner.fetchrow("select outcome, reason from provider_events where kind = 'refunded'")
    assert row is not None
    assert (row["outcome"], row["reason"]) == (
        "waiting",
        "1000 was refunded, but only 0 of 1000 is left: 0 was refunded and 1000 is being refunded.",
    )
    await world.work()  # Stripe refuses our request: the charge is already refunded
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refunded"]["amount"], shown["refundable"]["amount"]) == (
        "refunded",
        1000,
        0,
    )
    assert sorted(each["status"] for each in shown["refunds"]) == ["failed", "succeeded"]
    await right(world, stripe)
    # A poll finds nothing new.
    await striped.polled(world)
    await right(world, stripe)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
async def test_books_ours_and_theirs_in_any_order(
    order: tuple[int, ...], world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Two partial refunds, one of them reversed later, and a won dispute."""
    made = await gave(world, stripe, alice)
    await world.owner.execute("delete from provider_events")  # nothing counts as reported
    await asked_back(world, alice, made["payment_id"], 300)
    await world.work()
    [intent] = stripe.intents
    [ours] = stripe.refunds.values()
    by_hand = stripe.refund(intent, 700)
    failed = stripe.refund_ends(ours["id"], "failed")
    again = stripe.refund(intent, 300)
    events = [stripe.told("refund.created")[0], by_hand, failed, again]
    await told(world, stripe, alice, *(events[number] for number in order), made["event"])
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refunded"]["amount"]) == ("refunded", 1000)
    await right(world, stripe)


@pytest.mark.parametrize("created_first", [True, False])
async def test_books_nothing_of_a_refund_that_the_bank_rejected(
    created_first: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The report of its success may arrive after the rejection."""
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    created = stripe.refund(intent)
    created["created"] -= 5
    failed = stripe.refund_ends(created["data"]["object"]["id"], "failed")
    await told(world, stripe, alice, *((created, failed) if created_first else (failed, created)))
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refunded"]["amount"]) == ("succeeded", 0)
    await right(world, stripe)


async def test_believes_stripe_about_a_refund_that_we_took_for_refused(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    await asked_back(world, alice, made["payment_id"])
    [refund_id] = [each["id"] for each in (await buying.payment(alice, made["payment_id"]))["refunds"]]
    [intent] = stripe.intents
    stripe.charges[stripe.intents[intent]["latest_charge"]]["disputed"] = True  # Stripe now refuses refunds
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["refunds"][0]["status"] == "failed"
    named = {**stripe.intents[intent]["metadata"], "refund_id": refund_id}
    refund = stripe._refund(stripe.intents[intent], 1000, named, "succeeded")  # pyright: ignore[reportPrivateUsage]
    assert refund["id"]
    await told(world, stripe, alice, stripe.events[-1])
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refunds"][0]["status"]) == ("refunded", "succeeded")
    await right(world, stripe)
    await told(world, stripe, alice, stripe.refund_ends(refund["id"], "failed"))
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"
    await right(world, stripe)


async def test_books_two_refunds_at_once_each_once(world: World, alice: Person, stripe: FakeStripe) -> None:
    """Ten concurrent deliveries of the dashboard's refund, with our refund and two polls."""
    made = await gave(world, stripe, alice)
    await asked_back(world, alice, made["payment_id"], 400)
    [intent] = stripe.intents
    event = stripe.refund(intent, 600)
    body = json.dumps(event).encode()
    path = f"/callbacks/payments/stripe/{alice.account_id}"
    headers = stripe.sign(body, secret=SECRET)
    await asyncio.gather(
        *(world.client.post(path, content=body, headers=headers) for _ in range(10)),
        world.work(),
        poll.run(world.services, {}),
        poll.run(world.services, {}),
    )
    await striped.polled(world)
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refunded"]["amount"], len(shown["refunds"])) == ("refunded", 1000, 2)
    await right(world, stripe)


async def test_ends_a_lost_dispute_and_takes_its_money_back(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The payment has two disputes and stays frozen until both are closed; the fees of each are booked."""
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    opened = [stripe.dispute(intent, amount, fee=1500) for amount in (400, 600)]
    first, second = [each["data"]["object"]["id"] for each in opened]
    # The report of the first one's end precedes that of its beginning.
    [lost] = stripe.dispute_ends(first, won=False)
    await told(world, stripe, alice, lost)
    assert await striped.status(alice, made) == "succeeded"
    await told(world, stripe, alice, *opened)
    assert await striped.status(alice, made) == "disputed"
    [over] = stripe.dispute_ends(second, won=False)
    await told(world, stripe, alice, over, over)
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refundable"]["amount"], shown["disputed_at"]) == ("lost", 0, None)
    await right(world, stripe)
    assert stripe.held() == {"EUR": -3000}
    # Stripe later reinstates the funds of a lost dispute, with its fee.
    await told(world, stripe, alice, stripe.reinstate(second, fee=1500))
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["refundable"]["amount"]) == ("partially_refunded", 600)
    await right(world, stripe)
    assert stripe.held() == {"EUR": -900}
    assert await buying.in_the_ledger(world, "fees") == {"EUR": 1500}


async def test_keeps_a_contradiction_with_its_reason(world: World, alice: Person, stripe: FakeStripe) -> None:
    """The control: the refund exceeds the payment."""
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    event = stripe.refund(intent)
    event["data"]["object"]["amount"] = 1001
    await told(world, stripe, alice, event)
    row = await world.owner.fetchrow("select outcome, reason from provider_events where kind = 'refunded'")
    assert row is not None
    assert tuple(row.values()) == ("mismatch", "1001 of a payment of 1000 was refunded.")
    assert await striped.status(alice, made) == "succeeded"
    found = await world.owner.fetchrow("select card_id, data from events where type = 'payment.mismatched'")
    assert found is not None
    assert found["card_id"] == (await buying.payment(alice, made["payment_id"]))["card_id"]
    assert json.loads(found["data"])["payment_id"] == made["payment_id"]


async def test_keeps_a_second_refund_that_carries_the_id_of_ours(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """A second refund has a copy of our refund's metadata. It moves money, so the check must report it."""
    made = await gave(world, stripe, alice)
    await asked_back(world, alice, made["payment_id"], 300)
    await world.work()
    [ours] = stripe.refunds.values()
    [intent] = stripe.intents.values()
    copy = stripe._refund(intent, 300, dict(ours["metadata"]), "succeeded")  # pyright: ignore[reportPrivateUsage]
    await striped.polled(world)
    kept = await world.owner.fetch("select outcome, reason from provider_events where outcome = 'mismatch'")
    assert [tuple(row) for row in kept] == [
        ("mismatch", f"The refund is {ours['id']} at the provider, not {copy['id']}.")
    ]
    assert (await buying.payment(alice, made["payment_id"]))["refunded"]["amount"] == 300


async def test_an_event_about_our_refund_cannot_end_another_one_by_its_reference(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Accounts can sign any event, such as one refund's ID with the provider's ID of the other."""
    made = await gave(world, stripe, alice)
    for _ in range(2):
        await asked_back(world, alice, made["payment_id"], 300)
        await world.work()
    first, second = stripe.refunds.values()
    both = stripe.tell("refund.failed", {**second, "id": first["id"], "status": "failed"})
    await told(world, stripe, alice, both)
    shown = await buying.payment(alice, made["payment_id"])
    assert [each["status"] for each in shown["refunds"]] == ["succeeded", "succeeded"]
    kept = "select count(*) from provider_events where outcome = 'mismatch'"
    assert await world.owner.fetchval(kept) == 1


async def test_a_refund_of_another_account_matches_nothing_by_its_reference(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    """Two accounts share one Stripe account; each signs a report that the other's refund failed."""
    theirs = await gave(world, stripe, bob)
    mine = await gave(world, stripe, alice)
    for person, made in ((bob, theirs), (alice, mine)):
        await asked_back(world, person, made["payment_id"])
        await world.work()
    [of_bob] = [each for each in stripe.refunds.values() if each["_of"] == "acct_1ofbob00"]
    [of_alice] = [each for each in stripe.refunds.values() if each["_of"] == "acct_1ofalice00"]
    named = {**of_alice["metadata"]}
    del named["refund_id"]
    foreign = stripe.tell(
        "refund.failed", {**of_bob, "metadata": named, "status": "failed", "_of": of_alice["_of"]}
    )
    await told(world, stripe, alice, foreign)
    for person, made in ((bob, theirs), (alice, mine)):
        assert (await buying.payment(person, made["payment_id"]))["status"] == "refunded"
    # Without our metadata, the event is a failed dashboard refund of alice's payment, which moves nothing.
    assert await buying.in_the_ledger(world) == stripe.held()
