"""Crashes of the nodes of a Citus cluster lose no acknowledged card, and create none twice."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import asyncpg
import httpx2
import pytest

from bench.operate.citus_cluster import MISSING, SOURCE, CitusCluster, citus_cluster
from tests.delivery.service import Service, service_on
from tests.fakes.smtp import Post, serving
from tests.waiting import until
from wellwish.infra.db import migrate
from wellwish.infra.db.citus import distribute
from wellwish.infra.embedded import OWNER, RUNTIME

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.full,
    pytest.mark.skipif(SOURCE is None, reason=f"CITUS IS NOT TESTED: {MISSING}"),
]
CLIENTS: Final = 6
CYCLES: Final = 5  # each round crashes every node once
EACH: Final = 12  # acknowledged cards before a crash
CONTROLS: Final = 10
PATIENCE_S: Final = 150.0
COORDINATOR: Final = 0


@pytest.fixture
def cluster() -> Iterator[CitusCluster]:
    assert SOURCE is not None
    with citus_cluster(Path(SOURCE), durable=True) as started:
        asyncio.run(migrate(started.url(OWNER), RUNTIME))
        asyncio.run(distribute(started.url(OWNER)))
        yield started


@dataclass
class Creators:
    """Clients that create cards with an idempotency key each; the IDs of acknowledged cards by title."""

    cluster: CitusCluster
    running: Service
    template_id: str
    cards: dict[str, str] = field(default_factory=dict[str, str])
    statuses: Counter[str] = field(default_factory=Counter[str])
    tasks: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    stopping: bool = False

    async def create(self, title: str) -> str:
        """Repeats the request with its key until it is acknowledged, and returns the ID of the card."""
        body = {"title": title, "sender": "S", "template_id": self.template_id, "collection": {}}
        headers = {**self.running.headers, "Idempotency-Key": f"card-{title}"}

        async def acknowledged() -> str | None:
            try:
                answer = await self.running.client.post("/api/cards", json=body, headers=headers)
            except httpx2.HTTPError as error:
                self.statuses[type(error).__name__] += 1
                return None
            self.statuses[str(answer.status_code)] += 1
            if answer.status_code == 201:
                return answer.json()["card_id"]
            assert answer.status_code >= 500 or "key_running" in answer.text, answer.text
            return None

        return await until(acknowledged, within_s=PATIENCE_S)

    async def client(self, number: int) -> None:
        turn = 0
        while not self.stopping:
            turn += 1
            title = f"{number}-{turn}"
            self.cards[title] = await self.create(title)

    async def until(self, count: int) -> None:
        await until(lambda: len(self.cards) >= count, within_s=PATIENCE_S)

    async def hidden(self) -> int:
        """Returns the number of acknowledged cards that cannot be read now."""
        acknowledged = {*self.cards.values()}
        return len(acknowledged - {row[0] for row in await self.rows("select id from cards")})

    async def rows(self, sql: str, node: int = COORDINATOR) -> list[asyncpg.Record]:
        owner = await asyncpg.connect(self.cluster.url(OWNER, node))
        try:
            return await owner.fetch(sql)
        finally:
            await owner.close()

    async def set(self, *settings: str) -> None:
        """Changes settings of the coordinator."""
        for each in settings:
            await self.rows(f"alter system set {each}")
        await self.rows("select pg_reload_conf()")

    async def crash(self, node: int) -> int:
        """Crashes a node during creations; returns the acknowledged cards that only the recovery shows."""
        await self.until(len(self.cards) + EACH)
        if node == COORDINATOR:  # as docs/operate/citus.md says
            await self.running.worker.kill()
            await asyncio.to_thread(self.cluster.crash, node)
            await self.rows("select recover_prepared_transactions()")
            await self.running.worker.start()
            return await self.hidden()
        await self.set("citus.recover_2pc_interval = -1")
        await self.until_prepared(node)
        await asyncio.to_thread(self.cluster.crash, node)
        hidden = await self.hidden()
        await self.set("citus.recover_2pc_interval = '1s'")
        return hidden

    async def until_prepared(self, node: int) -> None:
        """Waits for a moment between the two phases of a commit on a node."""
        owner = await asyncpg.connect(self.cluster.url(OWNER, node))
        try:
            await until(
                lambda: owner.fetchval("select exists (select from pg_prepared_xacts)"), within_s=PATIENCE_S
            )
        finally:
            owner.terminate()

    async def prepared(self, node: int) -> frozenset[str]:
        return frozenset(row[0] for row in await self.rows("select gid from pg_prepared_xacts", node))

    async def stop(self) -> float:
        """Waits for the clients and the recovery of all nodes; returns the seconds.

        The processes still run jobs, which prepare other transactions.
        """
        began, self.stopping = time.monotonic(), True
        await asyncio.gather(*self.tasks)
        for node in range(len(self.cluster.ports)):
            left = await self.prepared(node)

            async def are_ended(node: int = node, left: frozenset[str] = left) -> bool:
                return not left & await self.prepared(node)

            await until(are_ended, within_s=PATIENCE_S)
        return time.monotonic() - began

    async def faults(self) -> list[str]:
        """Returns what differs from the acknowledged requests."""
        found = [f"hidden: {hidden}" for hidden in [await self.hidden()] if hidden]
        titles = Counter(row[0] for row in await self.rows("select title from cards"))
        if titles != Counter(self.cards.keys()):
            found.append(f"{titles.total()} cards, {len(self.cards)} acknowledged")
        used = (await self.rows("select sum(cards_used)::int from bundle_purchases"))[0][0]
        events = (await self.rows("select count(*) from events where type = 'card.created'"))[0][0]
        if not used == events == titles.total():
            found.append(f"{titles.total()} cards, {used} taken from purchases, {events} events")
        for node in range(len(self.cluster.ports)):  # each has all links
            links = (await self.rows("select count(*) from links where kind = 'sign'", node))[0][0]
            if links != titles.total():
                found.append(f"{links} links on node {node}, {titles.total()} cards")
        again = {title: await self.create(title) for title in [*self.cards]}
        changed = sum(self.cards[title] != card_id for title, card_id in again.items())
        if changed:
            found.append(f"{changed} keys with another card")
        return found


@asynccontextmanager
async def creating(cluster: CitusCluster, folder: Path) -> AsyncGenerator[Creators]:
    """Runs the service and the clients on the cluster."""
    dsns = cluster.url(OWNER), cluster.url(RUNTIME)
    async with serving(Post()) as post, service_on(dsns, folder, post, cards=1_000_000) as running:
        listed = await running.client.get("/api/templates", headers=running.headers)
        creators = Creators(cluster, running, listed.json()["data"][0]["template_id"])
        creators.tasks = [asyncio.create_task(creators.client(number)) for number in range(CLIENTS)]
        try:
            yield creators
        finally:
            for each in creators.tasks:
                each.cancel()


async def test_loses_nothing_when_nodes_crash(cluster: CitusCluster, tmp_path: Path) -> None:
    hidden: Counter[int] = Counter()
    async with creating(cluster, tmp_path) as creators:
        # Leaves more time between the two phases: the coordinator waits before it writes a commit.
        await creators.set("commit_delay = 100000", "commit_siblings = 0")
        for _ in range(CYCLES):
            for node in range(len(cluster.ports)):
                hidden[node] += await creators.crash(node)
        waited_s = await creators.stop()
        faults = await creators.faults()
    print(
        f"{CYCLES} crashes of each node, {len(creators.cards)} cards acknowledged, {dict(creators.statuses)}"
    )
    print(f"hidden until the recovery, by node: {dict(hidden)}; idle {waited_s:.0f} s after the last crash")
    assert faults == []
    assert hidden.total(), "the control: without the recovery, these cards would be lost"


async def test_a_coordinator_that_forgets_commits_loses_them(cluster: CitusCluster, tmp_path: Path) -> None:
    """The control: ``synchronous_commit=off``, which stops the start of the service."""
    async with creating(cluster, tmp_path) as creators:
        await creators.set("synchronous_commit = off", "wal_writer_delay = '10s'")
        for _ in range(CONTROLS):
            await creators.crash(COORDINATOR)
        await creators.stop()
        faults = await creators.faults()
    print(f"{len(creators.cards)} cards acknowledged: {faults}")
    assert faults
