"""Invoices of bundles, and a platform's fee on payments to connected accounts."""

import json
from typing import Any

import pytest

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.payments.provider.connect import connect

pytestmark = pytest.mark.anyio


async def bought(world: World, fake: FakeStripe, person: Person) -> dict[str, Any]:
    """Returns the payment of a bundle paid at Stripe."""
    made = await buying.buy(person, currency="EUR")
    opened = await world.client.get(made["checkout_url"])
    fake.pay(opened.headers["location"].rpartition("/")[2])
    await striped.polled(world)
    return await buying.payment(person, made["payment_id"])


@pytest.mark.parametrize(
    ("setting", "tax", "expected"),
    [("off", None, None), ("on", None, "WW-0001"), ("with_tax", 3900 * 19 // 119, "WW-0001")],
)
async def test_shows_the_invoice_of_a_bundle(
    setting: str, tax: int | None, expected: str | None, world: World, alice: Person
) -> None:
    async with striped.at_stripe(world, stripe_invoices=setting) as fake:
        paid = await bought(world, fake, alice)
        [session] = fake.sessions.values()
        assert paid["status"] == "succeeded"
        assert paid["amount"]["amount"] == session["amount_total"]
        if expected is None:
            assert (paid["invoice"], fake.invoices) == (None, {})
            return
        shown = paid["invoice"]
        assert (shown["number"], shown["url"]) == (
            expected, next(iter(fake.invoices.values()))["hosted_invoice_url"],
        )  # fmt: skip
        taxed = None if tax is None else {"amount": paid["amount"]["amount"] * 19 // 119, "currency": "EUR"}
        assert shown["tax"] == taxed


async def test_writes_none_for_gifts(world: World, alice: Person) -> None:
    """The control is the test above."""
    async with striped.at_stripe(world, stripe_invoices="on") as fake:
        await striped.own_key(fake, alice)
        made = await giving.gives(alice, (await giving.card(alice))["id"])
        opened = await world.client.get(made["checkout_url"])
        fake.pay(opened.headers["location"].rpartition("/")[2])
        await striped.polled(world)
        paid = await buying.payment(alice, made["money"]["payment_id"])
        assert (paid["status"], paid["invoice"], fake.invoices) == ("succeeded", None, {})


async def test_applies_the_invoice_whichever_event_comes_first(world: World, alice: Person) -> None:
    async with striped.at_stripe(world, stripe_invoices="on") as fake:
        made = await buying.buy(alice, currency="EUR")
        opened = await world.client.get(made["checkout_url"])
        fake.pay(opened.headers["location"].rpartition("/")[2])
        invoice, completed = fake.events[-2:]
        assert (invoice["type"], completed["type"]) == ("invoice.paid", "checkout.session.completed")
        for event in (invoice, invoice, completed, completed, invoice):
            body = json.dumps(event).encode()
            answer = await world.client.post(
                "/callbacks/payments/stripe", content=body, headers=fake.sign(body)
            )
            assert answer.status_code == 204
        await world.work()
        paid = await buying.payment(alice, made["payment_id"])
        assert (paid["status"], paid["invoice"]["number"]) == ("succeeded", "WW-0001")
        assert (
            await world.owner.fetchval("select count(*) from provider_events where outcome <> 'applied'") == 0
        )


@pytest.mark.parametrize(("basis_points", "kept"), [(0, 0), (250, 31), (5000, 625)])
async def test_keeps_a_part_for_the_platform(
    basis_points: int, kept: int, world: World, alice: Person
) -> None:
    """A gift of 12.50 EUR to a connected account; the booked fee includes the platform's part."""
    async with striped.at_stripe(world, stripe_application_fee_bp=basis_points) as fake:
        fake.connected.add("acct_1ofalice00")
        await connect(world.services, alice.account_id, "acct_1ofalice00", None)
        made = await giving.gives(alice, (await giving.card(alice))["id"])
        opened = await world.client.get(made["checkout_url"])
        fake.pay(opened.headers["location"].rpartition("/")[2])
        fake.capture()
        await striped.polled(world)
        await world.work()
        paid = await buying.payment(alice, made["money"]["payment_id"])
        assert (paid["fee"]["amount"], paid["net"]["amount"]) == (30 + kept, 1250 - 30 - kept)
        assert await buying.in_the_ledger(world, "fees") == {"EUR": 30 + kept}


async def test_keeps_nothing_of_an_account_with_its_own_key(world: World, alice: Person) -> None:
    async with striped.at_stripe(world, stripe_application_fee_bp=250) as fake:
        await striped.own_key(fake, alice)
        made = await giving.gives(alice, (await giving.card(alice))["id"])
        await world.client.get(made["checkout_url"])
        [session] = fake.sessions.values()
        assert session["_application_fee"] == 0
