"""Stripe replays a stored error for a day: the next attempt uses a new key, and takes effect once."""

import asyncio
from datetime import timedelta

import pytest

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, right, told
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra.checkout import CheckoutPage, Merchant, Order


@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize("after", [False, True])
async def test_opens_a_page_after_a_stored_error(
    after: bool, marks: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """If Stripe created a session despite the error, nobody has its URL, so payers see only one page."""
    stripe.marks_replays = marks
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    stripe.fail("POST /v1/checkout/sessions", after=after)
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    pages = {await opened(world, made) for _ in range(3)}
    assert len(pages) == 1
    await told(world, stripe, alice, stripe.pay(pages.pop()))
    assert await striped.status(alice, made) == "succeeded"
    await right(world, stripe)


async def test_keeps_the_key_where_the_outcome_is_unknown(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The control: a retry after a lost response uses the same key and gets the same page."""
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    stripe.lost_after = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    stripe.lost_after, stripe.refused_before = 0.0, 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    stripe.refused_before = 0.0
    await opened(world, made)
    assert len(stripe.sessions) == 1
    assert await world.owner.fetchval("select checkout_attempt from payments") == 0


async def test_shows_one_page_to_many_who_open_the_link_while_stripe_fails(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await begun(alice)
    stripe.fail("POST /v1/checkout/sessions", after=True)
    stripe.fail("POST /v1/checkout/sessions")
    shown: set[str] = set()
    for _ in range(4):
        answers = await asyncio.gather(*(world.client.get(made["checkout_url"]) for _ in range(6)))
        assert {each.status_code for each in answers} <= {303, 503}
        shown |= {each.headers["location"] for each in answers if each.status_code == 303}
    assert len(shown) == 1
    session = shown.pop().rpartition("/")[2]
    stripe.pay(session)
    payable = [each["id"] for each in stripe.sessions.values() if each["status"] == "open"]
    assert len(payable) <= 1, "at most the one that the error hid, whose address nobody has"


@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize("after", [False, True])
async def test_refunds_once_after_a_stored_error(
    after: bool, marks: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    stripe.marks_replays = marks
    made = await gave(world, stripe, alice)
    stripe.fail("POST /v1/refunds", after=after)
    assert (await buying.refund(alice, made["payment_id"], 400)).status_code == 201
    await world.work()
    assert await striped.status(alice, made) == "succeeded"
    await world.owner.execute(
        "update jobs set run_at = now() - interval '1 second' where kind = 'payments.send_refund'"
    )
    await world.work()
    await striped.polled(world)
    assert await striped.status(alice, made) == "partially_refunded"
    assert [each["amount"] for each in stripe.refunds.values()] == [400]
    await right(world, stripe)


async def test_a_payment_that_ends_while_its_page_is_made_shows_no_page(
    world: World, alice: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new page at Stripe is closed before anybody sees it."""
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    made = await begun(alice, card_id=card["id"])
    adapter = world.services.checkout.adapter("stripe")
    begin = adapter.begin

    async def slowly(merchant: Merchant, order: Order) -> CheckoutPage:
        page = await begin(merchant, order)
        await world.owner.execute("update payments set status = 'cancelled' where id = $1", order.payment_id)
        return page

    monkeypatch.setattr(adapter, "begin", slowly)
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    monkeypatch.undo()
    assert (await world.client.get(made["checkout_url"])).headers["location"].endswith("/done")
    assert {each["status"] for each in stripe.sessions.values()} == {"expired"}


async def test_sends_a_refund_soon_after_an_outage(world: World, alice: Person, stripe: FakeStripe) -> None:
    """Retries stay frequent after many failures, although other jobs' delays grow to minutes."""
    made = await gave(world, stripe, alice)
    assert (await buying.refund(alice, made["payment_id"], 400)).status_code == 201
    stripe.refused_before = 1.0
    for _ in range(5):
        await world.work()
        waits_until = await world.owner.fetchval(
            "select run_at from jobs where kind = 'payments.send_refund'"
        )
        assert clock.now() < waits_until <= clock.now() + timedelta(seconds=15)
        await world.owner.execute(
            "update jobs set run_at = $1 where kind = 'payments.send_refund'",
            clock.now() - timedelta(seconds=1),
        )
    stripe.refused_before = 0.0
    await world.work()
    assert await striped.status(alice, made) == "partially_refunded"
    await right(world, stripe)


@pytest.mark.parametrize(("minutes", "pause_s"), [(1, 10), (20, 10), (60, 30), (600, 300), (1800, 600)])
async def test_a_refund_follows_an_outage_after_a_small_part_of_its_length(
    minutes: int, pause_s: int, world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    assert (await buying.refund(alice, made["payment_id"], 400)).status_code == 201
    stripe.refused_before = 1.0
    sent_at = clock.now()
    await world.owner.execute("update refunds set created_at = $1", sent_at - timedelta(minutes=minutes))
    await world.work()
    due_at = await world.owner.fetchval("select run_at from jobs where kind = 'payments.send_refund'")
    # The duration of the run itself also counts in part.
    ran_at = (due_at - sent_at).total_seconds()
    assert pause_s <= ran_at <= pause_s + 1.1 * (clock.now() - sent_at).total_seconds()
