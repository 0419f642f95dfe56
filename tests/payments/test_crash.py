"""kill -9 of server and worker during payments and refunds: none is lost or duplicated.

The fake Stripe survives the crashes; the ledger must match its balances.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import pytest

from tests.delivery.service import ROOT, Service, service
from tests.delivery.test_crash import kill_at_random
from tests.fakes.smtp import Post, serving
from tests.fakes.stripe import KEY, SECRET, FakeStripe, fake_stripe
from tests.waiting import seconds_until
from wellwish.bundles.load import CATALOGUE

pytestmark = [pytest.mark.anyio, pytest.mark.crash]

SEED, BUYERS = 20261121, 4
SETTLES_S = 60.0  # after the service responds again; asserted in the full suite
PATIENCE_S = 300.0  # A busy machine may need all of it.


class Buyers:
    """Clients that buy, pay and request refunds until stopped, and record each acknowledgement."""

    refunds = 0.5  # share of refunded purchases
    callbacks, secret = "/callbacks/payments/stripe", SECRET

    def __init__(self, running: Service, stripe: FakeStripe) -> None:
        self.running, self.stripe = running, stripe
        self.bought: dict[str, str] = {}
        self.paid: set[str] = set()
        self.refunded: dict[str, str] = {}
        self.stop = asyncio.Event()

    async def ask(self, method: str, url: str, **given: Any) -> httpx2.Response:
        headers = {**self.running.headers, **given.pop("headers", {})}
        return await self.running.until_final(method, url, headers=headers, **given)

    async def run(self, number: int, bundle_id: str) -> None:
        """Buys repeatedly until stopped."""
        chance, count = random.Random(SEED + number), 0
        while not self.stop.is_set():
            count += 1
            await self.one(f"{number}-{count}", bundle_id, chance)

    async def one(self, name: str, bundle_id: str, chance: random.Random) -> None:
        key = {"Idempotency-Key": f"buy-{name}"}
        answer = await self.ask("POST", "/api/bundle-purchases", json={"bundle_id": bundle_id}, headers=key)
        assert answer.status_code == 201, answer.text
        payment_id = answer.json()["payment_id"]
        self.bought[name] = payment_id
        await self.pay(payment_id, answer.json()["checkout_url"], called_back=chance.random() < 0.6)
        if chance.random() < self.refunds and not self.stop.is_set():
            await self.refund(name, payment_id)

    async def pay(self, payment_id: str, checkout_url: str, *, called_back: bool) -> None:
        page = await self.ask("GET", checkout_url)
        assert page.status_code == 303, page.text
        event = self.stripe.pay(page.headers["location"].rpartition("/")[2])
        self.paid.add(payment_id)
        if called_back:
            await self.call_back(event)

    async def call_back(self, event: dict[str, Any]) -> None:
        """Sends the callback twice, ignoring failures."""
        body = json.dumps(event).encode()
        for _ in range(2):
            try:
                headers = self.stripe.sign(body, secret=self.secret)
                await self.running.client.post(self.callbacks, content=body, headers=headers)
            except httpx2.HTTPError:
                pass

    async def refund(self, name: str, payment_id: str) -> None:
        async def is_paid() -> bool:
            return (await self.ask("GET", f"/api/payments/{payment_id}")).json()["status"] == "succeeded"

        if await seconds_until(is_paid, 2) == float("inf"):
            return
        shown = await self.ask("GET", f"/api/payments/{payment_id}")
        headers = {"Idempotency-Key": f"refund-{name}", "If-Match": shown.headers["etag"]}
        url = f"/api/payments/{payment_id}/refunds"
        answer = await self.ask("POST", url, json={}, headers=headers)
        if answer.status_code == 201:
            self.refunded[payment_id] = answer.json()["id"]


@pytest.mark.parametrize("cycles", [10, pytest.param(40, marks=pytest.mark.full)])
async def test_keeps_the_books_under_kill_9(tmp_path: Path, cycles: int) -> None:
    async with fake_stripe() as stripe, serving(Post()) as post:
        stripe.lost_after = 0.1
        more = {
            "WELLWISH_STRIPE_KEY": KEY,
            "WELLWISH_STRIPE_WEBHOOK_SECRET": SECRET,
            "WELLWISH_STRIPE_URL": stripe.url,
            "WELLWISH_BUNDLES": str(CATALOGUE),
            "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
        }
        async with service(tmp_path, post, more=more) as running:
            buyers = Buyers(running, stripe)
            listed = await running.client.get("/api/bundles", headers=running.headers)
            bundle_id = listed.json()["data"][0]["id"]
            tasks = [asyncio.create_task(buyers.run(number, bundle_id)) for number in range(BUYERS)]
            killed = await kill_at_random(running, cycles, random.Random(SEED))
            began = time.monotonic()
            buyers.stop.set()
            await asyncio.gather(*tasks)
            waited_s = await until(lambda: unsettled(running, buyers), began)
            ledger = await booked(running)
            print(
                f"seed {SEED}: {cycles} cycles, killed {dict(killed)}; {len(buyers.bought)} bought, "
                f"{len(buyers.paid)} paid, {len(buyers.refunded)} refunded; "
                f"settled {waited_s:.1f} s after the last restart"
            )
            print(f"provider {stripe.held()}, ledger {ledger}")
            assert await unsettled(running, buyers) == []
            assert cycles < 40 or waited_s <= SETTLES_S
            assert ledger == stripe.held()
            charged = Counter(each["metadata"]["payment_id"] for each in stripe.intents.values())
            assert charged == dict.fromkeys(buyers.paid, 1)
            back = Counter(each["metadata"]["refund_id"] for each in stripe.refunds.values())
            assert back == dict.fromkeys(buyers.refunded.values(), 1)
            assert "The ledger is correct." in await checked(running)


async def checked(running: Service) -> str:
    """Returns the output of ``ledger check``, asserting that it finds no fault."""
    command = [sys.executable, "-P", "-m", "wellwish", "ledger", "check"]
    done = await asyncio.to_thread(
        subprocess.run, command, env=running.account["environment"], cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    return done.stderr


async def until(unsettled: Callable[[], Awaitable[list[str]]], began: float) -> float:
    """Waits until nothing is unsettled, or for at most PATIENCE_S. Returns the seconds since `began`."""

    async def is_settled() -> bool:
        return not await unsettled()

    await seconds_until(is_settled, PATIENCE_S + began - time.monotonic())
    return time.monotonic() - began


async def unsettled(running: Service, buyers: Buyers) -> list[str]:
    """Returns the payments that are not yet in their final state."""
    rows = await fetched(
        running,
        """
        select p.id, p.status, b.payment_status from payments p
        join bundle_purchases b on b.account_id = p.account_id and b.payment_id = p.id
        """,
    )
    found = {row[0]: (row[1], row[2]) for row in rows}
    wanted = dict.fromkeys(buyers.paid, ("succeeded", "paid"))
    wanted |= dict.fromkeys(buyers.refunded, ("refunded", "refunded"))
    return [each for each, states in wanted.items() if found.get(each) != states]


async def booked(running: Service) -> dict[str, int]:
    """Returns the provider's balance according to the ledger."""
    rows = await fetched(
        running,
        """
        select currency, sum(case when debit like 'provider:%' then amount else -amount end)::bigint
        from ledger where debit like 'provider:%' or credit like 'provider:%' group by currency
        """,
    )
    return {row[0]: row[1] for row in rows}


async def fetched(running: Service, sql: str) -> list[Any]:
    owner = await asyncpg.connect(running.owner_dsn)
    try:
        return await owner.fetch(sql)
    finally:
        await owner.close()
