"""The data of `wellwish status` about the running service, and the problems that it finds.

Its limits are those of the alerts in deploy/observe/alerts.yaml.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct, field

from wellwish import __version__
from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.base.settings import Settings
from wellwish.base.settings.revision import find_revision
from wellwish.cli import checks, launch
from wellwish.cli.finding import Finding, error, warning
from wellwish.cli.plural import counted
from wellwish.cli.urls import runtime_database
from wellwish.infra.db import (
    Database,
    DatabaseFacts,
    MigrationError,
    UnreachableError,
    compare,
    database_facts,
    probe,
)
from wellwish.infra.jobs.counts import JobCount, count_jobs
from wellwish.infra.meter import (
    JobSuccess,
    ProcessRow,
    RecentCount,
    count_recent,
    list_job_successes,
    list_processes,
)
from wellwish.worker import CPU_BOUND, HOURLY, LANES

SILENT_S: Final = 60.0
WAITS_S: Final = 300
STALE_S: Final = 3 * 3600.0
FREE_SHARE: Final = 0.1
_FREE_CONNECTIONS: Final = 0.1
_ERROR_SHARE: Final = 0.01
_FEWEST: Final = 10  # with fewer requests or sends, error rates are not reported
_LANE_OF: Final = {kind: lane for lane, kinds in {**LANES, "covers": CPU_BOUND}.items() for kind in kinds}
_NAMED: Final = 3
GENERAL: Final = "general"


class LaneStatus(Struct):
    """The jobs of a lane: waiting jobs are due, the oldest for ``oldest_s``; delayed jobs are not yet due."""

    lane: str
    waiting: int = 0
    oldest_s: int = 0
    running: int = 0
    delayed: int = 0
    dead: int = 0


class ProviderStatus(Struct):
    """Attempts of the last hour, by result."""

    channel: str
    provider: str
    results: dict[str, int]


class Status(Struct):
    """The data of one screen. If the database is unavailable, its values are None or empty."""

    version: str
    revision: str
    migrations_missing: int | None = None
    database: DatabaseFacts | None = None
    processes: list[ProcessRow] = field(default_factory=list[ProcessRow])
    queue: list[LaneStatus] = field(default_factory=list[LaneStatus])
    hourly_jobs: dict[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    sends_last_hour: list[ProviderStatus] = field(default_factory=list[ProviderStatus])
    requests_last_hour: dict[str, int] = field(default_factory=dict[str, int])
    findings: list[Finding] = field(default_factory=list[Finding])

    @property
    def healthy(self) -> bool:
        """Whether there is no error."""
        return all(each.level != "error" for each in self.findings)

    def as_json(self) -> str:
        return msgspec.json.encode({"healthy": self.healthy, **msgspec.to_builtins(self)}).decode()


def examine_status() -> Status:
    """Returns the status. Raises SettingsError, EmbeddedError, and OSError for the embedded database."""
    settings = configuration.load(make_key=False)
    with launch.database(settings):
        return asyncio.run(_examine(settings))


async def _examine(settings: Settings) -> Status:
    made = Status(version=__version__, revision=settings.telemetry.revision or find_revision())
    dsn = launch.runtime_dsn(settings)
    try:
        await (await probe.connect(dsn)).close()
        schema = await compare(dsn)
    except UnreachableError as fault:
        made.findings.append(error(f"The database cannot be reached: {fault}. Run `wellwish doctor`."))
        return made
    except MigrationError as fault:
        made.findings.append(error(str(fault)))
        return made
    made.migrations_missing = len(schema.missing)
    made.findings += [error(text) for text in checks.schema_faults(schema)]
    if schema.missing:
        return made  # its tables may not exist yet
    db = runtime_database(settings)
    await db.open()
    try:
        await _read(db, made)
    finally:
        await db.close()
    made.findings += find_problems(made)
    made.findings.sort(key=lambda each: each.level != "error")
    return made


async def _read(db: Database, made: Status) -> None:
    async with db.statement() as tx:
        made.database = await database_facts(tx)
    async with db.statement() as tx:
        made.processes = await list_processes(tx)
    async with db.statement() as tx:
        made.queue = by_lane(await count_jobs(tx))
    async with db.statement() as tx:
        made.hourly_jobs = _by_kind(await list_job_successes(tx))
    async with db.statement() as tx:
        recent = await count_recent(tx)
    made.sends_last_hour = _by_provider(recent)
    made.requests_last_hour = {
        _label(each.label, "status"): each.count for each in recent if each.name == "requests_total"
    }


def by_lane(counted_jobs: Sequence[JobCount]) -> list[LaneStatus]:
    """Returns all lanes, including empty ones."""
    lanes = {name: LaneStatus(name) for name in (GENERAL, *LANES, "covers")}
    for each in counted_jobs:
        lane = lanes[_LANE_OF.get(each.kind, GENERAL)]
        if each.state in ("due", "retrying"):
            lane.waiting += each.count
            lane.oldest_s = max(lane.oldest_s, each.oldest_s)
        elif each.state == "later":
            lane.delayed += each.count
        elif each.state == "running":
            lane.running += each.count
        else:
            lane.dead += each.count
    return list(lanes.values())


def _by_kind(successes: Sequence[JobSuccess]) -> dict[str, datetime | None]:
    found = {each.kind: each.succeeded_at for each in successes}
    return {kind: found.get(kind) for kind in HOURLY}


def _by_provider(recent: Sequence[RecentCount]) -> list[ProviderStatus]:
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for each in recent:
        if each.name == "sends_total":
            key = _label(each.label, "channel"), _label(each.label, "provider")
            found[key][_label(each.label, "result")] = each.count
    return [ProviderStatus(*key, results) for key, results in sorted(found.items())]


def _label(label: str, name: str) -> str:
    """Returns a value of a label in Prometheus syntax."""
    behind = label.partition(f'{name}="')[2]
    end = next((i for i, c in enumerate(behind) if c == '"' and behind[i - 1 : i] != "\\"), len(behind))
    return behind[:end].replace(r"\"", '"').replace(r"\n", "\n").replace(r"\\", "\\")


def find_problems(made: Status) -> list[Finding]:
    """Returns the problems, each with its remedy."""
    return [
        *_process_problems(made),
        *_queue_problems(made.queue),
        *_hourly_problems(made),
        *_traffic_problems(made),
        *_room_problems(made),
    ]


def _process_problems(made: Status) -> list[Finding]:
    found: list[Finding] = []
    if not any(_works(each) for each in made.processes):
        found.append(error("No worker is running, so no messages are sent. Start `wellwish work`."))
    if not any(each.kind == "serve" and each.beat_s < SILENT_S for each in made.processes):
        found.append(error("No server is running. Start `wellwish serve`."))
    versions = {(each.version, each.revision) for each in made.processes if each.beat_s < SILENT_S}
    if len(versions) > 1:
        found.append(
            warning(f"{len(versions)} versions are running. Restart the processes that run the older ones.")
        )
    if silent := [each for each in made.processes if each.beat_s >= SILENT_S]:
        names = ", ".join(each.id for each in silent[:_NAMED])
        more = f" and {len(silent) - _NAMED} more" if len(silent) > _NAMED else ""
        who = "A process has" if len(silent) == 1 else f"{len(silent)} processes have"
        seconds = round(max(each.beat_s for each in silent))
        found.append(warning(f"{who} not reported for {seconds} seconds and may have died: {names}{more}."))
    return found


def _works(process: ProcessRow) -> bool:
    """Whether the process runs jobs. In its first minute, a worker may not have reached the queue yet."""
    if process.worked_s is not None:
        return process.worked_s < SILENT_S
    return process.kind == "work" and (clock.now() - process.started_at).total_seconds() < SILENT_S


def _queue_problems(queue: Sequence[LaneStatus]) -> list[Finding]:
    found = [
        error(
            f"Jobs of the lane {each.lane} have waited for {each.oldest_s // 60} minutes. Start more workers."
        )
        for each in queue
        if each.oldest_s >= WAITS_S
    ]
    if dead := sum(each.dead for each in queue):
        found.append(
            warning(f"{counted(dead, 'job')} failed permanently. `wellwish jobs list` shows the reasons.")
        )
    return found


def _hourly_problems(made: Status) -> list[Finding]:
    """Returns an error if hourly jobs have not succeeded for three hours since the newest worker started."""
    now = clock.now()
    since = max((each.started_at for each in made.processes if each.worked_s is not None), default=now)
    late = [
        kind
        for kind, succeeded_at in made.hourly_jobs.items()
        if (now - max(succeeded_at or since, since)).total_seconds() > STALE_S
    ]
    if not late:
        return []
    text = f"{counted(len(late), 'hourly job')} did not succeed for {STALE_S / 3600:.0f} hours"
    return [error(f"{text}: {', '.join(late)}. See the log of the worker.")]


def _traffic_problems(made: Status) -> list[Finding]:
    found: list[Finding] = []
    total = sum(made.requests_last_hour.values())
    failed = sum(count for status, count in made.requests_last_hour.items() if status.startswith("5"))
    if failed >= _FEWEST and failed > total * _ERROR_SHARE:
        found.append(
            error(f"{failed} of {total} requests failed in the last hour. See the log of the server.")
        )
    return found + [
        error(f"{each.provider} accepted no message in the last hour. `wellwish doctor` tests it.")
        for each in made.sends_last_hour
        if sum(each.results.values()) >= _FEWEST and not each.results.get("accepted")
    ]


def _room_problems(made: Status) -> list[Finding]:
    found = [
        error(f"{text} Free space on it.")
        for text in sorted(
            {
                f"Only {each.disk_free_bytes / each.disk_size_bytes:.0%} of the disk of {each.host} is free."
                for each in made.processes
                if each.disk_free_bytes is not None
                and each.disk_size_bytes
                and each.disk_free_bytes < each.disk_size_bytes * FREE_SHARE
            }
        )
    ]
    facts = made.database
    if facts is not None and facts.connections > facts.max_connections * (1 - _FREE_CONNECTIONS):
        text = f"{facts.connections} of {facts.max_connections} connections to the database are in use."
        found.append(warning(f"{text} Raise max_connections, or use a pooler."))
    return found
