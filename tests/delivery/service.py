"""The service as processes of its own on a durable server: one that answers, one that works."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.fakes.smtp import Post
from tests.journeys.test_readme import free_port
from wellwish.embedded import OWNER, RUNTIME, Cluster

ROOT = Path(__file__).parents[2]
_PATIENCE_S = 60.0


class Program:
    """One process of the service, in a group of its own so that it can be killed whole."""

    def __init__(self, command: str, environment: dict[str, str]) -> None:
        self.command = command
        self.environment = environment
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "wellwish", self.command,
            env=self.environment, cwd=ROOT, start_new_session=True,
            stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Sends the signal to all of it, and returns when it is over."""
        assert self.process is not None
        if self.process.returncode is None:
            os.killpg(self.process.pid, number)
        await self.process.wait()


class Service:
    """What a client needs of the service, and its processes."""

    def __init__(self, base: str, account: dict[str, Any], server: Program, worker: Program) -> None:
        self.base = base
        self.account = account
        self.server = server
        self.worker = worker
        self.client = httpx2.AsyncClient(base_url=base, timeout=10)
        self.headers: dict[str, str] = {}

    async def until_ready(self) -> None:
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                try:
                    if (await self.client.get("/readyz")).status_code == 200:
                        return
                except httpx2.HTTPError:
                    pass
                await asyncio.sleep(0.05)

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

    async def invite(self, card_id: str, emails: list[str], key: str) -> bool:
        """Invites, and tells whether that was acknowledged."""
        body = {
            "card_id": card_id,
            "invitees": [{"delivery_type": "email", "delivery_id": email} for email in emails],
        }
        headers = {**self.headers, "Idempotency-Key": key}
        try:
            answer = await self.client.post("/api/cards/invitations", json=body, headers=headers)
        except httpx2.HTTPError:
            return False
        return answer.status_code == 201


@asynccontextmanager
async def service(folder: Path, *posts: Post) -> AsyncGenerator[Service]:
    """The service on a server that loses nothing, with these servers for mail."""
    with Cluster(folder / "pg") as cluster:
        port = free_port()
        urls = [
            f"smtp://127.0.0.1:{post.port}?tls=none&weight={99 - index}" for index, post in enumerate(posts)
        ]
        environment = {
            **os.environ,
            "DATABASE_URL": cluster.dsn(RUNTIME),
            "WELLWISH_OWNER_DATABASE_URL": cluster.dsn(OWNER),
            "WELLWISH_SECRET_KEY": "ab" * 32,
            "WELLWISH_DATA_DIR": str(folder / "data"),
            "WELLWISH_PORT": str(port),
            "WELLWISH_LOG_LEVEL": "error",
            "WELLWISH_REQUESTS_PER_MINUTE": "0",
            "WELLWISH_MESSAGES_PER_DAY": "0",
            "WELLWISH_SMTP_URLS": " ".join(urls),
            "WELLWISH_MAIL_FROM": "cards@cards.example",
        }
        await _command(environment, "migrate")
        given = ("--name", "Acme", "--email", "a@acme.example", "--cards", "100", "--json")
        account = json.loads(await _command(environment, "account", "create", *given))
        running = Service(
            f"http://localhost:{port}", account, Program("serve", environment), Program("work", environment)
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


async def _command(environment: dict[str, str], *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "wellwish", *arguments,
        env=environment, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()
