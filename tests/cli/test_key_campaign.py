"""The server key is rotated under load, while processes restart and the command is killed."""

import asyncio
import itertools
import json
import os
import random
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import pytest

from tests import make
from tests.cli import sealed_values
from tests.commands import environment
from tests.delivery.service import ROOT, Program, command
from tests.groups.test_webhook import URL as CHANNEL
from tests.listening import free_port
from tests.waiting import until
from tests.world import World
from wellwish.auth.credentials.issue import issue
from wellwish.base.settings import Settings
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

pytestmark = [pytest.mark.anyio, pytest.mark.full]
SEED, CREDENTIALS, CARDS, KILLS, CLIENTS = 20261123, 20, 30, 5, 4
OLD, FRESH = "00" * 32, "11" * 32
_GROUPS = 100  # sealed values that are added during the rotation


@dataclass
class Load:
    """Clients that use credentials, links and a token of the old key on either server."""

    ports: tuple[int, int]
    pairs: list[dict[str, str]]
    links: list[str]
    token: str
    faults: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    http: httpx2.AsyncClient = field(default_factory=lambda: httpx2.AsyncClient(timeout=20))

    async def ask(self, method: str, path: str, **given: Any) -> httpx2.Response:
        """Sends the request to one server, or to the other while the first restarts."""
        attempts = itertools.count(sum(self.done.values()))

        async def answered() -> httpx2.Response:
            url = f"http://127.0.0.1:{self.ports[next(attempts) % 2]}{path}"
            answer = await self.http.request(method, url, **given)
            assert answer.status_code != 503, answer.text
            return answer

        return await until(answered, despite=(httpx2.TransportError, AssertionError))

    async def check(self, what: str, expected: int, method: str, path: str, **given: Any) -> httpx2.Response:
        answer = await self.ask(method, path, **given)
        self.done[what] += 1
        if answer.status_code != expected:
            self.faults[f"{what}: {answer.status_code}"] += 1
        return answer

    async def credentials(self) -> None:
        for pair in self.pairs:
            await self.check("credentials", 200, "POST", "/account/api-access/token", headers=pair)

    async def client(self, number: int) -> None:
        chance, bearer = random.Random(SEED + number), {"Authorization": f"Bearer {self.token}"}
        while not self.stop.is_set():
            pair = chance.choice(self.pairs)
            await self.check("credentials", 200, "POST", "/account/api-access/token", headers=pair)
            await self.check("links", 200, "GET", chance.choice(self.links))
            await self.check("tokens", 200, "GET", "/api/cards", headers=bearer)
            if self.done["groups"] < _GROUPS:
                body = {
                    "name": f"#team-{number}-{self.done['groups']}",
                    "kind": "channel",
                    "webhook_url": CHANNEL,
                }
                await self.check("groups", 201, "POST", "/api/groups", json=body, headers=bearer)


async def fill(folder: Path, owner: str, runtime: str) -> tuple[Load, dict[str, str]]:
    """Makes credentials, links and a value in each sealed column with the old key.

    Returns the load and a pair of credentials that no client uses.
    """
    settings = Settings(
        data_dir=folder / "data", base_url="http://localhost", secret_key=bytes.fromhex(OLD), demo=True
    )
    # A connection kept open could belong to a process that does not know the new key.
    async with World.over(settings, owner, runtime, is_spared=False) as world:
        alice = await world.person("alice", 1000)
        await sealed_values.fill(alice)
        cards = [await make.card(alice) for _ in range(CARDS)]
        invited = await make.invitations(alice, cards[0]["id"], "guest@example.com", "kim@example.com")
        links = [*(each["sign_url"] for each in cards), *(each["link"] for each in invited)]
        links = [each.removeprefix(settings.base_url) for each in links]
        async with world.services.db.transaction([alice.account_id]) as tx:
            issued = [
                await issue(tx, world.services.keys, alice.account_id, alice.user_id)
                for _ in range(CREDENTIALS + 1)
            ]
        unused, *pairs = [
            {"x-api-key": each.api_key, "x-client-secret": each.client_secret} for each in issued
        ]
        return Load((free_port(), free_port()), pairs, links, await alice.exchange()), unused


async def killed(given: dict[str, str], pages: int | None, waits_s: float = 0.0) -> None:
    """Rotates the key, and kills the command after some time or some pages."""
    script = str(Path(__file__).with_name("killed_rotation.py"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, script, str(pages or 1_000), env=given, cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    if pages is None:
        await asyncio.sleep(waits_s)  # the kill comes at any moment of the rotation
        os.kill(process.pid, signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL


async def until_ready(port: int) -> None:
    async with httpx2.AsyncClient(timeout=5) as http:

        async def is_ready() -> bool:
            return (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200

        await until(is_ready, despite=httpx2.TransportError)


async def restart(programs: list[Program], ports: tuple[int, int], keys: dict[str, str]) -> None:
    """Restarts one process after the other."""
    for program, port in zip(programs, (*ports, None), strict=True):
        if program.process is not None:
            await program.kill(signal.SIGTERM)
        program.environment = {**program.environment, **keys}
        await program.start()
        if port is not None:
            await until_ready(port)


async def test_nothing_is_lost_while_the_key_is_rotated_under_load(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    with Cluster(tmp_path / "pg") as cluster:
        owner, runtime = cluster.dsn(OWNER), cluster.dsn(RUNTIME)
        shared = {
            **environment((owner, runtime)),
            "WELLWISH_SECRET_KEY": OLD,
            "WELLWISH_BASE_URL": "http://localhost",
            "WELLWISH_DATA_DIR": str(tmp_path / "data"),
            "WELLWISH_REQUESTS_PER_MINUTE": "0",
            "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
            "PYTHONPATH": str(ROOT),
        }
        await command(shared, "migrate")
        load, unused = await fill(tmp_path, owner, runtime)
        both = {"WELLWISH_SECRET_KEY": FRESH, "WELLWISH_SECRET_KEY_PREVIOUS": OLD}
        programs = [Program("serve", {**shared, "WELLWISH_PORT": str(port)}) for port in load.ports]
        programs.append(Program("work", shared))
        try:
            await restart(programs, load.ports, {})
            clients = [asyncio.create_task(load.client(number)) for number in range(CLIENTS)]
            await restart(programs, load.ports, both)
            for kill in range(KILLS):  # the first while it waits for the processes, the others half-way
                pages = None if kill == 0 else chance.randint(1, len(sealed_values.COLUMNS) - 1)
                await killed({**shared, **both}, pages, chance.uniform(3, 15))
            rotated = json.loads(await command({**shared, **both}, "key", "rotate", "--json"))
            await load.credentials()
            load.stop.set()
            await asyncio.gather(*clients)
            await command({**shared, **both}, "key", "drop", "--force")
            await restart(programs, load.ports, {**both, "WELLWISH_SECRET_KEY_PREVIOUS": ""})
            await load.credentials()
            for link in load.links:
                await load.check("links", 200, "GET", link)
            lost = await load.ask("POST", "/account/api-access/token", headers=unused)
            connection = await asyncpg.connect(owner)
            needing = await sealed_values.needing_another_key(connection, bytes.fromhex(FRESH))
            channels = await connection.fetchval("select count(webhook_url) from groups")
            await connection.close()
        finally:
            await load.http.aclose()
            for each in programs:
                if each.process is not None:
                    await each.kill()
    print(
        f"seed {SEED}: killed {KILLS} times; {dict(load.done)} requests, {channels} channels, "
        f"{len(load.links)} links, {len(load.pairs)} credentials; {rotated['resealed']} values left at the "
        f"end; faults: {dict(load.faults)}"
    )
    assert load.faults == {}
    assert needing == []
    assert rotated["unreadable"] == 0
    assert channels > _GROUPS
    assert lost.status_code == 401, "the control: a credential that nobody used is lost with the old key"
