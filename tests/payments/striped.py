"""The fake Stripe instead of the sandbox, and accounts with Stripe keys."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2

from tests import make
from tests.fakes.stripe import CONNECT_SECRET, KEY, SECRET, FakeStripe, fake_stripe
from tests.payments import buying, giving
from tests.world import Person, World
from wellwish.base.money import Money
from wellwish.infra.checkout import Providers
from wellwish.payments import poll

PATH = "/api/payment-provider"


@asynccontextmanager
async def at_stripe(world: World, **changed: Any) -> AsyncGenerator[FakeStripe]:
    """Configures Stripe with the operator's key and other settings. Accounts may set keys."""
    async with fake_stripe() as fake:
        services = world.services
        settings = replace(
            services.settings,
            stripe_key=KEY,
            stripe_webhook_secret=SECRET,
            stripe_connect_webhook_secret=CONNECT_SECRET,
            stripe_url=fake.url,
            **changed,
        )
        before = services.checkout
        object.__setattr__(services, "checkout", Providers(settings, services.db, services.keys))
        try:
            yield fake
        finally:
            await services.checkout.close()
            object.__setattr__(services, "checkout", before)


async def own_key(fake: FakeStripe, person: Person, name: str = "", **fields: Any) -> httpx2.Response:
    """Sets a key for the person's own Stripe account."""
    name = name or person.name
    key = f"sk_test_of{name}00"
    fake.keys[key] = f"acct_1of{name}00"
    body = {"provider": "stripe", "secret_key": key, "webhook_secret": f"whsec_of{name}00", **fields}
    return await person.put(PATH, body)


async def call_back(
    world: World, fake: FakeStripe, event: dict[str, Any], account_id: str, secret: str
) -> int:
    """Posts a callback to an account's own URL, signed with a secret."""
    body = json.dumps(event).encode()
    path = f"/callbacks/payments/stripe/{account_id}"
    headers = fake.sign(body, secret=secret)
    return (await world.client.post(path, content=body, headers=headers)).status_code


async def paid(world: World, fake: FakeStripe, person: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns a payment to a card through the person's Stripe account, and the event that reported it."""
    await own_key(fake, person)
    made = await giving.begun(person, (await make.card(person))["id"])
    event = await giving.paid_at_stripe(world, fake, made)
    assert await call_back(world, fake, event, person.account_id, f"whsec_of{person.name}00") == 204
    return made, event


async def paid_with_fee(world: World, fake: FakeStripe, person: Person, money: Money, fee: int) -> None:
    """Makes a payment to the person's Stripe account with the given fee."""
    made = await giving.begun(person, (await make.card(person))["id"], money.amount, money.currency)
    for event in (fake.pay(await giving.opened(world, made), fee=fee), *fake.capture()):
        assert await call_back(world, fake, event, person.account_id, f"whsec_of{person.name}00") == 204


async def state_fees(person: Person, *fees: dict[str, Any]) -> dict[str, Any]:
    """Replaces the stated fees of the person's payment provider, and returns the provider's record."""
    answer = await person.put(f"{PATH}/fees", {"fees": list(fees)})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def polled(world: World) -> None:
    """Polls all providers for events, and runs the resulting jobs."""
    await poll.run(world.services, {})
    await world.work()


async def status(person: Person, payment: dict[str, Any]) -> str:
    return (await buying.payment(person, payment["payment_id"]))["status"]
