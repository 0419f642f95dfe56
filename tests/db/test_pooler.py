"""Behind PgBouncer in transaction mode, which gives each transaction any of its few servers."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from tests import make
from tests.commands import environment, wellwish
from tests.delivery.service import Program, command
from tests.fakes.pgbouncer import MISSING, PROGRAM, pooled
from tests.journeys.test_readme import free_port
from tests.world import World
from wellwish.db import probe
from wellwish.embedded import OWNER, RUNTIME, Cluster
from wellwish.settings import Settings

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)


@pytest.fixture
async def pooler(clone: tuple[str, str]) -> AsyncGenerator[str]:
    async with pooled(clone[1]) as url:
        yield url


async def statuses(settings: Settings, clone: tuple[str, str], pooler: str, world: World) -> set[int]:
    """Returns the statuses of many requests at once: reads, keyed creates and signing pages."""
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


async def test_fails_with_a_statement_cache(
    world: World, settings: Settings, clone: tuple[str, str], pooler: str
) -> None:
    """The control: several connections of the service reuse names of statements on one server."""
    assert await outcome(settings, clone, pooler, world) == "failed"


@pytest.mark.full
async def test_two_servers_and_two_workers_for_a_minute(tmp_path: Path) -> None:
    with Cluster(tmp_path / "pg") as cluster:
        async with pooled(cluster.dsn(RUNTIME), servers=10) as url:
            ports = [free_port(), free_port()]
            shared = {
                **environment((cluster.dsn(OWNER), url)),
                "WELLWISH_STATEMENT_CACHE": "0",
                "WELLWISH_REQUESTS_PER_MINUTE": "0",
                "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
                "WELLWISH_DATA_DIR": str(tmp_path / "data"),
            }
            await command(shared, "migrate")
            made = ("--name", "Acme", "--email", "a@acme.example", "--cards", "100000", "--json")
            account = await command(shared, "account", "create", *made)
            programs = [Program("serve", {**shared, "WELLWISH_PORT": str(port)}) for port in ports]
            programs += [Program("work", shared) for _ in range(2)]
            try:
                for each in programs:
                    await each.start()
                found = await _load([f"http://127.0.0.1:{port}" for port in ports], account, seconds=60)
            finally:
                for each in programs:
                    await each.kill()
    print({status: found.count(status) for status in sorted(set(found))})
    assert len(found) > 100
    assert max(found) < 500


async def _load(bases: list[str], account: str, *, seconds: float) -> list[int]:
    """Returns the statuses of eight clients that create, list, invite and open signing pages."""
    pair = httpx2.Response(200, content=account).json()
    found: list[int] = []
    until = time.monotonic() + seconds

    async def client(number: int) -> None:
        async with httpx2.AsyncClient(base_url=bases[number % len(bases)], timeout=20) as http:
            await _until_ready(http)
            token = await http.post(
                "/account/api-access/token",
                headers={"x-api-key": pair["api_key"], "x-client-secret": pair["client_secret"]},
            )
            http.headers["authorization"] = f"Bearer {token.json()['access_token']}"
            template = (await http.get("/api/templates")).json()["data"][0]["template_id"]
            body = {"title": "T", "sender": "S", "template_id": template, "collection": {}}
            while time.monotonic() < until:
                card = await http.post("/api/cards", json=body)
                found.append(card.status_code)
                invitees = [{"delivery_type": "email", "delivery_id": f"g{len(found)}@example.com"}]
                invited = {"card_id": card.json()["id"], "invitees": invitees}
                path = "/s/" + card.json()["sign_url"].rpartition("/")[2]
                found.append((await http.post("/api/cards/invitations", json=invited)).status_code)
                found.append((await http.get("/api/cards?limit=50")).status_code)
                found.append((await http.get(path)).status_code)

    await asyncio.gather(*(client(number) for number in range(8)))
    return found


async def _until_ready(http: httpx2.AsyncClient) -> None:
    async with asyncio.timeout(60):
        while True:
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return
            except httpx2.TransportError:
                pass
            await asyncio.sleep(0.2)
