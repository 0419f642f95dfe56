"""Random events at Mollie over a bad connection with interrupted calls: the ledger matches its balance."""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.fakes.mollie import FakeMollie, PageClosedError
from tests.payments import buying
from tests.payments.mollie.paying import call_back, own_key, right
from tests.payments.real.test_campaign import NOISE
from tests.payments.test_faults import quietly
from tests.waiting import turns
from tests.world import Person, World
from wellwish.base import clock
from wellwish.payments import expire, poll, send_refund
from wellwish.payments.compare import compare

SILENT = 0.3  # share of lost callbacks
CUT_OFF = 0.2  # share of interrupted calls
QUIET: Any = NOISE | {("payment not ended", None), ("payment not confirmed", None), ("page not closed", None)}
_LONG_ENOUGH = timedelta(minutes=5)  # age at which the comparison with the provider includes a payment
_RETRIED = """
    update jobs set run_at = now() - interval '1 second'
    where kind in ('payments.send_refund', 'payments.poll_account', 'contributions.follow')
    """


class Fair:
    """Accounts with Mollie profiles, and random actions of payers, banks, owners and the network."""

    def __init__(self, world: World, mollie: FakeMollie, people: list[Person], seed: int) -> None:
        self.world, self.mollie, self.people, self.random = world, mollie, people, Random(seed)
        self.cards: dict[str, str] = {}
        self.payments: list[tuple[Person, str]] = []
        self.told = 0
        self.did: Counter[str] = Counter()

    async def open(self) -> None:
        for person in self.people:
            assert (await own_key(self.mollie, person)).status_code == 200
            self.cards[person.name] = (await make.card(person, collection=giving.OPEN))["id"]
        self.mollie.refused_before, self.mollie.lost_after = 0.1, 0.1

    async def cut(self, call: Awaitable[Any]) -> None:
        """Makes a call, which a simulated crash of the process may interrupt anywhere."""
        task = asyncio.ensure_future(call)
        if self.random.random() < CUT_OFF:
            await turns(self.random.randint(1, 400))
            self.did["cut off"] += task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def begin(self) -> None:
        person = self.random.choice(self.people)
        money = {"amount": self.random.randint(1, 5000), "currency": "EUR"}
        made = (await giving.post(person, self.cards[person.name], money=money)).json()
        self.mollie.cancelable = self.random.random() < 0.3
        for _ in range(2):
            await self.cut(self.world.client.get(made["checkout_url"]))
        if self.random.random() < 0.1:
            self.mollie.answers.clear()  # simulates the expiry of idempotency keys after an hour
        page = await self.world.client.get(made["checkout_url"])
        while page.status_code == 503:
            page = await self.world.client.get(made["checkout_url"])
        self.payments.append((person, made["money"]["payment_id"]))
        if self.random.random() < 0.1:
            path = f"/api/payments/{made['money']['payment_id']}/cancel"
            self.did[f"cancel {(await person.post(path, {})).status_code}"] += 1
        self.visit(page.headers["location"].rpartition("/")[2])

    def visit(self, reference: str) -> None:
        ways = ["pay", "begin", "expire", "choose_transfer", "leave"]
        how = self.random.choices(ways, [70, 10, 10, 5, 5])[0]
        try:
            if how != "leave":
                getattr(self.mollie, how)(reference)
        except PageClosedError:
            how = "closed"
        self.did[how] += 1

    def happen(self) -> None:
        """Simulates a bank, the dashboard, or the expiry of an unseen page."""
        what = self.random.choice(("bank", "dashboard", "chargeback", "reversal", "refund ends", "unseen"))
        paid = [e for e in self.mollie.payments.values() if e["status"] == "paid" and self.mollie.rest(e)]
        found: list[str] = {
            "bank": [e["id"] for e in self.mollie.payments.values() if e["status"] == "pending"],
            "reversal": [e["id"] for e in self.mollie.chargebacks.values() if "reversedAt" not in e],
            "refund ends": [e["id"] for e in self.mollie.refunds.values() if e["status"] == "pending"],
            "unseen": [e["id"] for e in self.mollie.payments.values() if e["status"] == "open"],
        }.get(what, [e["id"] for e in paid])
        self.mollie.refunds_pend = self.random.random() < 0.3
        if not found:
            return
        it, self.did[what] = self.random.choice(found), self.did[what] + 1
        if what == "bank":
            self.mollie.ends(it, self.random.choice(["paid", "paid", "failed", "expired"]))
        elif what == "dashboard":
            self.mollie.refund(it, self.random.randint(1, self.mollie.rest(self.mollie.payments[it])))
        elif what == "chargeback" and not self._is_refunded(it):
            self.mollie.charge_back(it)
        elif what == "reversal":
            self.mollie.reverse(it)
        elif what == "refund ends":
            self.mollie.refund_ends(it, self.random.choice(["refunded", "refunded", "failed", "canceled"]))
        elif what == "unseen":
            self.mollie.expire(it)

    def _is_refunded(self, payment_id: str) -> bool:
        return any(e["paymentId"] == payment_id for e in self.mollie.refunds.values())

    async def refund(self) -> None:
        """Refunds as an owner; two concurrent runs of the job that calls Mollie may be interrupted."""
        person, payment_id = self.random.choice(self.payments)
        answer = await buying.refund(person, payment_id, self.random.choice([None, 1]))
        self.did[f"refund {answer.status_code}"] += 1
        if answer.status_code == 201:
            args = {"account_id": person.account_id, "refund_id": answer.json()["id"]}
            runs = [send_refund.run(self.world.services, args) for _ in range(2)]
            await asyncio.gather(*map(self.cut, runs))

    async def lapse(self) -> None:
        """Expires a payment."""
        person, payment_id = self.random.choice(self.payments)
        args = {"account_id": person.account_id, "payment_id": payment_id}
        await self.cut(expire.run(self.world.services, args))

    async def deliver(self) -> None:
        """Sends the new callbacks, shuffled, with losses, duplicates and wrong payment IDs."""
        new, self.told = self.mollie.webhooks[self.told :], len(self.mollie.webhooks)
        sent = [name for _, name in new if self.random.random() > SILENT]
        sent += [name for name in sent if self.random.random() < 0.3]
        self.random.shuffle(sent)
        await asyncio.gather(*(self.cut(self.call(name)) for name in sent))

    async def call(self, reference: str) -> None:
        named = self.mollie.payments[reference]["metadata"]
        payment_id = named["payment_id"]
        if self.random.random() < 0.05:
            payment_id = self.random.choice(self.payments)[1]
        assert await call_back(self.world, named["account_id"], payment_id, reference) in (200, 503)

    async def settle(self) -> None:
        """Ends faults, pages, refunds and debits, then polls and retries until everything is settled."""
        self.mollie.refused_before = self.mollie.lost_after = 0.0
        self.mollie.refunds_pend = False
        for payment in list(self.mollie.payments.values()):
            if payment["status"] == "open":
                self.mollie.expire(payment["id"])
            elif payment["status"] == "pending":
                self.mollie.ends(payment["id"], "paid")
        for refund in list(self.mollie.refunds.values()):
            if refund["status"] == "pending":
                self.mollie.refund_ends(refund["id"], "refunded")
        for _ in range(4):
            await self.world.owner.execute(_RETRIED)
            await poll.run(self.world.services, {})
            await self.world.work()


async def campaign(world: World, mollie: FakeMollie, people: list[Person], seed: int, steps: int) -> None:
    fair = Fair(world, mollie, people, seed)
    await fair.open()
    with quietly(QUIET):
        for _ in range(steps):
            await fair.begin()
            fair.happen()
            await fair.refund()
            fair.happen()
            await fair.deliver()
            if fair.random.random() < 0.2:
                await fair.lapse()
            if fair.random.random() < 0.2:
                await world.work()
        await fair.settle()
    print(f"seed {seed}: {dict(fair.did)}, {len(mollie.payments)} pages, {mollie.held()}")
    refunds = [e["metadata"]["refund_id"] for e in mollie.refunds.values() if e["metadata"]]
    assert len(refunds) == len(set(refunds)), "a refund was made twice"
    paid = Counter(e["metadata"]["payment_id"] for e in mollie.payments.values() if e["status"] == "paid")
    assert set(paid.values()) <= {1}, "a gift was paid twice"
    await right(world, mollie)
    for thing in (*mollie.payments.values(), *mollie.refunds.values(), *mollie.chargebacks.values()):
        created = datetime.fromisoformat(thing["createdAt"]) - _LONG_ENOUGH
        thing["createdAt"] = clock.rfc3339(created)
    found = await compare(world.services)
    assert found.faults == found.notices == []
    left = "select count(*) from payments where status in ('pending', 'processing') or refunding > 0"
    assert await world.owner.fetchval(left) == 0


@pytest.mark.parametrize("seed", [1, 2])
async def test_the_ledger_is_correct_after_a_campaign(
    seed: int, world: World, alice: Person, mallory: Person, mollie: FakeMollie
) -> None:
    await campaign(world, mollie, [alice, mallory], seed, 12)


async def test_the_control_makes_refunds_twice(world: World, alice: Person, mollie: FakeMollie) -> None:
    """The fake ignores idempotency keys and lists no refunds of a payment."""
    mollie.forgetful = True
    with pytest.raises(AssertionError, match="a refund was made twice"):
        await campaign(world, mollie, [alice], 1, 60)


@pytest.mark.full
async def test_keeps_the_books_of_three_hundred_payments(
    world: World, alice: Person, bob: Person, mallory: Person, mollie: FakeMollie
) -> None:
    people = {person.account_id: person for person in (alice, bob, mallory)}
    await campaign(world, mollie, list(people.values()), 3, 300)
