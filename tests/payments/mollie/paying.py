"""Gifts through an account's Mollie profile, by the API and the giver's browser."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from tests.contributions import giving
from tests.fakes.mollie import FakeMollie, fake_mollie
from tests.payments import buying
from tests.payments.giving import opened
from tests.payments.striped import PATH
from tests.world import Person, World
from wellwish.infra.checkout.mollie import Mollie
from wellwish.infra.net import Net, Rules

OPEN = Rules(schemes=frozenset({"http"}), ports=None, denied=())
Thing = dict[str, Any]


@asynccontextmanager
async def at_mollie(world: World) -> AsyncGenerator[FakeMollie]:
    """Redirects calls to Mollie to a fake."""
    checkout, net = world.services.checkout, Net(OPEN)
    before = checkout.mollie
    async with fake_mollie() as fake:
        checkout.mollie = checkout.by_name["mollie"] = Mollie(net, fake.url)
        try:
            yield fake
        finally:
            checkout.mollie = checkout.by_name["mollie"] = before
            await net.close()


async def own_key(fake: FakeMollie, person: Person, mode: str = "test", **fields: Any) -> httpx2.Response:
    """Sets a key for the person's own Mollie profile."""
    key = f"{mode}_{person.name}".ljust(32, "x")
    fake.keys[key] = f"pfl_{person.name}"
    return await person.put(PATH, {"provider": "mollie", "secret_key": key, **fields})


async def begun(person: Person, amount: int = 1000) -> Thing:
    """Returns a contribution with an open payment."""
    card_id = str((await giving.card(person))["id"])
    made = await giving.gives(person, card_id, money={"amount": amount, "currency": "EUR"})
    return {**made, "payment_id": made["money"]["payment_id"], "card_id": card_id}


async def gave(world: World, mollie: FakeMollie, person: Person, amount: int = 1000) -> Thing:
    """Returns a paid gift in the person's Mollie profile, with Mollie's payment ID."""
    assert (await own_key(mollie, person)).status_code == 200
    made = await begun(person, amount)
    made["tr"] = await opened(world, made)
    mollie.pay(made["tr"])
    assert await told(world, person, made) == 200
    return made


async def call_back(world: World, account_id: str, payment_id: str, reference: str) -> int:
    """Posts a callback in Mollie's form. Returns the status of the response."""
    path = f"/callbacks/payments/mollie/{account_id}?payment={payment_id}"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return (await world.client.post(path, content=f"id={reference}".encode(), headers=headers)).status_code


async def told(world: World, person: Person, made: Thing) -> int:
    """Delivers the callback of a gift and runs the resulting jobs."""
    status = await call_back(world, person.account_id, made["payment_id"], made["tr"])
    await world.work()
    return status


async def status(person: Person, made: Thing) -> str:
    return (await buying.payment(person, made["payment_id"]))["status"]


async def right(world: World, mollie: FakeMollie) -> None:
    """Asserts that the ledger equals Mollie's balance, nothing is pending, and every event was applied."""
    assert await buying.in_the_ledger(world) == mollie.held()
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert await buying.in_the_ledger(world, "disputes") == {}
    kept = "select count(*) from provider_events where outcome not in ('applied', 'nothing')"
    assert await world.owner.fetchval(kept) == 0
