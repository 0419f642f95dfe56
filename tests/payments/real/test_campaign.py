"""Random events at Stripe over a bad connection: the ledger matches its balance to the cent."""

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.fakes.stripe import CONNECT_SECRET, SECRET, FakeStripe
from tests.payments import buying, striped
from tests.payments.real.market import Market
from tests.payments.test_faults import EXPECTED, quietly
from tests.world import Person, World
from wellwish.base import ids
from wellwish.payments import poll
from wellwish.payments.compare import compare
from wellwish.payments.provider.connect import connect

SILENT = 0.3  # share of lost callbacks
NOISE = EXPECTED | {
    ("event not explained", None), ("provider unavailable", None), ("poll failed", None),
    ("job failed", "ProviderUnavailableError"), ("job failed", "ProviderFailedError"),
}  # fmt: skip


class Shop:
    """Accounts with Stripe keys, connected accounts and the operator's account, all at one fake."""

    def __init__(self, world: World, stripe: FakeStripe, seed: int) -> None:
        self.world, self.stripe, self.random = world, stripe, Random(seed)
        self.cards: list[tuple[Person, str]] = []
        self.payments: list[tuple[Person, str]] = []
        self.told = 0
        self.market = Market(stripe, self.random, ("acct_1Platform00", "acct_1ofalice00"))
        self.did = self.market.did

    async def open(self) -> None:
        await striped.own_key(self.stripe, self.world.alice)
        self.stripe.connected.add("acct_1connected9")
        await connect(self.world.services, self.world.bob.account_id, "acct_1connected9", None)
        for person in (self.world.alice, self.world.bob):
            self.cards.append((person, (await make.card(person, collection=giving.OPEN))["id"]))
        self.stripe.refused_before, self.stripe.lost_after = 0.05, 0.1

    async def begin(self) -> None:
        """Opens a gift or a bundle, with retries, and acts on its page."""
        if self.random.random() < 0.2:
            person = self.world.alice
            made = await buying.buy(person, currency="EUR")
            payment_id = made["payment_id"]
        else:
            person, card_id = self.random.choice(self.cards)
            given = {"amount": self.random.randint(50, 5000), "currency": "EUR"}
            answer = await giving.post(person, card_id, money=given)
            if answer.status_code != 201:
                return
            made = answer.json()
            payment_id = made["money"]["payment_id"]
        if self.random.random() < 0.1:
            self.stripe.fail("POST /v1/checkout/sessions", after=self.random.random() < 0.5)
        page = await self.world.client.get(made["checkout_url"])
        while page.status_code == 503:
            page = await self.world.client.get(made["checkout_url"])
        session = page.headers["location"].rpartition("/")[2]
        self.payments.append((person, payment_id))
        self.market.visit(session)

    async def refund(self) -> None:
        if self.payments:
            person, payment_id = self.random.choice(self.payments)
            amount = self.random.choice([None, self.random.randint(1, 500)])
            if self.random.random() < 0.2:
                self.stripe.fail("POST /v1/refunds", after=self.random.random() < 0.5)
            answer = await buying.refund(person, payment_id, amount)
            self.did[f"refund {answer.status_code}"] += 1

    async def deliver(self) -> None:
        """Sends the new callbacks, shuffled, with losses and some duplicates."""
        new, self.told = self.stripe.events[self.told :], len(self.stripe.events)
        sent = [each for each in new if self.random.random() > SILENT]
        sent += [each for each in sent if self.random.random() < 0.3]
        self.random.shuffle(sent)
        await asyncio.gather(*(self.call(each) for each in sent))

    async def call(self, event: dict[str, Any]) -> None:
        body, path, secret = json.dumps(event).encode(), "/callbacks/payments/stripe", SECRET
        if event["_of"] == "acct_1ofalice00":
            path, secret = f"{path}/{self.world.alice.account_id}", "whsec_ofalice00"
        elif "account" in event:
            secret = CONNECT_SECRET
        headers = self.stripe.sign(body, secret=secret)
        answer = await self.world.client.post(path, content=body, headers=headers)
        assert answer.status_code in (204, 503), answer.text

    async def settle(self) -> None:
        """Ends the faults, then polls and retries until everything is settled."""
        self.market.end()
        for _ in range(6):
            await self.world.owner.execute(
                """
                update jobs set run_at = now() - interval '1 second'
                where kind in ('payments.send_refund', 'payments.poll_account', 'contributions.follow')
                """
            )
            await poll.run(self.world.services, {})
            await self.world.work()


async def campaign(world: World, stripe: FakeStripe, seed: int, steps: int) -> None:
    shop = Shop(world, stripe, seed)
    await shop.open()
    with quietly(NOISE):
        for _ in range(steps):
            await asyncio.gather(shop.begin(), shop.begin())
            shop.market.happen()
            await shop.refund()
            shop.market.happen()
            await shop.deliver()
            if shop.random.random() < 0.3:
                await world.work()
        await shop.settle()
    print(f"seed {seed}: {dict(shop.did)}, {len(stripe.events)} events, {stripe.held()}")
    kept = "select outcome, reason, kind from provider_events where outcome not in ('applied', 'nothing')"
    assert [tuple(row) for row in await world.owner.fetch(kept)] == []
    assert await buying.in_the_ledger(world) == stripe.held()
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert await buying.in_the_ledger(world, "disputes") == {}
    asked = [each for each in stripe.disputes.values() if each["status"].startswith("warning_")]
    ours = [each for each in asked if "payment_id" in stripe.intents[each["payment_intent"]]["metadata"]]
    told = await world.owner.fetchval("select count(*) from provider_events where kind = 'inquiry'")
    assert told == len(ours), "an inquiry was not reported, or twice"
    for thing in (*stripe.events, *stripe.charges.values()):
        thing["created"] -= 300
    found = await compare(world.services)
    assert [each for each in found.faults if "does not report it" not in each] == found.notices == []
    charged = Counter(each["metadata"]["payment_id"] for each in stripe.charges.values())
    assert set(charged.values()) <= {1}, "a payment was charged twice"
    refunds = [each["metadata"].get("refund_id", ids.new("rfd")) for each in stripe.refunds.values()]
    assert len(refunds) == len(set(refunds)), "a refund was made twice"


@pytest.mark.parametrize("seed", [1, 2])
async def test_keeps_the_books_of_a_real_account(
    seed: int, world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    assert alice.account_id != bob.account_id
    await campaign(world, stripe, seed, 12)


@pytest.mark.full
async def test_keeps_the_books_of_five_hundred_payments(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    assert alice.account_id != bob.account_id
    await campaign(world, stripe, 3, 250)
