"""Automatic payouts at Stripe: the export of movements names the payout that contains each."""

from datetime import timedelta
from typing import Any

import pytest

from tests.fakes.stripe import PLATFORM, SECRET, FakeStripe
from tests.movements.reading import ACCOUNT, rows
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, right, told
from tests.payments.real.test_platform import at_the_operators
from tests.world import Person, World
from wellwish.base import clock
from wellwish.payments.compare import compare
from wellwish.payments.provider.connect import connect

ALICE = "acct_1ofalice00"


async def payouts(person: Person) -> dict[str, str]:
    """Returns the payout by kind of movement."""
    return {each["movement"].partition(":")[0]: each["payout_id"] for each in await rows(person, ACCOUNT)}


async def stored(world: World) -> int:
    return await world.owner.fetchval("select count(*) from payouts")


async def settled(world: World, stripe: FakeStripe, person: Person) -> dict[str, Any]:
    """Returns a gift with a known fee and a refund by API."""
    made = await gave(world, stripe, person)
    assert (await buying.refund(person, made["payment_id"], 200)).status_code == 201
    await world.work()
    await told(world, stripe, person, *stripe.capture())
    return made


@pytest.mark.parametrize("how", ["callback", "poll"])
async def test_names_the_payout_of_each_movement(
    how: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    await settled(world, stripe, alice)
    assert set((await payouts(alice)).values()) == {""}
    event = stripe.pay_out(ALICE)
    for _ in range(2):
        if how == "callback":
            await told(world, stripe, alice, event)
        else:
            await striped.polled(world)
    found = await payouts(alice)
    payout_id = event["data"]["object"]["id"]
    # Only movements at Stripe belong to its payout.
    assert {kind for kind, of in found.items() if of} == {"paid", "fee", "refunded"}
    assert set(found.values()) == {"", payout_id}
    later = await begun(alice)
    await told(world, stripe, alice, stripe.pay(await opened(world, later)))
    of = [each["payout_id"] for each in await rows(alice, ACCOUNT) if each["movement"].startswith("paid:")]
    assert of == [payout_id, ""]


async def test_matches_a_report_once_and_what_came_late_a_day_later(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await settled(world, stripe, alice)
    intent = stripe.sessions[await opened_by(stripe, made)]["payment_intent"]
    late = stripe.refund(intent, 100)
    event = stripe.pay_out(ALICE)
    await told(world, stripe, alice, event, event)
    listed = [each for each in stripe.calls if each == "GET /v1/balance_transactions"]
    await told(world, stripe, alice, event)
    assert [each for each in stripe.calls if each == "GET /v1/balance_transactions"] == listed
    await told(world, stripe, alice, late)
    refunds = [each["payout_id"] for each in await rows(alice, ACCOUNT) if each["kind"] == "refunded"]
    assert sorted(refunds) == ["", event["data"]["object"]["id"]]
    clock.move(timedelta(days=1, minutes=1))
    alice.token = None  # expired
    await world.work()
    refunds = [each["payout_id"] for each in await rows(alice, ACCOUNT) if each["kind"] == "refunded"]
    assert refunds == [event["data"]["object"]["id"]] * 2
    assert await world.owner.fetchval("select count(*) from jobs where kind = 'payments.match_payout'") == 0


async def opened_by(stripe: FakeStripe, made: dict[str, Any]) -> str:
    """Returns the session of a payment."""
    return next(
        name for name, each in stripe.sessions.items() if each["_named"]["payment_id"] == made["payment_id"]
    )


async def test_names_the_payouts_of_disputes_and_failed_refunds(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await settled(world, stripe, alice)
    await told(world, stripe, alice, stripe.refund_ends(next(iter(stripe.refunds)), "failed"))
    intent = stripe.sessions[await opened_by(stripe, made)]["payment_intent"]
    await told(world, stripe, alice, stripe.dispute(intent), stripe.pay_out(ALICE))
    first = await payouts(alice)
    assert first["refund_failed"] == first["disputed"] == first["paid"] != ""
    [dispute_id] = stripe.disputes
    await told(world, stripe, alice, *stripe.dispute_ends(dispute_id, won=False))
    await told(world, stripe, alice, stripe.reinstate(dispute_id), stripe.pay_out(ALICE))
    found = await payouts(alice)
    assert found["disputed"] == first["disputed"]
    # Losing a dispute moves nothing; the funds were reinstated later.
    assert (found["dispute_over"], found["dispute_returned"] not in ("", first["paid"])) == ("", True)


async def test_a_refund_that_fails_after_its_payout_is_in_the_next_one(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await settled(world, stripe, alice)
    await told(world, stripe, alice, stripe.pay_out(ALICE))
    first = await payouts(alice)
    await told(world, stripe, alice, stripe.refund_ends(next(iter(stripe.refunds)), "failed"))
    assert (await payouts(alice))["refund_failed"] == ""
    event = stripe.pay_out(ALICE)
    await told(world, stripe, alice, event)
    for _ in range(2):
        found = await payouts(alice)
        assert (found["refunded"], found["refund_failed"]) == (first["paid"], event["data"]["object"]["id"])
        assert await of_payouts(alice) == sum(each["amount"] for each in stripe.payouts.values())
        await matched_again(world, alice)


async def matched_again(world: World, alice: Person) -> None:
    """Payouts are matched a second time after a day."""
    clock.move(timedelta(days=1, minutes=1))
    alice.token = None  # expired
    await world.work()


async def of_payouts(person: Person) -> int:
    """Returns the sum of the movements at the provider that payouts contain."""
    total = 0
    for each in await rows(person, ACCOUNT):
        if each["payout_id"]:
            amount = round(float(each["amount"]) * 100)
            total += amount if each["debit"].startswith("provider:") else 0
            total -= amount if each["credit"].startswith("provider:") else 0
    return total


async def test_a_payment_that_fails_late_is_in_no_payout_and_a_fault_of_the_books(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The payment was booked because it first succeeded; only the balance at Stripe shows that it failed."""
    stripe.debits_settle_early = True
    await settled(world, stripe, alice)
    made = await begun(alice, amount=2500)
    session = await opened(world, made)
    await told(world, stripe, alice, stripe.debit(session), stripe.debit_ends(session))
    stripe.debit_fails_late(session)
    await told(world, stripe, alice, *stripe.told("charge.updated"), stripe.pay_out(ALICE))
    await striped.polled(world)
    assert await of_payouts(alice) == sum(each["amount"] for each in stripe.payouts.values())
    clock.move(timedelta(minutes=5))
    [fault] = (await compare(world.services)).faults
    assert made["payment_id"] in fault


@pytest.mark.parametrize("is_split", [False, True])
@pytest.mark.parametrize("succeeded", [True, False])
async def test_the_lines_of_a_payout_with_a_debit_add_up(
    succeeded: bool, is_split: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """A debit is a line before its result; one that fails is a line again, with the other sign.

    ``is_split``: a payout is made between the two.
    """
    stripe.debits_settle_early = True
    await settled(world, stripe, alice)
    made = await begun(alice, amount=2500)
    session = await opened(world, made)
    await told(world, stripe, alice, stripe.debit(session), *stripe.told("charge.updated"))
    first = stripe.pay_out(ALICE) if is_split else None
    if first is not None:
        await told(world, stripe, alice, first)
    ended = stripe.debit_ends(session, succeeded=succeeded)
    await told(world, stripe, alice, ended, *stripe.told("charge.updated"))
    await told(world, stripe, alice, *([] if is_split and succeeded else [stripe.pay_out(ALICE)]))
    await striped.polled(world)
    await matched_again(world, alice)
    assert await of_payouts(alice) == sum(each["amount"] for each in stripe.payouts.values())
    assert await striped.status(alice, made) == ("succeeded" if succeeded else "failed")
    await right(world, stripe)
    assert (await compare(world.services)).faults == []


async def test_keeps_nothing_of_payouts_that_stripe_does_not_know(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Owners can sign any callback with their webhook secret."""
    await settled(world, stripe, alice)
    event = stripe.pay_out(ALICE)
    payout = event["data"]["object"]
    await told(world, stripe, alice, {**event, "data": {"object": {**payout, "id": "po_invented"}}})
    assert await stored(world) == 0
    broken = {**event, "data": {"object": {**payout, "id": "po_<script>"}}}
    assert await striped.call_back(world, stripe, broken, alice.account_id, "whsec_ofalice00") == 401
    await told(world, stripe, alice, {**event, "livemode": True})
    assert await stored(world) == 0
    await told(world, stripe, alice, event)
    assert await stored(world) == 1


async def test_tries_again_while_stripe_fails(world: World, alice: Person, stripe: FakeStripe) -> None:
    await settled(world, stripe, alice)
    for _ in range(3):  # the library retries twice
        stripe.fail("GET /v1/balance_transactions")
    await told(world, stripe, alice, stripe.pay_out(ALICE))
    assert await stored(world) == 0
    clock.move(timedelta(seconds=6))
    await world.work()
    assert await stored(world) == 1


async def test_shows_each_account_only_its_own_payouts(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    """Two accounts share a connected account. Buyers never see the operator's payouts."""
    stripe.connected.add("acct_1sharedby2")
    for person in (alice, bob):
        await connect(world.services, person.account_id, "acct_1sharedby2", None)
        gift = await begun(person)
        await at_the_operators(world, stripe, stripe.pay(await opened(world, gift)), "whsec_connect")
    bought = await buying.buy(alice)
    stripe.pay(await opened(world, bought))
    stripe.capture()
    stripe.pay_out("acct_1sharedby2")
    assert await at_the_operators(world, stripe, stripe.pay_out(PLATFORM), SECRET) == 204
    await striped.polled(world)
    for person in (alice, bob):
        of_bundle = person is alice
        found = [
            (each["card_id"] == "", each["payout_id"] != "")
            for each in await rows(person, ACCOUNT)
            if each["kind"] == "paid"
        ]
        assert sorted(set(found)) == [(False, True), (True, False)][: 1 + of_bundle]
    assert await stored(world) == 2
