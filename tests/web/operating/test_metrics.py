"""Metrics: correct across several processes, and not public."""

import asyncio
from dataclasses import replace

import httpx2
import pytest

from tests.outside import outside
from tests.world import Person, World
from wellwish.app import application, build_services
from wellwish.db import Database
from wellwish.jobs import enqueue

pytestmark = pytest.mark.anyio


def value(text: str, sample: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(sample + " "))


async def test_reports_requests_and_the_queue(world: World, alice: Person) -> None:
    await alice.get("/api/cards")
    await alice.get("/api/cards/nonsense")
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "cards.erase", [{}, {}])
    await world.owner.execute("update jobs set dead_at = now() where id = (select min(id) from jobs)")
    answer = await world.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert value(answer.text, 'wellwish_requests_total{status="200"}') >= 2
    assert value(answer.text, 'wellwish_requests_total{status="404"}') >= 1
    assert value(answer.text, 'wellwish_jobs{kind="cards.erase",state="due"}') == 1
    assert value(answer.text, 'wellwish_jobs{kind="cards.erase",state="dead"}') == 1
    for line in answer.text.splitlines():
        assert line.startswith(("# HELP wellwish_", "# TYPE wellwish_", "wellwish_")), line


async def test_adds_up_what_several_processes_have_counted(world: World, alice: Person) -> None:
    await world.services.meter.write()
    before = value((await world.client.get("/metrics")).text, 'wellwish_requests_total{status="401"}')
    others = [build_services(world.services.settings, world.services.db._dsn, outside()) for _ in range(3)]
    for services in others:
        app = application(services)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(
                transport=httpx2.ASGITransport(app), base_url="http://localhost:8080"
            ) as client,
        ):
            await asyncio.gather(*(client.get("/api/cards") for _ in range(5)))
    after = value((await world.client.get("/metrics")).text, 'wellwish_requests_total{status="401"}')
    assert after - before == 15


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"}, {"Origin": "https://example.com"}, {"Host": "cards.example.org"},
        {"Authorization": "Bearer wrong"}, {"Via": "1.1 proxy"},
    ],
)  # fmt: skip
async def test_refuses_clients_behind_a_proxy_or_with_a_wrong_token(
    headers: dict[str, str], world: World
) -> None:
    assert (await world.client.get("/metrics", headers=headers)).status_code == 404


async def test_accepts_the_token(world: World) -> None:
    token = "t" * 32
    services = replace(world.services, settings=replace(world.services.settings, metrics_token=token))
    transport = httpx2.ASGITransport(application(services), client=("203.0.113.7", 5000))
    async with httpx2.AsyncClient(transport=transport, base_url="https://cards.example.org") as client:
        for given, status in ((token, 200), (token + "x", 404), ("", 404)):
            answer = await client.get("/metrics", headers={"Authorization": f"Bearer {given}"})
            assert answer.status_code == status
        assert (await client.get("/metrics")).status_code == 404


async def test_counts_nothing_twice_and_loses_nothing_while_the_database_is_away(world: World) -> None:
    meter = world.services.meter
    await meter.write()
    db, meter._db = meter._db, Database("postgresql://nowhere.invalid/")
    meter.count("tests_total", 'a="1"', 3)
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever keeps it away
        await meter.write()
    meter._db = db
    meter.count("tests_total", 'a="1"')
    counts = {(each.name, each.label): each.value for each in await meter.read()}
    assert counts["tests_total", 'a="1"'] == 4
    assert {(each.name, each.label): each.value for each in await meter.read()} == counts
