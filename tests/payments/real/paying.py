"""Gifts through an account's Stripe, by the API and the giver's browser."""

from typing import Any

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.world import Person, World

Thing = dict[str, Any]


async def begun(person: Person, amount: int = 1000, card_id: str | None = None) -> Thing:
    """Returns a contribution with an open payment, including the payment's ID."""
    if card_id is None:
        card_id = str((await giving.card(person))["id"])
    made = await giving.gives(person, card_id, money={"amount": amount, "currency": "EUR"})
    return {**made, "payment_id": made["money"]["payment_id"], "card_id": card_id}


async def gave(world: World, stripe: FakeStripe, person: Person, amount: int = 1000) -> Thing:
    """Returns a gift paid at the person's Stripe account, with the event that reported it."""
    await striped.own_key(stripe, person)
    made = await begun(person, amount)
    made["event"] = stripe.pay(await opened(world, made))
    await told(world, stripe, person, made["event"])
    return made


async def told(world: World, stripe: FakeStripe, person: Person, *events: Thing) -> None:
    """Delivers callbacks to the person's account in this order, and runs the resulting jobs."""
    for event in events:
        secret = f"whsec_of{person.name}00"
        assert await striped.call_back(world, stripe, event, person.account_id, secret) == 204
    await world.work()


async def right(world: World, stripe: FakeStripe) -> None:
    """Asserts that the ledger equals Stripe's balance, nothing is pending, and every event was applied."""
    assert await buying.in_the_ledger(world) == stripe.held()
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert await buying.in_the_ledger(world, "disputes") == {}
    kept = "select count(*) from provider_events where outcome not in ('applied', 'nothing')"
    assert await world.owner.fetchval(kept) == 0
