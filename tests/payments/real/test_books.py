"""The ledger check reports each difference with its amount, source and explanation."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests import commands
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, told
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.payments import check, purge
from wellwish.payments.compare import Findings, compare
from wellwish.payments.resolve import resolve


async def found(world: World) -> Findings:
    """Returns the findings of the ledger check and of the comparison with providers."""
    async with world.owner.transaction():
        report = await check.check(Tx(world.owner, []))
    compared = await compare(world.services)
    return Findings([*report.faults, *compared.faults], [*report.notices, *compared.notices])


def aged(stripe: FakeStripe) -> None:
    """Ages everything at Stripe, so that no event counts as still in transit."""
    for thing in (*stripe.events, *stripe.charges.values()):
        thing["created"] -= 300


def forged(stripe: FakeStripe, account_id: str, payment_id: str) -> dict[str, Any]:
    """Returns an event that Stripe never reports, but an account can sign."""
    session = {
        "id": "cs_x", "mode": "payment", "status": "complete", "payment_status": "paid", "amount_total": 500,
        "currency": "eur", "payment_intent": None, "_of": "acct_1ofmallory00",
        "metadata": {"account_id": account_id, "payment_id": payment_id},
    }  # fmt: skip
    event = stripe.tell("checkout.session.completed", session)
    stripe.events.remove(event)
    return event


async def test_says_what_differs_from_the_provider_and_by_how_much(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    [intent] = stripe.intents
    stripe.refund(intent, 250)
    aged(stripe)
    assert await buying.in_the_ledger(world) == {"EUR": 1000}
    stripe.events.clear()  # older than Stripe's list: no poll finds the refund
    lost = "does not report it"
    faults = [each for each in (await found(world)).faults if lost not in each]
    provider = await world.owner.fetchval("select paid_to from payments")
    end = "the ledger has 0: a difference of 250."
    assert faults == [
        f"{provider} reports that 250 EUR (minor units) of {made['payment_id']} was refunded, {end}"
    ]
    # The control: once the refund is booked, nothing differs.
    refund = stripe.tell("refund.created", next(iter(stripe.refunds.values())))
    await told(world, stripe, alice, refund)
    assert [each for each in (await found(world)).faults if lost not in each] == []


async def test_finds_a_payment_that_only_the_provider_knows(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Simulates a restored backup."""
    await striped.own_key(stripe, alice)
    stripe.pay(await opened(world, await begun(alice)))
    aged(stripe)
    await world.owner.execute("delete from payment_links")
    await world.owner.execute("delete from payments")
    faults = (await found(world)).faults
    assert len(faults) == 2
    assert "took 1000 EUR (minor units)" in faults[1]
    assert "does not exist here" in faults[1]


async def test_refuses_what_an_account_signs_about_the_payment_of_another(
    world: World, alice: Person, mallory: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, mallory)
    made = await gave(world, stripe, alice)
    for _ in range(3):
        event = forged(stripe, alice.account_id, made["payment_id"])
        answer = await striped.call_back(world, stripe, event, mallory.account_id, "whsec_ofmallory00")
        assert answer == 401
    assert await world.owner.fetchval("select count(*) from provider_events where outcome <> 'applied'") == 0
    aged(stripe)
    assert await found(world) == Findings([], [])


async def test_limits_and_purges_what_only_an_account_vouches_for(
    world: World, mallory: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    await striped.own_key(stripe, mallory)
    for _ in range(104):
        event = forged(stripe, mallory.account_id, ids.new("pay"))
        answer = await striped.call_back(world, stripe, event, mallory.account_id, "whsec_ofmallory00")
        assert answer == 204
    assert await world.owner.fetchval("select count(*) from provider_events") == 100
    findings = await found(world)
    assert (findings.faults, len(findings.notices)) == ([], 100)
    assert "Only the account's own signature vouches for it." in findings.notices[0]
    await striped.polled(world)
    await world.owner.execute(
        """
        update provider_events set created_at = created_at - interval '91 days',
          occurred_at = occurred_at - interval '91 days'
        """
    )
    await purge.run(world.services, {})
    assert await world.owner.fetchval("select count(*) from provider_events") == 0


async def test_an_event_that_the_provider_lists_is_a_fault(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The control: Stripe itself lists a refund above the payment, so the event is no forgery."""
    await gave(world, stripe, alice)
    [intent] = stripe.intents
    event = stripe.refund(intent)
    event["data"]["object"]["amount"] = 1001
    await told(world, stripe, alice, event)
    findings = await found(world)
    assert (len(findings.faults), len(findings.notices)) == (0, 1)
    await striped.polled(world)
    findings = await found(world)
    assert ("1001 of a payment of 1000 was refunded." in findings.faults[0], findings.notices) == (True, [])


async def test_checks_other_accounts_despite_a_revoked_key_or_unreadable_response(
    world: World, alice: Person, bob: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    await gave(world, stripe, alice)
    await striped.own_key(stripe, bob)
    made = await begun(bob)
    stripe.pay(await opened(world, made))
    aged(stripe)
    del stripe.keys["sk_test_ofalice00"]
    findings = await found(world)
    assert ["unavailable" in each for each in findings.notices] == [True]
    assert [made["payment_id"] in each for each in findings.faults] == [True, True]
    # An answer that no adapter can read.
    stripe.keys["sk_test_ofalice00"] = "acct_1ofalice00"
    charge = next(each for each in stripe.charges.values() if each["_of"] == "acct_1ofalice00")
    charge["amount"] = "a lot"
    findings = await found(world)
    assert ["could not be compared: ValueError" in each for each in findings.notices] == [True]
    assert [made["payment_id"] in each for each in findings.faults] == [True, True]


async def test_resolves_what_an_operator_can_explain(
    world: World, alice: Person, stripe: FakeStripe, clone: tuple[str, str]
) -> None:
    await gave(world, stripe, alice)
    [intent] = stripe.intents
    event = stripe.refund(intent)
    event["data"]["object"]["amount"] = 1001
    await striped.polled(world)
    assert len((await found(world)).faults) == 1
    environment = commands.environment(clone)

    async def command(*words: str) -> commands.Ended:
        return await asyncio.to_thread(commands.wellwish, environment, "ledger", "resolve", *words)

    missing = await command("evt_none", "--note", "A test")
    assert (missing.returncode, "No event evt_none waits" in missing.stderr) == (1, True)
    done = await command(event["id"], "--note", "Goodwill, booked by hand")
    assert done.returncode == 0, done.stderr
    assert (await found(world)).faults == []
    again = await command(event["id"], "--note", "Twice")
    assert again.returncode == 1
    note = await world.owner.fetchval("select note from provider_events where outcome = 'mismatch'")
    assert note == "Goodwill, booked by hand"


async def test_tries_no_event_again_that_was_resolved(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice)
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    [intent] = stripe.intents
    event = stripe.refund(intent)
    secret = "whsec_ofalice00"
    await striped.call_back(world, stripe, event, alice.account_id, secret)
    await world.owner.execute(
        "update provider_events set created_at = $1 where outcome = 'waiting'",
        clock.now() - timedelta(minutes=11),
    )
    async with world.owner.transaction():
        report = await check.check(Tx(world.owner, []))
    assert ["which waits to be applied" in each for each in report.notices] == [True]
    async with world.services.db.transaction() as tx:
        with pytest.raises(LookupError):
            await resolve(tx, event["id"], "", "stripe:operator")
        await resolve(tx, event["id"], "Explained", None)
    await world.work()
    assert await striped.status(alice, made) == "succeeded"
