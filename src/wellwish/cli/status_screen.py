"""The screen of `wellwish status`."""

from datetime import datetime
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wellwish.base import clock
from wellwish.cli.plural import counted
from wellwish.cli.status import FREE_SHARE, SILENT_S, WAITS_S, LaneStatus, Status
from wellwish.infra.db import DatabaseFacts
from wellwish.infra.jobs.counts import MOST
from wellwish.infra.meter import ProcessRow

_NONE: Final = "-"
_STYLES: Final = {"error": "bold red", "warning": "yellow"}
_RESULTS: Final = ("accepted", "deferred", "bounced", "rejected", "suppressed", "unsupported", "lost")
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


def show_status(status: Status) -> None:
    """Prints the status, problems first."""
    console = Console(highlight=False)
    console.print(_headline(status))
    for each in status.findings:
        style = _STYLES[each.level]
        console.print(Text.assemble((f"{each.level.capitalize()}: ", style), each.text))
    if status.database is None:
        return
    console.print()
    console.print(_facts(status))
    for table in (_processes(status.processes), _queue(status.queue), _sends(status)):
        if table.row_count:
            console.print()
            console.print(table)


def _headline(status: Status) -> Text:
    errors = sum(each.level == "error" for each in status.findings)
    said, style = (f"has {counted(errors, 'error')}", "bold red") if errors else ("is healthy", "bold green")
    return Text.assemble(f"Wellwish {status.version} ({status.revision}) ", (said, style), ".")


def _facts(status: Status) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    grid.add_row("Schema", "up to date")
    if status.database is not None:
        grid.add_row("Database", _database(status.database))
    for line in sorted({_disk(each) for each in status.processes}):
        grid.add_row("Disk", line)
    grid.add_row("Requests", _requests(status))
    grid.add_row("Hourly jobs", _hourly(status))
    return grid


def _database(facts: DatabaseFacts) -> str:
    used = f"{facts.connections} of {facts.max_connections} connections"
    return f"PostgreSQL {facts.version}, {_bytes(facts.size_bytes)}, {used}"


def _disk(process: ProcessRow) -> str:
    if process.disk_free_bytes is None or not process.disk_size_bytes:
        return f"{process.host}: not readable by this user"
    share = process.disk_free_bytes / process.disk_size_bytes
    low = ", low" if share < FREE_SHARE else ""
    free = f"{_bytes(process.disk_free_bytes)} of {_bytes(process.disk_size_bytes)} free"
    return f"{process.host}: {free} ({share:.0%}{low})"


def _requests(status: Status) -> str:
    counts = status.requests_last_hour
    failed = sum(count for code, count in counts.items() if code.startswith("5"))
    total = sum(counts.values())
    return f"{total:,} in the last hour, {failed:,} with a server error"


def _hourly(status: Status) -> str:
    done = [each for each in status.hourly_jobs.values() if each is not None]
    if not done:
        return "none has run yet"
    oldest = _age(min(done))
    if len(done) < len(status.hourly_jobs):
        return f"{len(done)} of {len(status.hourly_jobs)} have succeeded, the oldest {oldest} ago"
    return f"all {len(done)} succeeded, the oldest {oldest} ago"


def _processes(processes: list[ProcessRow]) -> Table:
    table = _table("Process", "runs", "version", "up", "heartbeat", "worker", "connections")
    for each in processes:
        table.add_row(
            each.id,
            each.kind,
            each.version,
            _age(each.started_at),
            _beat(each.beat_s),
            Text(_NONE, style="dim") if each.worked_s is None else _beat(each.worked_s),
            f"{each.pool_used} of {each.pool_size}",
        )
    return table


def _beat(seconds: float) -> Text:
    return Text(_seconds(seconds), style="bold red" if seconds >= SILENT_S else "")


def _queue(queue: list[LaneStatus]) -> Table:
    table = _table("Queue", "waiting", "oldest", "running", "delayed", "dead")
    for each in queue:
        table.add_row(
            each.lane,
            _count(each.waiting),
            Text(
                _seconds(each.oldest_s) if each.waiting else _NONE,
                style="bold red" if each.oldest_s >= WAITS_S else "" if each.waiting else "dim",
            ),
            _count(each.running),
            _count(each.delayed),
            _count(each.dead, "yellow"),
        )
    return table


def _sends(status: Status) -> Table:
    tried = [name for name in _RESULTS if any(name in each.results for each in status.sends_last_hour)]
    table = _table("Sent in the last hour", "channel", *tried)
    table.columns[1].justify = "left"
    for each in status.sends_last_hour:
        table.add_row(each.provider, each.channel, *(_count(each.results.get(name, 0)) for name in tried))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _count(count: int, style: str = "") -> Text:
    if not count:
        return Text("0", style="dim")
    return Text(f"{count:,}" + ("+" if count >= MOST else ""), style=style)


def _age(since: datetime) -> str:
    return _seconds((clock.now() - since).total_seconds())


def _seconds(seconds: float) -> str:
    """Returns a duration in the largest unit of which it has at least two."""
    for unit, length in (("day", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            count = int(seconds // length)
            return counted(count, unit) if unit == "day" else f"{count} {unit}"
    return f"{round(max(seconds, 0))} s"


def _bytes(count: float) -> str:
    """Returns a size in decimal units, with two or three digits."""
    for unit in _UNITS:
        if count < 1000 or unit == _UNITS[-1]:
            return f"{count:.1f} {unit}" if count < 10 and unit != "B" else f"{count:.0f} {unit}"
        count /= 1000
    raise AssertionError("the last unit takes any size")
