"""A demo in another process, and the longest response time of its probe during a request."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.listening import free_port
from tests.waiting import wait_until

WORST_S = 0.1
TRIES = 3  # The machine may be busy, so the best attempt counts.


@contextmanager
def serving(folder: Path) -> Generator[str]:
    """Runs a demo until the end of the block; yields its base URL."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
    environment |= {"WELLWISH_PORT": str(port), "WELLWISH_DATA_DIR": str(folder / "data")}
    environment.pop("DATABASE_URL", None)
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _wait(f"http://localhost:{port}", process, folder / "log")
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait(30)


def _wait(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    def is_live() -> bool:
        assert process.poll() is None, log.read_text()
        return httpx2.get(f"{url}/livez").is_success

    wait_until(is_live, despite=httpx2.HTTPError)


def token_and_card(client: httpx2.Client) -> tuple[str, dict[str, Any]]:
    """Creates a card and returns the token of its account, and its record."""
    pair = client.post("/account/api-access/credentials/rotate").json()
    headers = {"x-api-key": pair["api_key"], "x-client-secret": pair["client_secret"]}
    token = client.post("/account/api-access/token", headers=headers).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    template = client.get("/api/templates", headers=headers).json()["data"][0]["id"]
    body = {"template_id": template, "title": "Flood", "sender": "Priya", "collection": {}}
    made = client.post("/api/cards", json=body, headers=headers)
    assert made.status_code == 201, made.text
    return token, made.json()


async def worst(url: str, request: Awaitable[Any]) -> float:
    """Returns the longest response time of a probe during the request."""
    longest, asked = 0.0, asyncio.ensure_future(request)
    async with httpx2.AsyncClient(base_url=url) as probe:
        await probe.get("/livez")
        while not asked.done():
            began = time.perf_counter()
            assert (await probe.get("/livez")).status_code == 200
            longest = max(longest, time.perf_counter() - began)
            await asyncio.sleep(0.002)  # the probe must not be the load
    await asked
    return longest


async def sent(program: str, *arguments: str, content: bytes) -> int:
    """Runs a client in another process, whose own work must not count; returns the status that it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    out, _ = await process.communicate(content)
    return int(out)
