"""Only the listed fields of an event are read, all of them are, and old API versions are read as well."""

import json
import re
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import stripe as library

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.infra.checkout import ProviderEvent, RawProviderEvent, stripe_fields
from wellwish.infra.checkout.stripe_events import parse_event

pytestmark = pytest.mark.anyio

# Fields that another field replaces in other API versions, or that only a combination of events needs.
_EITHER = {"invoice.total_taxes.amount", "invoice.total_tax_amounts.amount"}
_FIELDS = [(kind, name) for kind, fields in stripe_fields.FIELDS.items() for name in fields]


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    async with striped.at_stripe(world, stripe_invoices="with_tax") as fake:
        yield fake


async def happened(world: World, stripe: FakeStripe, alice: Person) -> dict[str, list[dict[str, Any]]]:
    """Returns, by kind of object, events about each object that we read."""
    for made in (await buying.buy(alice, currency="EUR"), await buying.buy(alice, currency="EUR")):
        opened = await world.client.get(made["checkout_url"])
        stripe.pay(opened.headers["location"].rpartition("/")[2])
    stripe.capture()
    first, second = stripe.intents
    stripe.refund(first, 100)
    stripe.dispute_ends(stripe.dispute(second)["data"]["object"]["id"], won=False)
    stripe.inquire(first)
    stripe.pay_out("acct_1Platform00")
    # A refund that we made, and another program's session with a copy of our metadata.
    ours = next(iter(stripe.intents.values()))["metadata"]
    refund = {**next(iter(stripe.refunds.values())), "metadata": ours, "payment_intent": None}
    stripe.tell("refund.created", refund)
    stripe.tell("checkout.session.completed", {**next(iter(stripe.sessions.values())), "mode": "setup"})
    found: dict[str, list[dict[str, Any]]] = {}
    for event in stripe.events:
        found.setdefault(event["data"]["object"]["object"], []).append(event)
    return found


async def read(world: World, event: dict[str, Any]) -> Any:
    """Returns what the adapter reads from an event, or its error."""
    merchant = world.services.checkout.merchant("stripe")
    assert merchant is not None
    raw = RawProviderEvent(
        "evt_1", event["type"], parse_event({**event, "id": "evt_1"}).occurred_at, json.dumps(event).encode()
    )
    try:
        return await world.services.checkout.adapter("stripe").interpret(merchant, raw)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return type(error)


def without(thing: Any, name: str) -> Any:
    """Returns a copy of the object without a field, which may be nested in objects or lists of objects."""
    outer, _, inner = name.partition(".")
    if isinstance(thing, list):
        return [without(each, name) for each in thing]  # pyright: ignore[reportUnknownVariableType]
    if not inner:
        return {key: value for key, value in thing.items() if key != outer}
    return {**thing, outer: without(thing[outer], inner)} if outer in thing else thing


async def test_reads_each_listed_field(world: World, alice: Person, stripe: FakeStripe) -> None:
    """Without the field, at least one event of the object is read differently."""
    found, unread = await happened(world, stripe, alice), list[str]()
    for kind, name in _FIELDS:
        changes = False
        for event in found[kind]:
            thing = {**event["data"]["object"], "payment_method_details": {"type": "card"}}
            whole = await read(world, {**event, "data": {"object": thing}})
            part = await read(world, {**event, "data": {"object": without(thing, name)}})
            changes = changes or whole != part
        if not changes and f"{kind}.{name}" not in _EITHER:
            unread.append(f"{kind}.{name}")
    assert unread == []


async def test_reads_no_other_field(world: World, alice: Person, stripe: FakeStripe) -> None:
    """Whatever else an event has, such as the payer's address, is dropped before anything reads it."""
    found = await happened(world, stripe, alice)
    assert found.keys() == stripe_fields.FIELDS.keys() | {"refund"}
    for kind, events in found.items():
        for event in events:
            thing = event["data"]["object"]
            kept = stripe_fields.read(
                {**event, "request": "secret", "data": {"object": {**thing, "email": "a@b.example"}}}
            )
            listed = {name.partition(".")[0] for name in stripe_fields.FIELDS[kind]}
            assert kept["data"]["object"].keys() == thing.keys() & listed
            assert kept.keys() <= stripe_fields.ENVELOPE.keys()


@pytest.mark.parametrize(("version", "name"), [(None, "total_taxes"), ("2024-06-20", "total_tax_amounts")])
async def test_reads_the_tax_of_an_invoice_in_the_version_of_the_account(
    version: str | None, name: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    if version is not None:
        stripe.versions["acct_1Platform00"] = version
    made = await buying.buy(alice, currency="EUR")
    opened = await world.client.get(made["checkout_url"])
    stripe.pay(opened.headers["location"].rpartition("/")[2])
    [invoice] = stripe.told("invoice.paid")
    assert name in invoice["data"]["object"]
    await striped.polled(world)
    paid = await buying.payment(alice, made["payment_id"])
    assert paid["invoice"]["tax"] == {"amount": paid["amount"]["amount"] * 19 // 119, "currency": "EUR"}


def test_versions_are_versions_and_new_forms_have_their_old_ones() -> None:
    """A field whose form is newer than 2022 needs its former name as well: accounts keep old versions."""
    versions = {
        f"{kind}.{name}": since
        for kind, fields in stripe_fields.FIELDS.items()
        for name, since in fields.items()
    }
    versions |= {f"event.{name}": since for name, since in stripe_fields.ENVELOPE.items()}
    for since in filter(None, versions.values()):
        assert re.fullmatch(r"20\d\d-\d\d-\d\d(\.[a-z]+)?", since)
        assert since <= library.api_version
    new = {name for name, since in versions.items() if since > "2023"}
    assert new == {"invoice.total_taxes.amount"}
    assert versions["invoice.total_tax_amounts.amount"] == stripe_fields.ALWAYS


async def test_sees_a_field_that_is_not_read(world: World, alice: Person, stripe: FakeStripe) -> None:
    """The control of the first test: without a field that is not listed, the event is read the same."""
    [session, *_] = (await happened(world, stripe, alice))["checkout.session"]
    whole = await read(world, session)
    assert isinstance(whole, ProviderEvent)
    assert "success_url" in session["data"]["object"]
    less = without(session["data"]["object"], "success_url")
    assert whole == await read(world, {**session, "data": {"object": less}})
