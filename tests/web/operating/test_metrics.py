"""Metrics: correct across several processes, and not public."""

import asyncio
import re
from dataclasses import replace
from email.headerregistry import Address
from functools import partial

import httpx2
import pytest

from tests.outside import outside
from tests.waiting import until
from tests.world import Person, World
from wellwish import __version__
from wellwish.app import application, build_services
from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database
from wellwish.infra.jobs import enqueue
from wellwish.infra.mail import AcceptedMail, BouncedError, Envelope, Mail, Mailer
from wellwish.infra.meter import BUCKETS_S, Meter, Process, count_recent, report

pytestmark = pytest.mark.anyio


def value(text: str, sample: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(sample + " "))


def requests(text: str, status: str) -> float:
    return value(text, f'wellwish_requests_total{{status="{status}"}}')


async def test_reports_requests_and_the_queue(world: World, alice: Person) -> None:
    # The counters live as long as the process, which other tests use, too.
    before = (await world.client.get("/metrics")).text
    await alice.get("/api/cards")
    await alice.get("/api/cards/nonsense")
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "cards.erase", [{}, {}])
    await world.owner.execute("update jobs set dead_at = now() where id = (select min(id) from jobs)")
    answer = await world.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    # The first list of cards, and the first answer of /metrics, which counts itself afterwards.
    assert requests(answer.text, "200") == requests(before, "200") + 2
    assert requests(answer.text, "404") == requests(before, "404") + 1
    assert value(answer.text, 'wellwish_jobs{kind="cards.erase",state="due"}') == 1
    assert value(answer.text, 'wellwish_jobs{kind="cards.erase",state="dead"}') == 1
    for line in answer.text.splitlines():
        assert line.startswith(("# HELP wellwish_", "# TYPE wellwish_", "wellwish_")), line


async def test_measures_requests_by_route(world: World, alice: Person) -> None:
    # The counters live as long as the process, which other tests use, too.
    before = (await world.client.get("/metrics")).text
    await alice.get("/api/cards")
    await alice.get("/api/cards/nonsense")
    await world.client.request("BREW", "/api/cards")
    text = (await world.client.get("/metrics")).text
    name = "wellwish_request_duration_seconds"
    # A label is a route, never a path: paths contain IDs, and anyone can invent more.
    assert "nonsense" not in text
    assert "BREW" not in text
    other = f'{name}_count{{method="other",route="/api/cards"}}'
    assert value(text, other) == value(before, other) + 1
    route = 'method="GET",route="/api/cards/{card_id}"'
    count = value(text, f"{name}_count{{{route}}}")
    assert count == value(before, f"{name}_count{{{route}}}") + 1
    assert value(text, f'{name}_bucket{{{route},le="+Inf"}}') == count
    assert 0 < value(text, f"{name}_sum{{{route}}}") < 60
    found = re.findall(rf'{name}_bucket{{{re.escape(route)},le="([^"]+)"}} (\d+)', text)
    assert [bound for bound, _ in found] == [*map(str, BUCKETS_S), "+Inf"]
    assert [int(number) for _, number in found] == sorted(int(number) for _, number in found)


async def test_measures_waits_for_a_connection_and_the_most_in_use(world: World) -> None:
    waits = "wellwish_pool_wait_seconds_count"
    # The pool may have waited in earlier tests: the first read flushes the meter's counts.
    before = (await world.client.get("/metrics")).text
    counted = value(before, waits) if waits in before else 0
    db = Database(world.services.db._dsn, size=2)
    meter = Meter(db)
    db.observe_wait = partial(meter.observe, "pool_wait_seconds", "")
    await db.open()
    try:
        async with db.statement():
            pass
        assert meter._histograms == {}  # no request waited

        waited = asyncio.Event()

        async def hold() -> None:
            async with db.statement():
                await waited.wait()

        tasks = [asyncio.create_task(hold()) for _ in range(3)]
        await until(lambda: db._turns._waiters)
        waited.set()
        await asyncio.gather(*tasks)
        assert db.take_peak() == 2
        assert db.take_peak() == 0
        await meter.write()
    finally:
        await db.close()
    text = (await world.client.get("/metrics")).text
    assert value(text, waits) == counted + 1
    assert value(text, "wellwish_pool_wait_seconds_sum") > 0


async def test_counts_sends_by_provider_and_result(world: World) -> None:
    class Server:
        name, weight = 'smtp:"odd":25', 10

        async def send(self, envelope: Envelope) -> AcceptedMail:
            if envelope.recipient == "gone@example.com":
                raise BouncedError("550")
            return AcceptedMail(self.name, "1")

        async def close(self) -> None:
            pass

    services = build_services(world.services.settings, world.services.db._dsn, outside(), Mailer([Server()]))
    mail = Mail(Address("", "a", "example.com"), {}, "", "", "=_")
    await services.mail.send(Envelope("a@example.com", "b@example.com", mail, {}))
    with pytest.raises(BouncedError):
        await services.mail.send(Envelope("a@example.com", "gone@example.com", mail, {}))
    services.meter._db = world.services.db
    await services.meter.write()
    text = (await world.client.get("/metrics")).text
    label = r'channel="mail",provider="smtp:\"odd\":25"'
    assert value(text, f'wellwish_sends_total{{{label},result="accepted"}}') == 1
    assert value(text, f'wellwish_sends_total{{{label},result="bounced"}}') == 1
    assert value(text, f"wellwish_send_duration_seconds_count{{{label}}}") == 2


async def test_shows_each_process_until_it_ends_or_is_gone(world: World) -> None:
    async def shown() -> str:
        return (await world.client.get("/metrics")).text

    services = build_services(world.services.settings, world.services.db._dsn, outside())
    process = services.meter.process
    label = f'process="{process.id}",kind="work"'
    await services.db.open()
    async with services.running("work"):
        services.meter.worked()
        services.meter.succeeded("events.purge")
        await report(services.db, process)
        success = 'wellwish_job_last_success_timestamp_seconds{kind="events.purge"} '

        async def shown_with_it() -> str | None:
            # The meter's first report may have taken the count and still be writing it.
            text = await shown()
            return text if success in text else None

        text = await until(shown_with_it)
        assert 0 <= value(text, f"wellwish_process_heartbeat_age_seconds{{{label}}}") < 60
        assert f"wellwish_worker_heartbeat_age_seconds{{{label}}}" in text
        assert value(text, f"wellwish_pool_size{{{label}}}") == services.db.size
        assert value(text, f"wellwish_pool_used{{{label}}}") >= 0
        assert value(text, f'wellwish_disk_free_bytes{{host="{process.host}"}}') > 0
        assert f'wellwish_build_info{{version="{__version__}",revision="{process.revision}"}} 1' in text
    assert process.id not in await shown()
    # A killed process does not delete its row; the next report of another one does.
    await report(world.services.db, process)
    assert process.id in await shown()
    await world.owner.execute("update processes set beat_at = beat_at - interval '6 minutes'")
    assert process.id not in await shown()
    await report(world.services.db, world.services.meter.process)
    assert await world.owner.fetchval("select count(*) from processes where id = $1", process.id) == 0


async def test_keeps_counts_by_minute_for_two_hours(world: World) -> None:
    meter = world.services.meter
    meter.count("requests_total", 'status="299"', 2)
    meter.count("tests_total", 'a="1"')
    await meter.write()
    await world.owner.execute(
        "update minute_counts set minute = minute - interval '3 hours' where name = 'requests_total'"
    )
    meter.count("requests_total", 'status="299"', 3)
    await meter.write()
    async with world.services.db.statement() as tx:
        found = {(each.name, each.label): each.count for each in await count_recent(tx)}
    assert found["requests_total", 'status="299"'] == 3
    assert not [name for name, _ in found if name == "tests_total"]
    await report(world.services.db, meter.process)
    assert (
        await world.owner.fetchval(
            "select count(*) from minute_counts where minute < now() - interval '2 hours'"
        )
        == 0
    )


async def test_loses_no_success_while_the_database_is_away(world: World) -> None:
    process = Process()
    process.succeeded["events.purge"] = clock.now()
    with pytest.raises(Unavailable):
        await report(Database("postgresql://nowhere.invalid/"), process)
    assert [*process.succeeded] == ["events.purge"]
    await report(world.services.db, process)
    assert process.succeeded == {}


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
