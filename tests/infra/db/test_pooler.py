"""The service behind PgBouncer in transaction mode, which assigns a server to each transaction."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bench.operate.pgbouncer import MISSING, PROGRAM, TOO_OLD, can_keep_statements, pooled
from tests import make
from tests.commands import environment, wellwish
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.infra.db import probe
from wellwish.infra.db.snapshot import is_restore_unfinished

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)
needs_statements = pytest.mark.skipif(PROGRAM is not None and not can_keep_statements(), reason=TOO_OLD)


@pytest.fixture
async def pooler(clone: tuple[str, str]) -> AsyncGenerator[str]:
    async with pooled(clone[1]) as url:
        yield url


async def statuses(settings: Settings, clone: tuple[str, str], pooler: str, world: World) -> set[int]:
    """Returns the statuses of many concurrent requests: reads, keyed creates and signing pages."""
    async with World.over(settings, clone[0], pooler) as behind:
        alice = world.alice.copy(behind, {})
        answer = await behind.client.post(
            "/account/api-access/token",
            headers={"x-api-key": alice.api_key, "x-client-secret": alice.client_secret},
        )
        if answer.status_code != 200:
            return {answer.status_code}
        alice.token = answer.json()["access_token"]
        body = await make.body(alice)
        first = (await alice.post("/api/cards", body)).json()
        path = first["sign_url"].removeprefix(settings.base_url)

        async def one(number: int) -> list[int]:
            found = [
                await alice.post("/api/cards", body, key=f"key-{number % 5}"),
                await alice.get("/api/cards"),
                await behind.client.get(path),
            ]
            return [each.status_code for each in found]

        found = await asyncio.gather(*(one(number) for number in range(15)))
        await behind.work()
        return {status for each in found for status in each}


async def outcome(settings: Settings, clone: tuple[str, str], pooler: str, world: World) -> str:
    try:
        found = await statuses(settings, clone, pooler, world)
    except Exception:  # noqa: BLE001 - the driver's, of the start or of a request
        return "failed"
    return "failed" if max(found) >= 500 else "served"


async def test_serves_without_a_statement_cache(
    world: World, settings: Settings, clone: tuple[str, str], pooler: str
) -> None:
    uncached = replace(settings, statement_cache=0)
    assert await statuses(uncached, clone, pooler, world) <= {200, 201, 409}


async def test_the_doctor_names_a_pooler_that_keeps_no_statements(
    clone: tuple[str, str], pooler: str
) -> None:
    given = {**environment(clone), "DATABASE_URL": pooler}
    assert "WELLWISH_STATEMENT_CACHE" in (await asyncio.to_thread(wellwish, given, "doctor")).stderr
    uncached = {**given, "WELLWISH_STATEMENT_CACHE": "0"}
    # In a thread, because the connections of the pooler pass through this event loop.
    assert "pooler" not in (await asyncio.to_thread(wellwish, uncached, "doctor")).stderr
    assert await probe.keeps_statements(clone[1])
    assert not await probe.keeps_statements(pooler)


async def test_processes_start_one_after_the_other(pooler: str) -> None:
    """A named statement of one process would remain on a server that the next process uses, too."""
    # More calls than the pooler has servers.
    assert [await is_restore_unfinished(pooler) for _ in range(6)] == [False] * 6


async def test_fails_with_a_statement_cache(
    world: World, settings: Settings, clone: tuple[str, str], pooler: str
) -> None:
    """The control: connections of the service use the same statement names on one server."""
    assert await outcome(settings, clone, pooler, world) == "failed"


@needs_statements
async def test_serves_with_a_statement_cache_if_the_pooler_keeps_statements(
    world: World, settings: Settings, clone: tuple[str, str]
) -> None:
    async with pooled(clone[1], statements=1000) as keeping:
        assert await probe.keeps_statements(keeping)
        assert await statuses(settings, clone, keeping, world) <= {200, 201, 409}


@pytest.mark.full
@pytest.mark.parametrize("options", [[], pytest.param(["--prepared"], marks=needs_statements)])
def test_two_servers_and_two_workers_for_a_minute(options: list[str]) -> None:
    """Uses the configuration in docs/operate/pooler.md."""
    command = [sys.executable, str(ROOT / "bench/operate/pooler.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    print(done.stdout)
    found = json.loads(done.stdout)
    assert found["seconds"] == 60
    assert sum(found["statuses"].values()) > 100
    assert found["statuses"].keys() == {"200", "201"}
    assert found["mails"] > 10
    assert found["connections_of_postgresql"] <= 10
