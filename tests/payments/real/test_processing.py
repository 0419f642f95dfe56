"""Debits take days: such a payment neither expires nor repeats, and its late result is booked."""

from datetime import timedelta

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.later import another_time
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, right, told
from tests.world import Person, World
from wellwish.base import clock


async def test_waits_for_a_debit_for_days(world: World, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    for succeeds, status, money in ((True, "succeeded", "paid"), (False, "failed", "failed")):
        made = await begun(alice)
        session = await opened(world, made)
        await told(world, stripe, alice, stripe.debit(session))
        assert await striped.status(alice, made) == "processing"
        shown = await giving.read(alice, made["card_id"], made["id"])
        assert shown["money"]["status"] == "processing"
        page = await world.client.get(f"{made['checkout_url']}/done")
        assert "Your bank is processing the payment" in page.text
        with another_time():
            for _ in range(3):
                clock.move(timedelta(days=1))
                await world.work()
            alice.token = None
            assert await striped.status(alice, made) == "processing"
            await told(world, stripe, alice, stripe.debit_ends(session, succeeded=succeeds))
            assert await striped.status(alice, made) == status
            shown = await giving.read(alice, made["card_id"], made["id"])
            assert shown["money"]["status"] == money
        alice.token = None
    await right(world, stripe)


async def test_finds_at_its_end_that_a_payment_whose_callback_was_lost_is_processing(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice, webhook_secret=None)
    made, left = await begun(alice), await begun(alice)
    stripe.debit(await opened(world, made))
    await opened(world, left)
    stripe.events.clear()  # older than Stripe's list
    with another_time():
        clock.move(timedelta(hours=24))
        alice.token = None
        await world.work()
        assert await striped.status(alice, made) == "processing"
        # The control: an unpaid page is also closed at Stripe.
        assert await striped.status(alice, left) == "cancelled"
    assert sorted(each["status"] for each in stripe.sessions.values()) == ["complete", "expired"]
    alice.token = None


async def test_a_late_report_of_a_debit_changes_nothing(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    session = await opened(world, made)
    began, ended = stripe.debit(session), stripe.debit_ends(session)
    await told(world, stripe, alice, ended, began)
    assert await striped.status(alice, made) == "succeeded"
    await right(world, stripe)


async def test_gives_a_debit_back_that_succeeds_after_its_card_was_cancelled(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    session = await opened(world, made)
    await told(world, stripe, alice, stripe.debit(session))
    assert (await alice.post(f"/api/cards/{made['card_id']}/cancel")).status_code == 200
    await told(world, stripe, alice, stripe.debit_ends(session))
    assert await striped.status(alice, made) == "refunded"
    await striped.polled(world)
    await right(world, stripe)


async def test_a_part_of_its_price_refunded_keeps_a_bundle_active(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await buying.buy(alice, currency="EUR")
    stripe.pay(await opened(world, made))
    await striped.polled(world)
    [intent] = stripe.intents
    stripe.refund(intent, 100)
    await striped.polled(world)
    bundle = await buying.purchase(alice, made["id"])
    assert (bundle["status"], bundle["payment_status"]) == ("active", "paid")
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "partially_refunded"
    # The API can refund the remaining amount, which ends the bundle.
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    assert (await buying.purchase(alice, made["id"]))["status"] == "refunded"
    await striped.polled(world)
    assert (await buying.purchase(alice, made["id"]))["payment_status"] == "refunded"
    await right(world, stripe)


async def test_a_lost_dispute_ends_the_gift(world: World, alice: Person, stripe: FakeStripe) -> None:
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    withdrawn = stripe.dispute(intent)
    await told(world, stripe, alice, withdrawn)
    shown = await giving.read(alice, made["card_id"], made["id"])
    assert shown["money"]["status"] == "disputed"
    await told(world, stripe, alice, *stripe.dispute_ends(withdrawn["data"]["object"]["id"], won=False))
    shown = await giving.read(alice, made["card_id"], made["id"])
    assert (shown["money"]["status"], shown["money"]["refunded"]["amount"]) == ("lost", 1000)
    assert (await alice.delete(f"/api/cards/{made['card_id']}")).status_code == 200
    assert (await world.client.get(f"{made['checkout_url']}/done")).text.count(
        "Your payment was returned"
    ) == 1


async def test_never_calls_a_payment_cancelled_whose_money_the_provider_has(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The provider's report contradicts the payment, so the page keeps showing it as unconfirmed."""
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    session = await opened(world, made)
    stripe.sessions[session]["amount_total"] = 999
    await told(world, stripe, alice, stripe.pay(session))
    with another_time():
        for _ in range(3):
            clock.move(timedelta(hours=25))
            await world.work()
        alice.token = None
        assert await striped.status(alice, made) == "pending"
    alice.token = None
    page = await world.client.get(f"{made['checkout_url']}/done")
    assert "cancelled" not in page.text
    assert await world.owner.fetchval("select reason from provider_events where outcome = 'mismatch'") == (
        "The amount is 999, but that of the payment is 1000."
    )
