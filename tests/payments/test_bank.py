"""Concurrent clients buy, contribute, pledge, refund and cancel; the ledger balances at every moment."""

import asyncio
from collections import Counter
from random import Random
from typing import Any

import asyncpg
import httpx2
import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time
from tests.payments import buying
from tests.waiting import until
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.infra.jobs import Worker
from wellwish.payments import check, poll
from wellwish.worker import JOBS

OPEN = {"add_money": "everyone", "add_cash": True, "currency": "EUR"}
CARDS = 8
BUTTONS = ("succeed", "succeed", "succeed", "call_back_twice", "never_call_back", "decline", "cancel")


class Bank:
    """Shared state of the clients: cards, pledges and payments, and the number of responses by kind."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed = world, seed
        self.cards: list[tuple[Person, str]] = []
        self.pledges: list[tuple[Person, str, str]] = []
        self.payments: list[tuple[Person, str]] = []
        self.answers: Counter[str] = Counter()
        self.reads: list[int] = []
        self.faults: list[str] = []
        self.stop = asyncio.Event()

    async def open_card(self, person: Person) -> None:
        self.cards.append((person, (await make.card(person, collection=OPEN))["id"]))

    def count(self, what: str, answer: httpx2.Response, *also: int) -> bool:
        """Counts the response. Returns whether it succeeded. Fails on an error status not in ``also``."""
        self.answers[f"{what} {answer.status_code}"] += 1
        if not answer.is_success:
            assert answer.status_code in also, f"{what}: {answer.status_code} {answer.text}"
        return answer.is_success

    async def press(self, person: Person, made: dict[str, Any], chance: Random, payment_id: str) -> None:
        button = chance.choice(BUTTONS)
        await buying.press(self.world, made["checkout_url"], button)
        if button not in ("decline", "cancel"):
            self.payments.append((person, payment_id))

    # The actions of a client.

    async def buy(self, chance: Random) -> None:
        person = chance.choice((self.world.alice, self.world.bob))
        offer = await buying.bundle(person, 1)
        body = {"bundle_id": offer["id"], "currency": chance.choice(["EUR", "JPY", "KWD"])}
        answer = await person.post("/api/bundle-purchases", body, key=ids.new("req"))
        if self.count("buy", answer):
            await self.press(person, answer.json(), chance, answer.json()["payment_id"])

    async def chip_in(self, chance: Random) -> None:
        person, card_id = chance.choice(self.cards)
        money = {"amount": chance.randint(50, 5000), "currency": "EUR"}
        answer = await giving.post(person, card_id, money=money)
        if self.count("chip in", answer, 409):
            await self.press(person, answer.json(), chance, answer.json()["money"]["payment_id"])

    async def pledge(self, chance: Random) -> None:
        person, card_id = chance.choice(self.cards)
        money = {"amount": chance.randint(50, 5000), "currency": "EUR", "method": "cash"}
        answer = await giving.post(person, card_id, money=money)
        if self.count("pledge", answer, 409):
            self.pledges.append((person, card_id, answer.json()["id"]))

    async def settle(self, chance: Random) -> None:
        if self.pledges:
            verb = chance.choice(("confirm", "confirm", "drop"))
            person, card_id, contribution_id = chance.choice(self.pledges)
            answer = await person.get(f"/api/cards/{card_id}/contributions/{contribution_id}")
            version = answer.json().get("version", 1)
            answer = await giving.settle(person, card_id, contribution_id, verb, version)
            self.count(verb, answer, 404, 409, 412)

    async def refund(self, chance: Random) -> None:
        if self.payments:
            person, payment_id = chance.choice(self.payments)
            shown = (await person.get(f"/api/payments/{payment_id}")).json()
            left = shown["amount"]["amount"] - shown["refunded"]["amount"]
            whole = shown["purpose"] == "bundle_purchase" or chance.random() < 0.3
            amount = None if whole else chance.randint(1, max(1, left))
            body = {} if amount is None else {"amount": amount}
            headers = {"If-Match": f'"{shown["version"]}"'}
            url = f"/api/payments/{payment_id}/refunds"
            self.count("refund", await person.post(url, body, headers=headers, key=ids.new("req")), 409, 412)

    async def cancel(self, chance: Random) -> None:
        """Cancels the oldest card with refunds, and opens a new one."""
        person, card_id = self.cards.pop(0)
        await self.open_card(person)
        version = (await person.get(f"/api/cards/{card_id}")).json()["version"]
        headers = {"If-Match": f'"{version}"'}
        url = f"/api/cards/{card_id}/cancel"
        answer = await person.post(url, {"refund": True}, headers=headers, key=ids.new("req"))
        self.count("cancel", answer, 409, 412)

    async def client(self, number: int) -> None:
        """Repeats random actions until stopped."""
        chance = Random(self.seed * 1000 + number)
        steps = [self.buy, self.chip_in, self.pledge, self.settle, self.refund, self.cancel]
        while not self.stop.is_set():
            await chance.choices(steps, [2, 6, 3, 2, 4, 0.2])[0](chance)

    # Background work.

    async def work(self) -> None:
        worker = Worker(self.world.services.db, self.world.services, JOBS)

        async def has_stopped() -> bool:
            await worker.drain()
            return self.stop.is_set()

        await until(has_stopped, within_s=3600)

    async def audit(self, dsn: str) -> None:
        """Checks the whole ledger in one snapshot, repeatedly."""
        owner = await asyncpg.connect(dsn)
        try:
            while not self.stop.is_set():
                async with owner.transaction():
                    report = await check.check(Tx(owner, []))
                self.reads.append(report.counts.transfers)
                self.faults += report.faults
                await asyncio.sleep(0.05)  # meanwhile, the clients in the same process run
        finally:
            await owner.close()


async def day(world: World, dsn: str, *, clients: int, seconds: float, seed: int) -> Bank:
    """Runs all clients for ``seconds``, then completes everything pending."""
    bank = Bank(world, seed)
    for number in range(CARDS):
        await bank.open_card((world.alice, world.bob)[number % 2])
    async with asyncio.TaskGroup() as group:
        for number in range(clients):
            group.create_task(bank.client(number))
        for work in (bank.work(), bank.work(), bank.audit(dsn)):
            group.create_task(work)
        await asyncio.sleep(seconds)  # the duration of the simulated day
        bank.stop.set()
    await world.work()
    await poll.run(world.services, {})  # payments without a callback
    await world.work()
    return bank


async def held(bank: Bank) -> None:
    """Prints the figures and asserts the invariants."""
    world = bank.world
    provider, ledger = await buying.at_the_provider(world), await buying.in_the_ledger(world)
    print(
        f"seed {bank.seed}: {bank.answers.total()} calls, {dict(sorted(bank.answers.items()))}; "
        f"{len(bank.reads)} reads of the whole ledger, the last of {bank.reads[-1]} transfers, "
        f"{len(bank.faults)} faults; provider {provider}, ledger {ledger}"
    )
    assert bank.faults == []
    assert len(bank.reads) >= 3
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert provider == ledger
    async with world.owner.transaction():
        assert (await check.check(Tx(world.owner, []))).faults == []


async def test_keeps_the_books_of_a_busy_minute(world: World, clone: tuple[str, str]) -> None:
    await held(await day(world, clone[0], clients=8, seconds=4, seed=1))


@pytest.mark.full
async def test_keeps_the_books_of_fifty_clients(world: World, clone: tuple[str, str]) -> None:
    await held(await day(world, clone[0], clients=50, seconds=60, seed=2))


async def test_finds_any_leg_that_is_dropped(world: World, clone: tuple[str, str]) -> None:
    """The control: the check detects the removal of each of twenty random transfers."""
    bank = await day(world, clone[0], clients=4, seconds=2, seed=3)
    legs = await world.owner.fetch("select movement, leg from ledger order by movement, leg")
    with another_time():
        clock.move(check.HANGS_AFTER * 2)
        for movement, leg in Random(3).sample(legs, min(20, len(legs))):
            async with buying.without(world, movement, leg):
                async with world.owner.transaction():
                    found = (await check.check(Tx(world.owner, []))).faults
                assert found, f"seed {bank.seed}: {movement} {leg}"
