"""The service as a server process and a worker process on a durable database."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx2

from tests.fakes.carrier import SENDER, SID, TOKEN, FakeCarrier
from tests.fakes.smtp import Post
from tests.listening import free_port
from tests.waiting import until
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

ROOT = Path(__file__).parents[2]


class Program:
    """One process of the service in its own process group, so that a signal reaches its children."""

    def __init__(self, command: str, environment: dict[str, str], module: str = "wellwish") -> None:
        self.command = command
        self.module = module
        self.environment = environment
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", self.module, self.command,
            env=self.environment, cwd=ROOT, start_new_session=True,
            stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Sends the signal to the process group and waits for the process to exit."""
        assert self.process is not None
        if self.process.returncode is None:
            os.killpg(self.process.pid, number)
        await self.process.wait()


class Service:
    """The processes of the service and a client for it."""

    def __init__(
        self, base: str, account: dict[str, Any], server: Program, worker: Program, owner_dsn: str
    ) -> None:
        self.base = base
        self.owner_dsn = owner_dsn
        self.account = account
        self.server = server
        self.worker = worker
        self.client = httpx2.AsyncClient(base_url=base, timeout=30)
        self.headers: dict[str, str] = {}

    async def until_ready(self) -> None:
        async def is_ready() -> bool:
            return (await self.client.get("/readyz")).status_code == 200

        await until(is_ready, despite=httpx2.HTTPError)

    async def until_final(
        self, method: str, url: str, *, within_s: float = 120.0, **given: Any
    ) -> httpx2.Response:
        """Repeats a request while it gets no response, a 5xx, or the key's first request is still running."""

        async def answered() -> httpx2.Response:
            answer = await self.client.request(method, url, **given)
            assert answer.status_code < 500, answer.text
            assert "idempotency_key_running" not in answer.text
            return answer

        return await until(answered, within_s=within_s, despite=(httpx2.HTTPError, AssertionError))

    async def sign_in(self) -> None:
        pair = {"x-api-key": self.account["api_key"], "x-client-secret": self.account["client_secret"]}
        answer = await self.client.post("/account/api-access/token", headers=pair)
        self.headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}

    async def card(self) -> str:
        templates = await self.client.get("/api/templates", headers=self.headers)
        body = {
            "title": "Happy birthday, Maya",
            "sender": "Priya and friends",
            "template_id": templates.json()["data"][0]["template_id"],
            "collection": {},
        }
        made = await self.client.post("/api/cards", json=body, headers=self.headers)
        return made.json()["card_id"]

    async def invite(self, card_id: str, addresses: list[str], key: str, channel: str = "email") -> bool:
        """Sends invitations; returns whether the service acknowledged them."""
        body = {
            "card_id": card_id,
            "invitees": [{"delivery_type": channel, "delivery_id": each} for each in addresses],
        }
        headers = {**self.headers, "Idempotency-Key": key}
        try:
            answer = await self.client.post("/api/cards/invitations", json=body, headers=headers)
        except httpx2.HTTPError:
            return False
        return answer.status_code == 201

    async def hook(self, url: str, event_type: str) -> None:
        """Creates an endpoint on loopback by updating its row, because the API refuses such URLs."""
        body = {"url": "https://hooks.example.com/", "event_types": [event_type]}
        made = await self.client.post("/api/webhook-endpoints", json=body, headers=self.headers)
        owner = await asyncpg.connect(self.owner_dsn)
        try:
            await owner.execute("update webhook_endpoints set url = $1 where id = $2", url, made.json()["id"])
        finally:
            await owner.close()

    async def waiting(self) -> list[str]:
        """Returns pending jobs and webhook deliveries, to diagnose a missing message."""
        owner = await asyncpg.connect(self.owner_dsn)
        try:
            jobs = await owner.fetch(
                "select kind, attempts, locked_until, run_at, dead_at from jobs order by id limit 20"
            )
            rest = await owner.fetch(
                "select status, min(next_attempt_at), count(*) from webhook_deliveries group by 1"
            )
        finally:
            await owner.close()
        return [str(tuple(map(str, each))) for each in (*jobs, *rest)]

    async def events(self, event_type: str) -> set[str]:
        """Returns the IDs of all events of the type."""
        owner = await asyncpg.connect(self.owner_dsn)
        try:
            return {
                row["id"] for row in await owner.fetch("select id from events where type = $1", event_type)
            }
        finally:
            await owner.close()


@asynccontextmanager
async def service(
    folder: Path,
    *posts: Post,
    carriers: Sequence[FakeCarrier] = (),
    more: Mapping[str, str] | None = None,
    cards: int = 100,
) -> AsyncGenerator[Service]:
    """Runs the service on a durable database with these mail servers, carriers and additional settings."""
    with Cluster(folder / "pg") as cluster:
        dsns = cluster.dsn(OWNER), cluster.dsn(RUNTIME)
        async with service_on(dsns, folder, *posts, carriers=carriers, more=more, cards=cards) as running:
            yield running


@asynccontextmanager
async def service_on(
    dsns: tuple[str, str],
    folder: Path,
    *posts: Post,
    carriers: Sequence[FakeCarrier] = (),
    more: Mapping[str, str] | None = None,
    cards: int = 100,
) -> AsyncGenerator[Service]:
    """Runs the service on the database with these URLs, for the owner and for the runtime role."""
    owner_dsn, runtime_dsn = dsns
    port = free_port()
    urls = [f"smtp://127.0.0.1:{post.port}?tls=none&weight={99 - index}" for index, post in enumerate(posts)]
    environment = {
        **os.environ,
        "DATABASE_URL": runtime_dsn,
        "WELLWISH_OWNER_DATABASE_URL": owner_dsn,
        "WELLWISH_SECRET_KEY": "ab" * 32,
        "WELLWISH_DATA_DIR": str(folder / "data"),
        "WELLWISH_PORT": str(port),
        "WELLWISH_LOG_LEVEL": "error",
        "WELLWISH_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_MESSAGES_PER_DAY": "0",
        "WELLWISH_SMTP_URLS": " ".join(urls),
        "WELLWISH_MAIL_FROM": "cards@cards.example",
        "WELLWISH_SMS_PROVIDERS": " ".join(
            f"http://{SID}:{TOKEN}@127.0.0.1:{each.port}?from={SENDER}&name={each.name}" for each in carriers
        ),
        "WELLWISH_SMS_COUNTRIES": "GB",
        "WELLWISH_SMS_PER_DAY": "0",
        "PYTHONPATH": str(ROOT),
        **(more or {}),
    }
    await command(environment, "migrate")
    given = ("--name", "Acme", "--email", "a@acme.example", "--cards", str(cards), "--json")
    account = json.loads(await command(environment, "account", "create", *given))
    running = Service(
        f"http://localhost:{port}",
        {**account, "environment": environment},
        Program("serve", environment),
        Program("work", environment, "tests.delivery.loopback"),
        owner_dsn,
    )
    try:
        await running.server.start()
        await running.worker.start()
        await running.until_ready()
        await running.sign_in()
        yield running
    finally:
        await running.client.aclose()
        await running.worker.kill()
        await running.server.kill()


async def command(environment: dict[str, str], *arguments: str) -> str:
    """Runs a command of the service and returns its standard output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "wellwish", *arguments,
        env=environment, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()
