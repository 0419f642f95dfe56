"""Buy bundles through the API, the sandbox's page and its callbacks."""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx2

from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout.sandbox import Sandbox


async def bundle(person: Person, cards: int = 10) -> dict[str, Any]:
    listed = (await person.get("/api/bundles")).json()["data"]
    return next(each for each in listed if each["cards"] == cards)


async def buy(person: Person, cards: int = 10, **fields: Any) -> dict[str, Any]:
    """Creates a purchase with a pending payment."""
    offer = await bundle(person, cards)
    answer = await person.post(
        "/api/bundle-purchases", {"bundle_id": offer["id"], **fields}, key=ids.new("req")
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


async def press(world: World, checkout_url: str, *buttons: str) -> httpx2.Response:
    """Opens a payment link and presses buttons on the sandbox's page. Returns the last response."""
    page, answer = checkout_url, httpx2.Response(500)
    for button in buttons:
        opened = await world.client.get(page, follow_redirects=True)
        assert opened.status_code == 200, opened.text
        token = re.search(r'name="form_token" value="([^"]+)"', opened.text)
        assert token is not None, opened.text
        form = {"form_token": token[1], "button": button}
        answer = await world.client.post(str(opened.url), data=form)
        page = answer.headers.get("location", page)
    return answer


async def bought(person: Person, cards: int = 10, **fields: Any) -> dict[str, Any]:
    """Creates a paid purchase whose callback has been processed."""
    made = await buy(person, cards, **fields)
    assert (await press(person.world, made["checkout_url"], "succeed")).status_code == 303
    await person.world.work()
    return made


async def payment(person: Person, payment_id: str) -> dict[str, Any]:
    answer = await person.get(f"/api/payments/{payment_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def purchase(person: Person, purchase_id: str) -> dict[str, Any]:
    listed = (await person.get("/api/bundle-purchases")).json()["data"]
    return next(each for each in listed if each["id"] == purchase_id)


async def refund(person: Person, payment_id: str, amount: int | None = None, **given: Any) -> httpx2.Response:
    """Requests a refund for the payment's current version."""
    version = (await payment(person, payment_id))["version"]
    headers = {"If-Match": f'"{version}"', **given.pop("headers", {})}
    body = {} if amount is None else {"amount": amount}
    return await person.post(
        f"/api/payments/{payment_id}/refunds", body, headers=headers, key=given.pop("key", ids.new("req"))
    )


def sandbox(world: World) -> Sandbox:
    found = world.services.checkout.by_name["sandbox"]
    assert isinstance(found, Sandbox)
    return found


async def call_back(
    world: World, body: str | bytes, *, seconds_ago: int = 0, signature: str | None = None
) -> int:
    """Posts a callback as the sandbox would. Returns the status of the response."""
    raw = body.encode() if isinstance(body, str) else body
    headers = sandbox(world).sign(raw, clock.now() - timedelta(seconds=seconds_ago))
    if signature is not None:
        headers = {"sandbox-signature": signature}
    answer = await world.client.post("/callbacks/payments/sandbox", content=raw, headers=headers)
    return answer.status_code


async def paid_untold(world: World, payment_id: str) -> None:
    """Pays at the sandbox without a callback."""
    async with world.services.db.transaction() as tx:
        found = await sandbox(world).load(tx, payment_id)
        assert found is not None
        await sandbox(world).move(tx, found, "paid")


async def told(world: World, payment_id: str) -> list[str]:
    """Returns the sandbox's event bodies for a payment, oldest first."""
    rows = await world.owner.fetch(
        "select body from sandbox_events where payment_id = $1 order by id", payment_id
    )
    return [row[0] for row in rows]


async def at_the_provider(world: World) -> dict[str, int]:
    """Returns the sandbox's own balance by currency: payments minus fees and refunds."""
    rows = await world.owner.fetch(
        """
        select p.currency, sum(p.amount
          - (select coalesce(sum(r.amount), 0) from sandbox_refunds r where r.payment_id = p.id)
          - (select coalesce(sum((e.body::jsonb ->> 'fee')::bigint), 0) from sandbox_events e
             where e.payment_id = p.id and e.kind = 'paid'))::bigint
        from sandbox_payments p where p.state = 'paid' group by p.currency
        """
    )
    return {row[0]: row[1] for row in rows}


async def in_the_ledger(world: World, kind: str = "provider") -> dict[str, int]:
    """Returns the non-zero balances of the ledger accounts of a kind, debits minus credits, by currency."""
    rows = await world.owner.fetch(
        """
        select currency, sum(amount)::bigint from (
          select currency, amount from ledger where split_part(debit, ':', 1) = $1
          union all select currency, -amount from ledger where split_part(credit, ':', 1) = $1) t
        group by currency having sum(amount) <> 0
        """,
        kind,
    )
    return {row[0]: row[1] for row in rows}


@asynccontextmanager
async def without(world: World, movement: str, leg: int) -> AsyncGenerator[None]:
    """Removes one transfer from the ledger, until the end of the block."""
    gone = await world.owner.fetchrow(
        "delete from ledger where movement = $1 and leg = $2 returning *", movement, leg
    )
    assert gone is not None
    yield
    places = ", ".join(f"${n}" for n in range(1, len(gone) + 1))
    await world.owner.execute(f"insert into ledger values ({places})", *gone.values())


async def events(person: Person) -> list[str]:
    """Returns the types of the account's events, oldest first."""
    return [kind for kind, _ in await told_events(person)]


async def told_events(person: Person) -> list[tuple[str, dict[str, Any]]]:
    """Returns the types and data of all the account's events, oldest first, read from the table."""
    sql = "select type, data from events where account_id = $1 order by txid::text::bigint, id"
    rows = await person.world.owner.fetch(sql, person.account_id)
    return [(row[0], json.loads(row[1])) for row in rows]
