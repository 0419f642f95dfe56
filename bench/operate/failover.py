"""Fail over a Patroni cluster under load, and count acknowledged cards that were lost or created twice.

Runs three nodes with the configuration of docs/operate/ha.md and one server process. Clients retry each card
with its Idempotency-Key until the server acknowledges it. Prints JSON.
"""

import argparse
import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx2
from capacity import await_ready, process
from patroni_cluster import MISSING, ROOT, Node, PatroniCluster, free_port, patroni_cluster, programs

_CLIENTS: Final = 8
_SETTLE_S: Final = 1.0
_FROZEN_S: Final = 8.0  # exceeds the statement timeout, so waiting commits are cancelled
_AFTER_S: Final = 60.0
_BEFORE_CONTROL: Final = 5  # acknowledged cards that are missing on the standbys


@dataclass
class Load:
    """Clients that create cards with unique titles and keys, and the responses."""

    base: str
    token: str
    template_id: str
    acknowledged: dict[str, str] = field(default_factory=dict)
    at: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    stop: bool = False

    async def client(self, number: int) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx2.AsyncClient(base_url=self.base, headers=headers, timeout=20) as http:
            made = 0
            while not self.stop:
                made += 1
                await self.create(http, f"{number}-{made}")

    async def create(self, http: httpx2.AsyncClient, name: str) -> None:
        """Retries the request until the server acknowledges it."""
        body = {"title": name, "sender": "S", "template_id": self.template_id, "collection": {}}
        while True:
            try:
                answer = await http.post("/api/cards", json=body, headers={"Idempotency-Key": name})
            except httpx2.TransportError as error:
                self.statuses[type(error).__name__] += 1
            else:
                self.statuses[str(answer.status_code)] += 1
                if answer.status_code == 201:
                    self.acknowledged[name] = answer.json()["id"]
                    self.at.append(time.monotonic())
                    return
            await asyncio.sleep(0.05)

    async def until(self, count: int, within_s: float = 600.0) -> None:
        async with asyncio.timeout(within_s):
            while len(self.at) < count:  # noqa: ASYNC110 - as quick as an event
                await asyncio.sleep(0.02)

    async def gap_s(self, since: float) -> float:
        """Waits for new acknowledgements. Returns the longest gap between two of them after ``since``."""
        await asyncio.sleep(_SETTLE_S)
        begun = len(self.at)
        await self.until(begun + 10, _AFTER_S)
        moments = [each for each in self.at if each > since - _SETTLE_S]
        return max(later - each for each, later in itertools.pairwise(moments))


async def run(environment: dict[str, str], *words: str) -> str:
    ran = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "wellwish", *words, env={**os.environ, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    out, error = await ran.communicate()
    if ran.returncode:
        raise RuntimeError(error.decode())
    return out.decode()


async def prepare(cluster: PatroniCluster) -> None:
    """Creates roles and database with the statements of the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [statements] = re.findall(r"```sql\n(.*?)```", readme, re.DOTALL)
    owner = await asyncpg.connect(cluster.url("postgres", "change%20me", "postgres"))
    for each in filter(str.strip, statements.split(";")):
        await owner.execute(each)
    await owner.close()


@asynccontextmanager
async def loaded(cluster: PatroniCluster) -> AsyncGenerator[Load]:
    """Runs the service and the clients during the block."""
    await prepare(cluster)
    port = free_port()
    environment = {
        "DATABASE_URL": cluster.url("wellwish_app", "change%20me"),
        "WELLWISH_OWNER_DATABASE_URL": cluster.url("wellwish_owner", "change%20me,%20too"),
        "WELLWISH_SECRET_KEY": "ab" * 32,
        "WELLWISH_DATA_DIR": str(cluster.folder / "wellwish"),
        "WELLWISH_PORT": str(port),
        "WELLWISH_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_LOG_LEVEL": "error",
    }
    await run(environment, "migrate")
    given = ("--name", "Acme", "--email", "a@acme.example", "--cards", "1000000", "--json")
    account = json.loads(await run(environment, "account", "create", *given))
    with process(("wellwish", "serve"), environment):
        await asyncio.to_thread(await_ready, port)
        base = f"http://127.0.0.1:{port}"
        async with httpx2.AsyncClient(base_url=base) as http:
            pair = {"x-api-key": account["api_key"], "x-client-secret": account["client_secret"]}
            token = (await http.post("/account/api-access/token", headers=pair)).json()["access_token"]
            listed = await http.get("/api/templates", headers={"Authorization": f"Bearer {token}"})
        load = Load(base, token, listed.json()["data"][0]["template_id"])
        clients = [asyncio.create_task(load.client(number)) for number in range(_CLIENTS)]
        try:
            await load.until(10)
            yield load
        finally:
            load.stop = True
            await asyncio.gather(*clients)


async def fail_over(cluster: PatroniCluster, load: Load) -> float:
    """Kills PostgreSQL on the primary. Returns the seconds without an acknowledgement."""
    primary = await asyncio.to_thread(cluster.await_healthy)
    await asyncio.sleep(_SETTLE_S)
    began = time.monotonic()
    primary.kill_postgres()
    return await load.gap_s(began)


async def lose_machine(cluster: PatroniCluster, load: Load) -> float:
    """Kills PostgreSQL and Patroni on the primary, and restarts the node after the failover."""
    primary = await asyncio.to_thread(cluster.await_healthy)
    await asyncio.sleep(_SETTLE_S)
    began = time.monotonic()
    primary.kill()
    gap_s = await load.gap_s(began)
    primary.start()
    return gap_s


def kill_frozen(primary: Node, senders: list[int]) -> None:
    primary.kill_postgres()
    for each in senders:
        os.kill(each, signal.SIGKILL)


async def freeze(cluster: PatroniCluster, load: Load) -> None:
    """Stops replication until waiting commits are cancelled, then kills PostgreSQL on the primary."""
    primary = await asyncio.to_thread(cluster.await_healthy)
    senders = primary.freeze_replication()
    await asyncio.sleep(_FROZEN_S)
    kill_frozen(primary, senders)
    await load.gap_s(time.monotonic())


async def missing(cluster: PatroniCluster, load: Load) -> tuple[int, int]:
    """Returns the number of missing acknowledged cards and the number of duplicates."""
    connection = await asyncpg.connect(cluster.url("postgres", "change%20me"))
    rows = await connection.fetch("select id, title from cards")
    await connection.close()
    kept = {row["id"] for row in rows}
    titles = Counter(row["title"] for row in rows)
    lost = [each for each in load.acknowledged.values() if each not in kept]
    return len(lost), sum(count - 1 for count in titles.values())


async def campaign(folder: Path, failovers: int, least: int) -> dict[str, Any]:
    with patroni_cluster(folder) as cluster:
        async with loaded(cluster) as load:
            gaps = [await fail_over(cluster, load) for _ in range(failovers)]
            machine_s = await lose_machine(cluster, load)
            await freeze(cluster, load)
            await load.until(least)
        await asyncio.to_thread(cluster.await_healthy)
        lost, doubled = await missing(cluster, load)
    return {
        "failovers": failovers,
        "acknowledged": len(load.acknowledged),
        "lost": lost,
        "doubled": doubled,
        "gaps_s": [round(each, 1) for each in gaps],
        "gap_of_a_lost_machine_s": round(machine_s, 1),
        "statuses": dict(load.statuses),
    }


async def control(folder: Path) -> int:
    """Returns the number of cards lost without synchronous replication."""
    with patroni_cluster(folder, synchronous=False) as cluster:
        async with loaded(cluster) as load:
            primary = await asyncio.to_thread(cluster.await_healthy, synchronous=False)
            senders = primary.freeze_replication()
            await load.until(len(load.at) + _BEFORE_CONTROL)
            kill_frozen(primary, senders)
            await load.gap_s(time.monotonic())
        await asyncio.to_thread(cluster.await_healthy, synchronous=False)
        return (await missing(cluster, load))[0]


async def measure(failovers: int, least: int) -> dict[str, Any]:
    folder = programs()
    if folder is None:
        raise SystemExit(MISSING)
    found = await campaign(folder, failovers, least)
    return {**found, "lost_by_the_control": await control(folder)}


def main() -> None:
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # also ends the child processes
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failovers", type=int, default=10)
    parser.add_argument("--least", type=int, default=10_000, help="Acknowledged cards to wait for.")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(measure(given.failovers, given.least))))


if __name__ == "__main__":
    main()
