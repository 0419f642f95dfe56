"""Power cuts during payments and refunds: nothing acknowledged is lost, and nothing happens twice.

The embedded database is on a disk that loses unsynced data, and a cut kills all processes at the same time.
The fake Stripe survives; the ledger must match its balances.
"""

import asyncio
import json
import os
import random
import shutil
import statistics
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.delivery.service import ROOT, Program, Service, command
from tests.fakes.lazyfs import PowerSupply, mounted, why_not
from tests.fakes.smtp import Post, serving
from tests.fakes.stripe import KEY, SECRET, FakeStripe, fake_stripe
from tests.infra.embedded.processes import kill_servers
from tests.listening import free_port
from tests.payments.test_crash import PATIENCE_S, SETTLES_S, Buyers, booked, fetched, unsettled, until
from tests.payments.unsound import EARLY_S
from tests.waiting import seconds_until
from wellwish.infra.db import Database
from wellwish.infra.embedded import OWNER, Cluster
from wellwish.payments.check import check

_missing = why_not()
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.crash,
    pytest.mark.skipif(_missing is not None, reason=f"NO POWER-LOSS TEST ON THIS MACHINE: {_missing}"),
]

SEED, CYCLES, BUYERS = 20261121, 10, 4


@dataclass
class Plugged:
    """The service on the simulated disk, and the results of each cut."""

    running: Service
    folder: Path
    supply: PowerSupply
    recovered: list[float] = field(default_factory=list)
    forgotten: list[tuple[int, int]] = field(default_factory=list)

    async def cut(self) -> None:
        """Cuts the power, kills all processes, restores power and starts the service."""
        self.forgotten.append(await self.supply.cut())
        await self.running.server.kill()
        assert await asyncio.to_thread(kill_servers, self.folder)
        await self.supply.on()
        began = time.monotonic()
        await self.running.server.start()
        await self.running.until_ready()
        self.recovered.append(time.monotonic() - began)


@asynccontextmanager
async def plugged_in(
    folder: Path, post: Post, stripe: FakeStripe, fault: str | None = None, *, cards: int = 0
) -> AsyncGenerator[Plugged]:
    """Runs the service with the embedded database on the disk that loses unsynced data."""
    database, behind, port = folder / "data" / "postgres", folder / "behind", free_port()
    environment = {
        **os.environ,
        "WELLWISH_DATA_DIR": str(folder / "data"),
        "WELLWISH_SECRET_KEY": "ab" * 32,
        "WELLWISH_PORT": str(port),
        "WELLWISH_LOG_LEVEL": "error",
        "WELLWISH_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_MESSAGES_PER_DAY": "0",
        "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{post.port}?tls=none",
        "WELLWISH_MAIL_FROM": "cards@cards.example",
        "WELLWISH_STRIPE_KEY": KEY,
        "WELLWISH_STRIPE_WEBHOOK_SECRET": SECRET,
        "WELLWISH_STRIPE_URL": stripe.url,
        "PYTHONPATH": str(ROOT),
    }
    given = ("--name", "Acme", "--email", "a@acme.example", "--cards", str(cards), "--json")
    made = await command(environment, "account", "create", *given)
    shutil.move(database / "data", behind)
    (database / "data").mkdir(mode=0o700)
    module = "wellwish" if fault is None else "tests.payments.unsound"
    server = Program("serve", environment | {"WELLWISH_TEST_FAULT": fault or ""}, module)
    account = {**json.loads(made), "environment": environment}
    owner_dsn = Cluster(database).dsn(OWNER)
    async with mounted(behind, database / "data") as supply:
        running = Service(f"http://localhost:{port}", account, server, server, owner_dsn)
        try:
            await server.start()
            await running.until_ready()
            await running.sign_in()
            yield Plugged(running, database, supply)
        finally:
            await running.client.aclose()
            await server.kill()
            await asyncio.to_thread(kill_servers, database)


class Shoppers(Buyers):
    """Buyers that may pause after each response, and signal each acknowledged payment or refund."""

    def __init__(self, running: Service, stripe: FakeStripe, pause_s: float, refunds: float) -> None:
        super().__init__(running, stripe)
        self.pause_s, self.refunds = pause_s, refunds
        self.acknowledged = asyncio.Event()

    async def ask(self, method: str, url: str, **given: Any) -> httpx2.Response:
        answer = await super().ask(method, url, **given)
        if answer.status_code == 201:
            self.acknowledged.set()
        await asyncio.sleep(self.pause_s)  # as people do
        return answer


async def missing(running: Service, buyers: Buyers) -> set[str]:
    """Returns the acknowledged payments and refunds that are not in the database."""
    # Copied before the query, which may miss later acknowledgements.
    acknowledged = {*buyers.bought.values(), *buyers.refunded.values()}
    rows = await fetched(running, "select id from payments union all select id from refunds")
    return acknowledged - {row[0] for row in rows}


async def faults(running: Service) -> list[str]:
    """Returns the faults of the ledger check on a snapshot of the whole ledger."""
    owner = Database(running.owner_dsn, size=1)
    await owner.open()
    try:
        async with owner.transaction() as tx:
            return (await check(tx)).faults
    finally:
        await owner.close()


@dataclass
class Found:
    """The results of a run of cuts."""

    plugged: Plugged
    buyers: Buyers
    missing: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


async def cut_often(
    plugged: Plugged,
    stripe: FakeStripe,
    cycles: int,
    *,
    runs_s: tuple[float, float] = (0.7, 1.7),
    acknowledged: bool = False,
    pause_s: float = 0.0,
    refunds: float = 0.5,
) -> Found:
    """Buys, pays and refunds while the power is cut repeatedly. Ends at the first loss.

    With ``acknowledged``, each cut waits for the acknowledgement of a payment and follows it immediately.
    """
    running, chance = plugged.running, random.Random(SEED)
    buyers = Shoppers(running, stripe, pause_s, refunds)
    found = Found(plugged, buyers)
    listed = await running.client.get("/api/bundles", headers=running.headers)
    bundle_id = listed.json()["data"][0]["id"]
    tasks = [asyncio.create_task(buyers.run(number, bundle_id)) for number in range(BUYERS)]
    for number in range(cycles):
        await asyncio.sleep(chance.uniform(*runs_s))  # the power fails at any moment
        if acknowledged:
            buyers.acknowledged.clear()
            await asyncio.wait_for(buyers.acknowledged.wait(), PATIENCE_S)
        if number == cycles - 1:
            buyers.stop.set()
        # Everything acknowledged before the cut must survive.
        await plugged.cut()
        found.missing |= await missing(running, buyers)
        found.faults += await faults(running)
        if found.missing or found.faults:
            break
    buyers.stop.set()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    found.failed = [repr(each) for each in ended if each is not None]
    return found


async def until_settled(running: Service, buyers: Buyers) -> float:
    found: list[Any] = []

    async def is_settled() -> bool:
        found.extend(await faults(running))
        return bool(found) or not await unsettled(running, buyers)

    seconds = await seconds_until(is_settled, PATIENCE_S)
    assert found == []
    return seconds


def figures(found: Found) -> str:
    plugged, buyers = found.plugged, found.buyers
    bytes_forgotten = sum(size for _, size in plugged.forgotten)
    return (
        f"seed {SEED}: {len(plugged.forgotten)} power cuts, {bytes_forgotten} bytes forgotten, answers again "
        f"after p50 {statistics.median(plugged.recovered):.1f} s, max {max(plugged.recovered):.1f} s; "
        f"{len(buyers.bought)} bought, {len(buyers.paid)} paid, {len(buyers.refunded)} refunded; "
        f"{len(found.missing)} lost, {len(found.faults)} faults in the books"
    )


@pytest.mark.parametrize("cycles", [4, pytest.param(CYCLES, marks=pytest.mark.full)])
async def test_keeps_the_books_when_the_power_is_cut(tmp_path: Path, cycles: int) -> None:
    async with (
        fake_stripe() as stripe,
        serving(Post()) as post,
        plugged_in(tmp_path, post, stripe) as plugged,
    ):
        stripe.lost_after = 0.1
        found = await cut_often(plugged, stripe, cycles)
        running, buyers = plugged.running, found.buyers
        waited_s = await until_settled(running, buyers)
        ledger = await booked(running)
        print(f"{figures(found)}; settled after {waited_s:.0f} s; provider {stripe.held()}, ledger {ledger}")
        assert (found.missing, found.faults, found.failed) == (set(), [], [])
        assert sum(size for _, size in plugged.forgotten) > 0, "the disk had nothing to forget"
        assert await unsettled(running, buyers) == []
        assert cycles < CYCLES or waited_s <= SETTLES_S
        assert ledger == stripe.held()
        charged = Counter(each["metadata"]["payment_id"] for each in stripe.intents.values())
        assert charged == dict.fromkeys(buyers.paid, 1)
        back = Counter(each["metadata"]["refund_id"] for each in stripe.refunds.values())
        assert back == dict.fromkeys(buyers.refunded.values(), 1)


@pytest.mark.parametrize(("fault", "pause_s"), [("asynchronous", 0.0), ("early", 2 * EARLY_S)])
async def test_detects_a_response_sent_before_the_data_is_on_disk(
    tmp_path: Path, fault: str, pause_s: float
) -> None:
    """The controls: ``synchronous_commit=off``, and a response sent before the commit."""
    async with (
        fake_stripe() as stripe,
        serving(Post()) as post,
        plugged_in(tmp_path, post, stripe, fault) as plugged,
    ):
        found = await cut_often(plugged, stripe, CYCLES, acknowledged=True, pause_s=pause_s)
        print(f"{fault}: {figures(found)}")
        assert found.missing


async def test_detects_a_provider_without_idempotency_keys(tmp_path: Path) -> None:
    """The control: the provider refuses the retry of a completed refund, and the ledger reverses it."""
    async with (
        fake_stripe() as stripe,
        serving(Post()) as post,
        plugged_in(tmp_path, post, stripe) as plugged,
    ):
        stripe.forgetful = True
        found = await cut_often(plugged, stripe, 1, runs_s=(10.0, 10.0), refunds=1.0)
        waited_s = await until(lambda: none_refused(plugged.running, stripe), time.monotonic())
        print(f"no keys: {figures(found)}; the first was made and taken for refused after {waited_s:.0f} s")
        assert not await none_refused(plugged.running, stripe)


async def none_refused(running: Service, stripe: FakeStripe) -> list[str]:
    """Returns an empty list once a completed refund is booked as refused."""
    failed = {row[0] for row in await fetched(running, "select id from refunds where status = 'failed'")}
    made = {each["metadata"]["refund_id"] for each in stripe.refunds.values()}
    return [] if failed & made else ["none yet"]
