"""Events that arrive out of order, late or again: what they book, and what the operator reads."""

from datetime import timedelta

import pytest

from tests.payments import buying
from tests.payments.test_apply import (
    AMOUNT,
    CLEARING,
    DISPUTES,
    HELD,
    MERCHANT,
    Payment,
    kept,
    paid,
    waiting,
)
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra.checkout.provider import Invoice

pytestmark = pytest.mark.anyio
TWO_HOURS = timedelta(hours=2)


async def reason(world: World, event_id: str) -> str | None:
    return await world.owner.fetchval("select reason from provider_events where id = $1", event_id)


async def test_events_that_wait_for_each_other_are_all_applied(world: World, alice: Person) -> None:
    """By the provider's clock a dispute ended before it began, and both before the payment."""
    made = await waiting(alice)
    assert await made.told("dispute_won", reference="dp_1", occurred_at=clock.now() - TWO_HOURS) == "waiting"
    assert await made.told("disputed", reference="dp_1") == "waiting"
    assert await made.told("paid") == "applied"
    assert sorted(await kept(world)) == [
        ("dispute_won", "applied"), ("disputed", "applied"), ("paid", "applied"),
    ]  # fmt: skip
    assert await made.booked("disputed:dp_1") == [(DISPUTES, HELD, AMOUNT)]
    assert await made.booked("dispute_over:dp_1") == [(HELD, DISPUTES, AMOUNT)]
    assert (await made.state())[0] == "succeeded"


async def test_an_event_that_waited_can_contradict_its_payment(world: World, alice: Person) -> None:
    made = await waiting(alice)
    too_much = AMOUNT + 1
    assert await made.told("refunded", event_id="sev_1", amount=too_much, reference="re_1") == "waiting"
    assert await reason(world, "sev_1") == "The payment has not been reported yet."
    assert await made.told("paid") == "applied"
    assert await reason(world, "sev_1") == f"{too_much} of a payment of {AMOUNT} was refunded."
    assert (await made.shown())["mismatched_at"] is not None
    assert "payment.mismatched" in await buying.events(alice)


async def test_books_a_late_fee_and_names_another_one(world: World, alice: Person) -> None:
    made = await waiting(alice)
    assert await made.told("paid") == "applied"
    assert await made.told("fee", event_id="sev_below", fee=-5) == "mismatch"
    assert await reason(world, "sev_below") == "The fee is -5, but None was booked."
    assert await made.told("fee", fee=143) == "applied"
    assert await made.booked(f"fee:{made.id}") == [(f"fees:{MERCHANT}", HELD, 143)]
    assert await made.told("fee", fee=143) == "nothing"
    assert await made.told("fee", event_id="sev_other", fee=150) == "mismatch"
    assert await reason(world, "sev_other") == "The fee is 150, but 143 was booked."
    assert await made.booked(f"fee:{made.id}") == [(f"fees:{MERCHANT}", HELD, 143)]


async def test_stores_the_first_invoice(world: World, alice: Person) -> None:
    made = await paid(alice)
    for number, outcome in (("W-1", "applied"), ("W-1", "nothing"), ("W-2", "nothing")):
        assert await made.told("invoice", invoice=Invoice(number=number, url=None, tax=5)) == outcome
    assert await world.owner.fetchval("select invoice_number from payments") == "W-1"


async def test_a_debit_of_a_payment_that_we_had_given_up(world: World, alice: Person) -> None:
    made = await waiting(alice)
    assert await made.told("cancelled") == "applied"
    assert await made.told("processing", event_id="sev_other", amount=AMOUNT + 1) == "mismatch"
    expected = f"The amount is {AMOUNT + 1}, but that of the payment is {AMOUNT}."
    assert await reason(world, "sev_other") == expected
    assert await made.told("processing") == "applied"
    assert (await made.state())[0] == "processing"
    assert await made.last() == ("payment.processing", {"status": "processing"})
    assert await made.told("processing") == "nothing"
    assert await made.told("paid") == "applied"
    assert (await made.state())[0] == "succeeded"


async def failed(made: Payment) -> str:
    """Returns a refund of the whole payment that the provider has reported as failed."""
    refund_id = await made.asked_back()
    assert await made.told("refund_failed", refund_id=refund_id) == "applied"
    return refund_id


async def test_books_a_failed_refund_that_was_made_after_all(world: World, alice: Person) -> None:
    made = await paid(alice)
    refund_id = await failed(made)
    assert await made.told("refunded", refund_id=refund_id, occurred_at=clock.now() - TWO_HOURS) == "nothing"
    assert (
        await made.told(
            "refunded", event_id="sev_1", refund_id=refund_id, occurred_at=clock.now() + TWO_HOURS
        )
        == "applied"
    )
    assert await made.booked(f"refunded:{refund_id}:sev_1") == [
        ("refunds:bundles", CLEARING, AMOUNT),
        (CLEARING, HELD, AMOUNT),
    ]
    assert await made.last() == ("payment.refunded", {"refund_id": refund_id})
    assert (await made.state())[:2] == ("refunded", AMOUNT)
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_a_failed_refund_that_was_made_waits_for_room(world: World, alice: Person) -> None:
    made = await paid(alice)
    refund_id = await failed(made)
    assert await made.told("refunded", amount=1000, reference="re_1") == "applied"
    late = {"refund_id": refund_id, "occurred_at": clock.now() + TWO_HOURS}
    assert await made.told("refunded", event_id="sev_1", **late) == "waiting"
    assert await reason(world, "sev_1") == (
        f"{AMOUNT} was refunded, but only {AMOUNT - 1000} of {AMOUNT} is left: 1000 was refunded and 0 "
        "is being refunded."
    )
    assert await made.told("refund_failed", amount=1000, reference="re_1") == "applied"
    assert (await made.state())[:2] == ("refunded", AMOUNT)
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_the_end_of_a_dispute_waits_for_its_beginning(world: World, alice: Person) -> None:
    """The end of one dispute does not wait for another dispute. Reporting it again has no effect."""
    made = await paid(alice)
    assert await made.told("dispute_lost", event_id="sev_1", reference="dp_1") == "waiting"
    assert await reason(world, "sev_1") == "The dispute has not been reported yet."
    assert await made.told("disputed", reference="dp_2", amount=1000) == "applied"
    assert await made.booked("dispute_over:dp_1") == []
    assert await made.told("dispute_won", reference="dp_2", amount=1000) == "applied"
    assert await made.told("disputed", reference="dp_1") == "applied"
    assert await made.booked("dispute_over:dp_1") == [("refunds:bundles", DISPUTES, AMOUNT)]
    assert (await made.state())[0] == "lost"
    assert await made.told("dispute_lost", reference="dp_1") == "nothing"
    assert await made.told("dispute_won", reference="dp_2", amount=1000) == "nothing"
    assert await buying.in_the_ledger(world, "disputes") == {}
