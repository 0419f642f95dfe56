"""Tenants with Stripe keys or connected accounts, and their buyers, during kills of the service."""

import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import httpx2

from tests.delivery.service import Service, command, service
from tests.fakes.smtp import Post, serving
from tests.fakes.stripe import CONNECT_SECRET, KEY, PLATFORM, SECRET, FakeStripe, fake_stripe
from tests.payments.real.market import Market
from tests.payments.test_crash import fetched
from tests.waiting import until
from wellwish.bundles.load import CATALOGUE

SEED, OWN = 20261123, 3
CURRENCIES = (
    "EUR",
    "JPY",
    "KWD",
    "EUR",
    "USD",
)  # currency by tenant: first those with keys, then connected accounts
_PATIENCE_S = 180.0  # how long a client retries during kills
SILENT = 0.3  # share of lost callbacks


@dataclass
class Tenant:
    """An account, its token, its Stripe account and the secret of its callbacks."""

    account_id: str
    pair: dict[str, str]
    stripe: str
    callbacks: str
    secret: str
    currency: str
    card_id: str = ""
    payments: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Campaign:
    """Givers and buyers that pay, request refunds and dispute, up to a number of payments."""

    running: Service
    stripe: FakeStripe
    market: Market
    tenants: list[Tenant] = field(default_factory=list)
    begun: int = 0
    told: int = 0
    printed_s: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)

    async def ask(self, tenant: Tenant, method: str, url: str, **given: Any) -> httpx2.Response:
        headers = {**tenant.headers, **given.pop("headers", {})}
        return await self.running.until_final(method, url, within_s=_PATIENCE_S, headers=headers, **given)

    async def buyer(self, number: int, most: int) -> None:
        chance = random.Random(SEED + number)
        while self.begun < most:
            self.begun += 1
            tenant = chance.choice(self.tenants)
            made = await self.begin(tenant, f"{number}-{self.begun}", chance)
            if chance.random() < 0.1:
                self.stripe.fail("POST /v1/checkout/sessions", after=chance.random() < 0.5)
            if chance.random() < 0.05:
                await self.too_small(tenant, f"{number}-{self.begun}")
            page = await self.ask(tenant, "GET", made["checkout_url"])
            assert page.status_code == 303, page.text
            session = page.headers["location"].rpartition("/")[2]
            if chance.random() < 0.1:
                await self.cancel(tenant, made, f"{number}-{self.begun}")
            if session in self.stripe.sessions:
                self.market.visit(session)
            for _ in range(2):
                self.market.happen()
            if chance.random() < 0.4:
                await self.refund(tenant, f"{number}-{self.begun}", chance)
            await self.deliver(chance)

    async def begin(self, tenant: Tenant, name: str, chance: random.Random) -> dict[str, Any]:
        """Opens a gift, or buys a bundle from the operator."""
        key = {"Idempotency-Key": f"begin-{name}"}
        if chance.random() < 0.2:
            listed = (await self.ask(tenant, "GET", "/api/bundles")).json()["data"]
            body = {"bundle_id": listed[0]["id"], "currency": "EUR"}
            answer = await self.ask(tenant, "POST", "/api/bundle-purchases", json=body, headers=key)
            assert answer.status_code == 201, answer.text
            payment_id = answer.json()["payment_id"]
        else:
            amount = chance.randint(50, 5000) // 10 * 10  # Stripe accepts only multiples of ten in KWD
            body = {"name": "Jo", "money": {"amount": amount, "currency": tenant.currency}}
            url = f"/api/cards/{tenant.card_id}/contributions"
            answer = await self.ask(tenant, "POST", url, json=body, headers=key)
            assert answer.status_code == 201, answer.text
            payment_id = answer.json()["money"]["payment_id"]
        tenant.payments.append(payment_id)
        return {**answer.json(), "payment_id": payment_id}

    async def too_small(self, tenant: Tenant, name: str) -> None:
        """Gives less than Stripe's minimum."""
        body = {"name": "Jo", "money": {"amount": 9, "currency": tenant.currency}}
        url, key = f"/api/cards/{tenant.card_id}/contributions", {"Idempotency-Key": f"small-{name}"}
        answer = await self.ask(tenant, "POST", url, json=body, headers=key)
        self.answers[f"too small {answer.status_code}"] += 1

    async def cancel(self, tenant: Tenant, made: dict[str, Any], name: str) -> None:
        """Cancels a payment while the payer has its page open."""
        url, key = f"/api/payments/{made['payment_id']}/cancel", {"Idempotency-Key": f"cancel-{name}"}
        answer = await self.ask(tenant, "POST", url, headers=key)
        self.answers[f"cancel {answer.status_code}"] += 1

    async def refund(self, tenant: Tenant, name: str, chance: random.Random) -> None:
        payment_id = chance.choice(tenant.payments)
        if chance.random() < 0.2:
            self.stripe.fail("POST /v1/refunds", after=chance.random() < 0.5)
        shown = await self.ask(tenant, "GET", f"/api/payments/{payment_id}")
        headers = {"Idempotency-Key": f"refund-{name}", "If-Match": shown.headers["etag"]}
        body = {} if chance.random() < 0.5 else {"amount": chance.randint(1, 500)}
        answer = await self.ask(
            tenant, "POST", f"/api/payments/{payment_id}/refunds", json=body, headers=headers
        )
        self.answers[f"refund {answer.status_code}"] += 1

    async def deliver(self, chance: random.Random) -> None:
        """Sends the new callbacks once, shuffled, with losses and some duplicates."""
        new, self.told = self.stripe.events[self.told :], len(self.stripe.events)
        sent = [each for each in new if chance.random() > SILENT]
        sent += [each for each in sent if chance.random() < 0.3]
        chance.shuffle(sent)
        for event in sent:
            body = json.dumps(event).encode()
            path, secret = "/callbacks/payments/stripe", SECRET
            own = next((each for each in self.tenants if each.stripe == event["_of"]), None)
            if "account" in event:
                secret = CONNECT_SECRET
            elif own is not None:
                path, secret = own.callbacks, own.secret
            with suppress(httpx2.HTTPError):
                headers = self.stripe.sign(body, secret=secret)
                answer = await self.running.client.post(path, content=body, headers=headers)
                self.answers[f"callback {answer.status_code}"] += 1

    def has_begun(self, count: int) -> bool:
        return self.begun >= count

    async def kill(self, cycles: int, chance: random.Random, most: int) -> Counter[str]:
        """Kills at regular numbers of payments, and spreads the kills over the whole run."""
        killed: Counter[str] = Counter()
        for cycle in range(cycles):
            count = most * (cycle + 1) // (cycles + 1)
            await until(partial(self.has_begun, count), within_s=600)
            what = chance.choice(["server", "worker", "worker", "both", "backend", "backend"])
            if what == "backend":
                await self.kill_backend(chance)
            for program in (self.running.server, self.running.worker):
                if what in (program.command.replace("serve", "server").replace("work", "worker"), "both"):
                    await program.kill()
                    await program.start()
            killed[what] += 1
        return killed

    async def kill_backend(self, chance: random.Random) -> None:
        """Kills one backend, which makes PostgreSQL terminate all sessions and recover."""
        rows = await self.rows("select pid from pg_stat_activity where backend_type = 'client backend'")
        if rows:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(rows)[0], signal.SIGKILL)

    async def rows(self, sql: str) -> list[Any]:
        async def found() -> tuple[list[Any]]:
            return (await fetched(self.running, sql),)

        away = (asyncpg.PostgresError, OSError, asyncpg.InterfaceError)
        return (await until(found, despite=away))[0]

    async def apart(self) -> list[str]:
        """Describes the differences between Stripe, the ledger and the payments."""
        found = [f"event {row[0]}: {row[1]}" for row in await self.rows(_KEPT)]
        found += [f"{row[0]} holds {row[2]} {row[1]}" for row in await self.rows(_CLEARING)]
        found += [f"payment {row[0]} is refunding {row[1]}" for row in await self.rows(_REFUNDING)]
        of = {
            row[0]: row[1]
            for row in await self.rows("select 'provider:stripe:' || id, merchant_id from payment_providers")
        }
        of["provider:stripe:operator"] = PLATFORM
        ledger = {(of[row[0]], row[1]): row[2] for row in await self.rows(_HELD)}
        held = {(each, code): sum_ for each in of.values() for code, sum_ in self.stripe.held(each).items()}
        return found + [
            f"{account} has {held.get((account, code), 0)} {code} at Stripe and "
            f"{ledger.get((account, code), 0)} in the ledger"
            for account, code in sorted(held.keys() | ledger.keys())
            if held.get((account, code), 0) != ledger.get((account, code), 0)
        ]

    async def open_since(self, began: float) -> list[str]:
        """Returns the differences. Every 15 seconds, prints them with the jobs that could settle them."""
        found = await self.apart()
        waited_s = time.monotonic() - began
        if found and waited_s >= self.printed_s + 15:
            self.printed_s = waited_s
            jobs = [tuple(map(str, row)) for row in await self.rows(_JOBS)]
            print(f"open after {waited_s:.0f} s, load {os.getloadavg()[0]:.1f}:", *found, *jobs, sep="\n  ")
        return found

    def doubled(self) -> list[str]:
        """Returns duplicate charges and refunds."""
        charges = Counter(each["metadata"]["payment_id"] for each in self.stripe.charges.values())
        refunds = Counter(
            each["metadata"]["refund_id"] for each in self.stripe.refunds.values() if each["metadata"]
        )
        return [name for name, count in (charges + refunds).items() if count > 1]


_KEPT = "select id, reason from provider_events where outcome not in ('applied', 'nothing')"
_REFUNDING = "select id, refunding from payments where refunding > 0"
_BALANCES = """
    select name, currency, sum(amount)::bigint from (
      select debit as name, currency, amount from ledger
      union all select credit, currency, -amount from ledger) t
    """
_CLEARING = f"{_BALANCES} where name ~ '^(clearing|disputes):' group by 1, 2 having sum(amount) <> 0"
# Pending jobs, with the seconds until the lease ends and until the job is due.
_JOBS = """
    select kind, attempts, claims, last_error, round(extract(epoch from locked_until - now())) as lease_s,
      round(extract(epoch from run_at - now())) as due_s, count(*)
    from jobs where kind ~ '^payments[.]|[.]follow$' and kind <> 'payments.expire'
    group by 1, 2, 3, 4, 5, 6 order by 1
    """
_HELD = f"{_BALANCES} where name like 'provider:stripe:%' group by 1, 2"


async def tenant(campaign: Campaign, number: int) -> Tenant:
    """Creates an account with a Stripe key or a connected account, and a card that collects money."""
    running, stripe = campaign.running, campaign.stripe
    environment = running.account["environment"]
    given = ("--name", f"Shop {number}", "--email", f"{number}@shop.example", "--cards", "5", "--json")
    made = json.loads(await command(environment, "account", "create", *given))
    name = f"acct_1shop{number:06d}"
    account_id = made["account_id"]
    found = Tenant(
        account_id, {"x-api-key": made["api_key"], "x-client-secret": made["client_secret"]}, name,
        f"/callbacks/payments/stripe/{account_id}", f"whsec_ofshop{number:04d}", CURRENCIES[number],
    )  # fmt: skip
    answer = await running.client.post("/account/api-access/token", headers=found.pair)
    found.headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
    if number < OWN:
        key = _key(number)
        stripe.keys[key] = name
        body = {"provider": "stripe", "secret_key": key, "webhook_secret": found.secret}
        answer = await campaign.ask(found, "PUT", "/api/payment-provider", json=body)
        assert answer.status_code == 200, answer.text
    else:
        stripe.connected.add(name)
        await command(environment, "provider", "connect", account_id, name)
    templates = (await campaign.ask(found, "GET", "/api/templates")).json()["data"]
    collection = {"add_money": "everyone", "currency": found.currency}
    card = {
        "title": "Happy birthday, Maya", "sender": "Priya", "template_id": templates[0]["template_id"],
        "collection": collection,
    }  # fmt: skip
    answer = await campaign.ask(found, "POST", "/api/cards", json=card, headers={"Idempotency-Key": name})
    assert answer.status_code == 201, answer.text
    found.card_id = answer.json()["card_id"]
    return found


def _key(number: int) -> str:
    return f"rk_test_ofshop{number:04d}"


@asynccontextmanager
async def campaign(folder: Path) -> AsyncGenerator[Campaign]:
    async with fake_stripe() as stripe, serving(Post()) as post:
        more = {
            "WELLWISH_STRIPE_KEY": KEY,
            "WELLWISH_STRIPE_WEBHOOK_SECRET": SECRET,
            "WELLWISH_STRIPE_CONNECT_WEBHOOK_SECRET": CONNECT_SECRET,
            "WELLWISH_STRIPE_URL": stripe.url,
            "WELLWISH_BUNDLES": str(CATALOGUE),
            "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
        }
        async with service(folder, post, more=more) as running:
            chance, restricted = random.Random(SEED), tuple(_key(number) for number in range(OWN))
            made = Campaign(
                running, stripe, Market(stripe, chance, (PLATFORM, "acct_1shop000000"), restricted)
            )
            for number in range(len(CURRENCIES)):
                made.tenants.append(await tenant(made, number))
            yield made
