"""Every end of a payment closes its page at Stripe; later money is refunded, and the page says so."""

import json
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import CapturedCall, CapturingLogger

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.real.paying import right
from tests.payments.real.test_change_of_mind import Giver, giver_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.payments import end


async def shut(person: Person, card: dict[str, Any], verb: str, **body: Any) -> None:
    """Closes, cancels or deletes the card's current version."""
    path = f"/api/cards/{card['id']}"
    version = (await person.get(path)).json()["version"]
    headers = {"If-Match": f'"{version}"'}
    if verb == "delete":
        answer = await person.delete(path, headers=headers)
    else:
        answer = await person.post(f"{path}/{verb}", body, headers=headers, key=f"{verb}{version}")
    assert answer.status_code == 200, answer.text


async def payments(world: World) -> list[str]:
    return [row[0] for row in await world.owner.fetch("select status from payments order by id")]


async def returned(giver: Giver) -> str:
    """Returns the state on the page of a payer who returns in another browser."""
    url = await giver.world.owner.fetchval("select max(id) from payments")
    token = giver.world.services.keys.link_token("pay", url, 1)
    answer = await giver.world.client.get(f"/pay/{token}/done", headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text.partition('data-payment="')[2].partition('"')[0]


@pytest.mark.parametrize("verb", ["cancel", "delete"])
async def test_closes_the_open_pages_of_a_card_that_ends(verb: str, world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await shut(world.alice, card, verb)
    await world.work()
    assert await giver.pay(0) is False
    assert await payments(world) == ["cancelled"]
    assert await returned(giver) == "cancelled"
    await right(world, stripe)


async def test_keeps_the_open_pages_of_a_card_that_closes(world: World, stripe: FakeStripe) -> None:
    """The control: a payment begun before the close counts."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await shut(world.alice, card, "close")
    await world.work()
    assert await giver.pay(0) is True
    assert await payments(world) == ["succeeded"]
    assert "You chipped in €10.00. Thank you." in await giver.says()
    await right(world, stripe)


@pytest.mark.parametrize("verb", ["cancel", "delete"])
async def test_closes_them_once_stripe_answers_again(
    verb: str, world: World, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another giver without a page at Stripe does not have to wait; a third one with a page is not tried."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    third = Giver(world, stripe, giver.path)
    await third.choose("ten")
    other = Giver(world, stripe, giver.path)
    await other.visitor.open(giver.path)
    await other.visitor.send(giver.path, gift="other", other="20.00", way="online")
    stripe.refused_before = 1.0
    await shut(world.alice, card, verb)
    log = CapturingLogger()
    monkeypatch.setattr(end, "log", log)
    await world.work()
    assert await payments(world) == ["pending", "pending", "cancelled"]
    cause = "card_cancelled" if verb == "cancel" else "card_deleted"
    first = await world.owner.fetchrow("select id, paid_to from payments order by id limit 1")
    assert first is not None
    about = {"payment_id": first["id"], "merchant": first["paid_to"], "cause": cause}
    assert log.calls == [CapturedCall("warning", ("payment not ended",), about)]
    row = await world.owner.fetchrow("select args, run_at from jobs where kind = 'payments.end'")
    assert row is not None
    assert json.loads(row["args"])["cause"] == cause
    assert row["run_at"] < clock.now() + timedelta(minutes=1)
    stripe.refused_before = 0.0
    await world.owner.execute(
        "update jobs set run_at = now() - interval '1 second' where kind = 'payments.end'"
    )
    await world.work()
    assert await payments(world) == ["cancelled"] * 3
    assert await giver.pay(0) is False
    assert await third.pay(0) is False
    left = "select count(*) from jobs where kind = 'payments.end'"
    assert await world.owner.fetchval(left) == 0


async def test_closes_open_pages_before_the_refunds_of_a_cancelled_card_are_made(
    world: World, stripe: FakeStripe
) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.pay(0)
    late = Giver(world, stripe, giver.path)
    await late.choose("twenty")
    await shut(world.alice, card, "cancel", refund=True)
    await world.work()
    assert await late.pay(0) is False
    assert await payments(world) == ["refunded", "cancelled"]
    await right(world, stripe)


@pytest.mark.parametrize("verb", ["cancel", "delete", "remove"])
async def test_announces_the_refund_of_a_payment_after_the_end(
    verb: str, world: World, stripe: FakeStripe
) -> None:
    """Between the end and its job, the old tab accepts a payment; the refund follows later."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    if verb == "remove":
        await giver.visitor.open(f"{giver.path}/signed")
        await giver.visitor.press(f"{giver.path}/remove")
    else:
        await shut(world.alice, card, verb)
    stripe.pay(giver.tabs[0])
    assert await returned(giver) == "refunded"
    if verb == "cancel":
        assert "Your payment of €10.00 is on its way back to you." in await giver.says()
    await world.work()
    await striped.polled(world)
    assert await returned(giver) == "refunded"
    assert await payments(world) == ["refunded"]
    if verb == "cancel":
        assert "Your €10.00 has been refunded." in await giver.says()
    assert stripe.held() == {}
    await right(world, stripe)


async def test_says_which_of_two_payments_was_refunded(world: World, stripe: FakeStripe) -> None:
    """The first was cancelled during an outage of Stripe, and its report arrives after a new choice."""
    _, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    event = stripe.pay(giver.tabs[0])
    await world.owner.execute("update payments set status = 'cancelled' where status = 'pending'")
    await giver.choose("twenty")
    await striped.call_back(world, stripe, event, world.alice.account_id, "whsec_ofalice00")
    page = await giver.says()
    assert "Your payment of €20.00 hasn't been confirmed yet." in page
    assert "Your payment of €10.00 is on its way back to you." in page
    await world.work()
    await striped.polled(world)
    assert "Your earlier payment of €10.00 has been refunded." in await giver.says()
    assert await giver.pay(1) is True
    assert "You chipped in €20.00. Thank you." in await giver.says()
    await right(world, stripe)


async def test_says_nothing_of_a_refund_that_failed(world: World, stripe: FakeStripe) -> None:
    """The control: the bank rejected it, so the money stays until the owner decides."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await shut(world.alice, card, "cancel")
    payment_id = await world.owner.fetchval("select id from payments")
    stripe.unrefundable.add(payment_id)
    stripe.pay(giver.tabs[0])
    await world.work()
    await striped.polled(world)
    assert await payments(world) == ["succeeded"]
    shown = await buying.payment(world.alice, payment_id)
    assert [each["status"] for each in shown["refunds"]] == ["failed"]
    assert await returned(giver) == "succeeded"
    assert "is on its way back" not in await giver.says()
