"""Stripe in the place of the sandbox, and accounts of their own there."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2

from tests import make
from tests.fakes.stripe import KEY, SECRET, FakeStripe, fake_stripe
from tests.payments import buying, giving
from tests.world import Person, World
from wellwish.checkout import Providers
from wellwish.money import Money
from wellwish.payments import poll

PATH = "/api/payment-provider"


@asynccontextmanager
async def at_stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """The operator has set a key of Stripe's, or whoever wants can set their own."""
    async with fake_stripe() as fake:
        services = world.services
        settings = replace(
            services.settings, stripe_key=KEY, stripe_webhook_secret=SECRET, stripe_url=fake.url
        )
        before = services.checkout
        object.__setattr__(services, "checkout", Providers(settings, services.db, services.keys))
        try:
            yield fake
        finally:
            await services.checkout.close()
            object.__setattr__(services, "checkout", before)


async def own_key(fake: FakeStripe, person: Person, name: str = "", **fields: Any) -> httpx2.Response:
    """Sets a key of the person's own account at Stripe."""
    name = name or person.name
    key = f"sk_test_of{name}00"
    fake.keys[key] = f"acct_1of{name}00"
    body = {"provider": "stripe", "secret_key": key, "webhook_secret": f"whsec_of{name}00", **fields}
    return await person.put(PATH, body)


async def call_back(
    world: World, fake: FakeStripe, event: dict[str, Any], account_id: str, secret: str
) -> int:
    """Calls back at an account's own address, signed with a secret."""
    body = json.dumps(event).encode()
    path = f"/callbacks/payments/stripe/{account_id}"
    headers = fake.sign(body, secret=secret)
    return (await world.client.post(path, content=body, headers=headers)).status_code


async def paid(world: World, fake: FakeStripe, person: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    """A payment on a card that was made at the person's own account at Stripe, and the event that told it."""
    await own_key(fake, person)
    made = await giving.begun(person, (await make.card(person))["id"])
    event = await giving.paid_at_stripe(world, fake, made)
    assert await call_back(world, fake, event, person.account_id, f"whsec_of{person.name}00") == 204
    return made, event


async def paid_with_fee(world: World, fake: FakeStripe, person: Person, money: Money, fee: int) -> None:
    """A payment at the person's own account, of which Stripe kept so much."""
    made = await giving.begun(person, (await make.card(person))["id"], money.amount, money.currency)
    event = fake.pay(await giving.opened(world, made), fee=fee)
    assert await call_back(world, fake, event, person.account_id, f"whsec_of{person.name}00") == 204


async def polled(world: World) -> None:
    """Asks all providers what happened, and does what follows."""
    await poll.run(world.services, {})
    await world.work()


async def status(person: Person, payment: dict[str, Any]) -> str:
    """How a payment stands."""
    return (await buying.payment(person, payment["payment_id"]))["status"]
