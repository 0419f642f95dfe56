"""Restarts of two servers and a worker, one after the other, while clients record every failure."""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

import asyncpg
import httpx2

from tests.commands import environment
from tests.deployment.balancer import Balancer, balancing
from tests.fakes.smtp import Post
from tests.listening import free_port
from tests.waiting import until
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

CLIENTS: Final = 6
DRAIN_S: Final = 2
_PATIENCE_S: Final = 120.0


@dataclass
class History:
    """The clients' observations: failed requests and acknowledged records."""

    statuses: Counter[int] = field(default_factory=Counter[int])
    failures: list[str] = field(default_factory=list[str])
    cards: dict[str, str] = field(default_factory=dict[str, str])  # title to ID
    invited: set[str] = field(default_factory=set[str])
    phase: str = "start"

    @property
    def summary(self) -> str:
        total, failed = sum(self.statuses.values()) + len(self.failures), len(self.failures)
        return f"{total} requests, {failed} failed, {len(self.cards)} cards, {len(self.invited)} invitations"


class Process:
    """A process of the service that runs the code of a folder."""

    def __init__(self, command: str, given: dict[str, str], log: IO[bytes], *, port: int = 0) -> None:
        self.port = port
        self._log = log
        self._command = command
        self._given = {**given, "WELLWISH_PORT": str(port)} if port else given
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, code: Path) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "wellwish", self._command,
            env={**self._given, "PYTHONPATH": str(code / "src")}, cwd="/", start_new_session=True,
            stdout=asyncio.subprocess.DEVNULL, stderr=self._log,
        )  # fmt: skip

    async def stop(self) -> None:
        """Sends SIGTERM to the main process, as systemd does with KillMode=mixed, and waits for its end."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(self._process.wait(), _PATIENCE_S)

    async def kill(self) -> None:
        """Kills the process with its children."""
        if self._process is not None and self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()


@dataclass
class Fleet:
    """Two servers behind a balancer, and a worker."""

    balancer: Balancer
    servers: Sequence[Process]
    worker: Process
    history: History

    async def restart(self, number: int, code: Path, *, drain: bool) -> None:
        """Waits until all servers are ready, restarts one with the code, and waits until it serves
        clients.
        """
        server = self.servers[number]
        self.history.phase = f"restart {number} with {code.name}"
        await self.balancer.until_ready(*(each.port for each in self.servers))
        if drain:
            await server.stop()
        else:
            await self.balancer.until_active(server.port)
            await server.kill()
        await server.start(code)
        await self.balancer.until_ready(server.port)
        count = self.balancer.served[server.port] + CLIENTS
        await until(lambda: self.balancer.served[server.port] >= count, within_s=_PATIENCE_S)


async def run(code: Path, *arguments: str, given: dict[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "wellwish", *arguments, cwd="/",
        env={**given, "PYTHONPATH": str(code / "src")},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


@asynccontextmanager
async def fleet(folder: Path, post: Post, first: Path, schema: Path) -> AsyncGenerator[Fleet]:
    """Starts the code in ``first`` on its own schema, migrates to that of ``schema``, and starts the clients.

    At the end, raises AssertionError if an acknowledged record is lost or duplicated.
    """
    with Cluster(folder / "pg") as cluster, (folder / "log").open("wb") as log:
        ports = [free_port(), free_port()]
        given = {
            **environment((cluster.dsn(OWNER), cluster.dsn(RUNTIME))),
            "WELLWISH_DATA_DIR": str(folder / "data"),
            "WELLWISH_REQUESTS_PER_MINUTE": "0",
            "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
            "WELLWISH_MESSAGES_PER_DAY": "0",
            "WELLWISH_DRAIN_S": str(DRAIN_S),
            "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{post.port}?tls=none",
            "WELLWISH_MAIL_FROM": "cards@cards.example",
        }
        await run(first, "migrate", given=given)
        new = ("--name", "Acme", "--email", "a@acme.example", "--cards", "100000", "--json")
        account = json.loads(await run(first, "account", "create", *new, given=given))
        servers = [Process("serve", given, log, port=port) for port in ports]
        worker, history, stopping = Process("work", given, log), History(), asyncio.Event()
        async with balancing(ports) as (base, balancer):
            try:
                for each in (*servers, worker):
                    await each.start(first)
                await balancer.until_ready(*ports)
                clients = [_client(base, account, n, history, stopping) for n in range(CLIENTS)]
                running = asyncio.gather(*clients)
                history.phase = "migrate"
                if schema != first:
                    await run(schema, "migrate", given=given)
                yield Fleet(balancer, servers, worker, history)
                stopping.set()
                await running
                await _compare(cluster.dsn(OWNER), history, post)
            finally:
                stopping.set()
                for each in (*servers, worker):
                    await each.kill()


async def _client(
    base: str, account: dict[str, Any], number: int, history: History, stopping: asyncio.Event
) -> None:
    async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
        pair = {"x-api-key": account["api_key"], "x-client-secret": account["client_secret"]}

        async def send(method: str, path: str, *, key: str | None = None, **given: Any) -> httpx2.Response:
            """Repeats a request until it succeeds; records each failed try."""
            headers = given.pop("headers", {}) | ({"Idempotency-Key": key} if key else {})

            async def succeeded() -> httpx2.Response | None:
                try:
                    answer = await http.request(method, path, headers=headers, **given)
                except httpx2.HTTPError as error:
                    problem = type(error).__name__
                else:
                    if answer.status_code < 400:
                        history.statuses[answer.status_code] += 1
                        return answer
                    problem = f"{answer.status_code} {answer.text[:200]}"
                history.failures.append(f"{history.phase}: {method} {path}: {problem}")
                return None

            return await until(succeeded, within_s=_PATIENCE_S)

        token = (await send("POST", "/account/api-access/token", headers=pair)).json()["access_token"]
        http.headers["authorization"] = f"Bearer {token}"
        template = (await send("GET", "/api/templates")).json()["data"][0]["template_id"]
        turn = 0
        while not stopping.is_set():
            turn += 1
            name = f"{number}-{turn}"
            body = {"title": name, "sender": "S", "template_id": template, "collection": {}}
            card = (await send("POST", "/api/cards", key=f"card-{name}", json=body)).json()
            history.cards[name] = card["card_id"]
            address = f"guest-{name}@example.com"
            invitees = [{"delivery_type": "email", "delivery_id": address}]
            invited = {"card_id": card["card_id"], "invitees": invitees}
            await send("POST", "/api/cards/invitations", key=f"invite-{name}", json=invited)
            history.invited.add(address)
            await send("GET", "/api/cards?limit=5")
            await send("GET", "/s/" + card["sign_url"].rpartition("/")[2])


async def _compare(owner_dsn: str, history: History, post: Post) -> None:
    """Raises AssertionError unless each acknowledged card and invitation is stored once, and mailed once."""
    owner = await asyncpg.connect(owner_dsn)
    try:
        stored = Counter(row["title"] for row in await owner.fetch("select title from cards"))
        invited = Counter(
            row["delivery_id"] for row in await owner.fetch("select delivery_id from invitations")
        )
    finally:
        await owner.close()
    assert stored == Counter(history.cards.keys()), "cards lost or doubled"
    assert invited == Counter(history.invited), "invitations lost or doubled"
    await until(lambda: history.invited <= {each.recipient for each in post.received}, within_s=_PATIENCE_S)
    copies = Counter(each.recipient for each in post.received if each.recipient in history.invited)
    assert set(copies.values()) == {1}, "mails doubled"
