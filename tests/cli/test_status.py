"""`wellwish status`: one screen of what runs, and an exit status."""

import json
from datetime import timedelta
from typing import Any

import pytest

from tests.commands import Ended, environment, wellwish
from tests.world import World
from wellwish.base import clock
from wellwish.cli.status import by_lane
from wellwish.infra.db import Database
from wellwish.infra.jobs import enqueue
from wellwish.infra.meter import Kind, Process, counters, report
from wellwish.worker import HOURLY, JOBS

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def only_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the process of the tests, which also reports itself, out of the database."""

    async def nothing(db: Database, process: Process) -> None:
        pass

    monkeypatch.setattr(counters, "report", nothing)


async def run_service(world: World) -> None:
    """Stores reports of a server and of a worker on another machine, with counts of requests and emails."""
    await world.services.meter.write()  # the counts of earlier tests
    await world.owner.execute("delete from minute_counts")
    machines: tuple[tuple[Kind, str], ...] = (("serve", "web-1"), ("work", "web-2"))
    for kind, host in machines:
        process = Process("0.1.0", "0123456789ab", world.services.settings.data_dir, kind, host)
        process.started_at -= timedelta(days=3)
        if kind == "work":
            process.worked_at = clock.now()
            process.succeeded = dict.fromkeys(HOURLY, clock.now())
        await report(world.services.db, process)
    meter = world.services.meter
    meter.count("requests_total", 'status="200"', 12031)
    meter.count("requests_total", 'status="503"', 3)
    for result, count in (("accepted", 120), ("deferred", 3)):
        for _ in range(count):
            meter.sent("mail", "smtp:mail.example.com:587", result, 0.01)
    await meter.write()


def status(clone: tuple[str, str], *words: str, **given: str) -> Ended:
    return wellwish({**environment(clone), "COLUMNS": "80", **given}, "status", *words)


def as_json(clone: tuple[str, str]) -> dict[str, Any]:
    return json.loads(status(clone, "--json").stdout)


async def test_shows_a_healthy_service(world: World, clone: tuple[str, str]) -> None:
    await run_service(world)
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "cards.erase", [{}])
    ended = status(clone)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, *lines = ended.stdout.splitlines()
    assert first.startswith("Wellwish 0.1.0 (")
    assert first.endswith(") is healthy.")
    shown = "\n".join(lines)
    hourly = f"all {len(HOURLY)} succeeded"
    for part in ("up to date", "PostgreSQL ", "12,034 in the last hour, 3 with", hourly, "3 days",
                 "web-1-", "web-2-", "smtp:mail.example.com:587"):  # fmt: skip
        assert part in shown, shown
    assert max(map(len, lines)) <= 80, shown
    found = as_json(clone)
    assert found["healthy"] is True
    assert found["migrations_missing"] == 0
    assert {each["kind"] for each in found["processes"]} == {"serve", "work"}
    assert found["requests_last_hour"] == {"200": 12031, "503": 3}
    assert found["sends_last_hour"] == [
        {
            "channel": "mail",
            "provider": "smtp:mail.example.com:587",
            "results": {"accepted": 120, "deferred": 3},
        }
    ]
    assert {each["lane"]: each["waiting"] for each in found["queue"]}["general"] == 1
    assert found["hourly_jobs"].keys() == set(HOURLY)


async def test_a_worker_that_has_just_started_runs(world: World, clone: tuple[str, str]) -> None:
    await run_service(world)
    sql = "update processes set worked_at = null, started_at = now() where kind = 'work'"
    await world.owner.execute(sql)
    assert "No worker is running" not in status(clone).stdout
    await world.owner.execute(sql.replace("now()", "now() - interval '2 minutes'"))
    assert "No worker is running" in status(clone).stdout, "the control"


async def test_forgets_a_process_that_died_an_hour_ago(world: World, clone: tuple[str, str]) -> None:
    await run_service(world)
    await world.owner.execute(
        "update processes set beat_at = beat_at - interval '1 hour' where kind = 'work'"
    )
    assert "not reported" not in status(clone).stdout


async def test_fails_when_nothing_runs(world: World, clone: tuple[str, str]) -> None:
    ended = status(clone)
    assert ended.returncode == 1
    assert "has 2 errors" in ended.stdout
    assert "No worker is running" in ended.stdout
    assert "No server is running" in ended.stdout


@pytest.mark.parametrize(
    ("sql", "level", "said"),
    [
        (
            "update processes set worked_at = worked_at - interval '2 minutes'",
            "error",
            "No worker is running",
        ),
        (
            "update processes set beat_at = beat_at - interval '2 minutes' where kind = 'work'",
            "warning",
            "A process has not reported for 12",
        ),
        (
            """insert into processes
                 (id, kind, host, version, revision, started_at, beat_at, pool_size, pool_used)
               select 'dead-' || i, kind, host, version, revision, started_at,
                 beat_at - interval '2 minutes', 10, 0
               from processes, generate_series(1, 5) i where kind = 'work'""",
            "warning",
            "5 processes have not reported for 12",
        ),
        ("update processes set version = '0.0.9' where kind = 'work'", "warning", "2 versions are running"),
        (
            "insert into jobs (kind, args, run_at, dead_at) values ('cards.erase', '{}', now(), now())",
            "warning",
            "1 job failed permanently",
        ),
        (
            """insert into jobs (kind, args, run_at, ready)
               values ('delivery.mail', '{}', now() - interval '6 minutes', true)""",
            "error",
            "lane messages have waited for 6 minutes",
        ),
        (
            """update job_successes set succeeded_at = succeeded_at - interval '4 hours'
               where kind = 'events.purge'""",
            "error",
            "1 hourly job did not succeed for 3 hours: events.purge",
        ),
        ("delete from job_successes where kind = 'events.purge'", "error", "3 hours: events.purge"),
        (
            "update minute_counts set value = 500 where label like '%503%'",
            "error",
            "500 of 12531 requests failed",
        ),
        (
            """delete from minute_counts where label like '%accepted%';
               update minute_counts set value = 10 where label like '%deferred%'""",
            "error",
            "smtp:mail.example.com:587 accepted no message",
        ),
        ("update processes set disk_free_bytes = disk_size_bytes / 50", "error", "free. Free space on it."),
    ],
)
async def test_says_what_is_wrong(
    sql: str, level: str, said: str, world: World, clone: tuple[str, str]
) -> None:
    await run_service(world)
    await world.owner.execute(sql)
    ended = status(clone, "--json")
    found = json.loads(ended.stdout)
    levels = [each["level"] for each in found["findings"] if said in each["text"]]
    assert levels[:1] == [level], found["findings"]
    assert ended.returncode == (1 if level == "error" else 0)
    assert len({each["text"].split("disk of")[0] for each in found["findings"]}) == 1, "and nothing else"


async def test_ends_with_a_sentence_without_a_database() -> None:
    ended = wellwish(
        {
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
            "WELLWISH_SECRET_KEY": "00" * 32,
            "WELLWISH_BASE_URL": "http://localhost:8080",
        },
        "status",
    )
    assert ended.returncode == 1
    assert "The database cannot be reached: " in ended.stdout
    assert "Traceback" not in ended.stdout + ended.stderr


async def test_asks_for_a_migration_first(world: World, clone: tuple[str, str]) -> None:
    name = "0089_processes.sql"
    row = await world.owner.fetchrow("delete from migrations where name = $1 returning *", name)
    try:
        ended = status(clone)
    finally:
        await world.owner.execute("insert into migrations select ($1::migrations).*", row)
    assert ended.returncode == 1
    assert "1 migration is missing. Run `wellwish migrate`." in ended.stdout


def test_every_job_has_a_lane() -> None:
    lanes = {"general", "messages", "webhooks", "payments", "files", "covers"}
    assert {each.lane for each in by_lane([])} == lanes
    assert set(HOURLY) <= JOBS.keys()
