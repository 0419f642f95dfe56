"""Keep a server and a worker busy for an hour, and fail if memory or latency grows: `script/soak`.

Four times a minute, two tenants create, list and invite, and guests open and sign their cards, always in the
same numbers. The worker sends the mails. After each round it measures memory and CPU time of both processes,
latency, and tables, indexes and dead rows of the database, which is the embedded one with its durable
settings, in a scratch folder. Other work on the machine makes requests slower, but hardly changes the figures
that are judged (soak_report.py).

The exit status is 1 if the median of the last quarter exceeds that of the second by more than a ratio, or if
a request failed. `--results NAME` keeps the table and a chart in bench/results.
"""

import argparse
import asyncio
import os
import platform
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import growth
import rounds
from capacity import await_ready, environment, free_port, process
from operations import OPERATIONS
from processes import cpu_s, proportional_mb, resident_mb
from rounds import Load
from servers import Running
from soak_report import Sample, chart, judge, table
from stage import SLOTS, Person, Stage, multiply, publish, slot_id, stage

from wellwish import __version__
from wellwish.base.settings.revision import find_revision
from wellwish.cards.link import SIGN

RESULTS: Final = Path(__file__).resolve().parents[1] / "results"
_ROUND_S: Final = 15.0
# Requests of a tenant and its guests per round. An invitation names 100 people.
_MIX: Final = {"create": 60, "create-key": 30, "list": 90, "token": 30, "invite": 1, "sign": 40}
_OPENED: Final = 90
# Reaches the database but reads no tenant data.
_YARDSTICK: Final = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n\r\n"
_YARDSTICKS: Final = 60
# Their mails were sent rounds ago.
_OLD_INVITATIONS: Final = "delete from invitations where created_at < now() - interval '2 minutes'"
_CONNECTIONS: Final = 4
_BURST_S: Final = 60.0  # far longer than a round
_TENANTS: Final = ("north", "south")
_LARGEST: Final = 8  # tables in the report


@dataclass
class Soak:
    """The running processes, their load, and the samples and failures."""

    stage: Stage
    server: Running
    serve_pid: int
    work_pid: int
    tenants: list[Person] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    turn: int = 0
    failures: list[str] = field(default_factory=list)

    async def run(self, seconds: float) -> None:
        began, used = time.monotonic(), self._cpu_s()
        async for at_s in _ticks(began, seconds):
            latencies: dict[str, list[float]] = {}
            self.turn += 1
            for person in self.tenants:
                await asyncio.to_thread(self._round, person, latencies)
            now = self._cpu_s()
            if len(latencies) > len(_MIX) + 1:  # otherwise all requests of one kind failed
                spent = [after - before for after, before in zip(now, used, strict=True)]
                self.samples.append(await self._sample(at_s, latencies, spent))
            used = now
            # Keeps the cards at a constant size, so that only a defect can make them slower.
            await self.stage.owner.execute("delete from contributions where source = 'shared_link'")
            await self.stage.owner.execute(_OLD_INVITATIONS)

    def _cpu_s(self) -> list[float]:
        """Returns the CPU time of server, database and worker so far, in seconds."""
        return [cpu_s(pid) for pid in (self.serve_pid, self.stage.database_pid, self.work_pid)]

    def _round(self, person: Person, latencies: dict[str, list[float]]) -> None:
        """Sends one tenant's and its guests' requests, and adds their latencies in seconds by operation."""
        # Each round builds new forms, since their tokens expire.
        bursts = [("yardstick", [_YARDSTICK], 200, _YARDSTICKS), ("open", _opened(self.stage), 200, _OPENED)]
        bursts += [
            (each.key, each.requests(self.stage, person), each.status, _MIX[each.key])
            for each in OPERATIONS
            if each.key in _MIX
        ]
        for key, every, status, most in bursts:
            # Another card in each round: one with all invitations would make the lists slower.
            begin = self.turn * most % len(every)
            requests = [*every[begin:], *every[:begin]]
            load = Load(min(_CONNECTIONS, most), _BURST_S)  # each connection sends at least one
            try:
                sent = rounds.send(self.server.port, requests, status, load, most=most)
            except RuntimeError as error:
                self.failures.append(str(error)[:300])
            else:
                latencies.setdefault(key, []).extend(sent.latencies)

    async def _sample(self, at_s: float, latencies: dict[str, list[float]], spent: Sequence[float]) -> Sample:
        yardstick = latencies.pop("yardstick")
        every = [each for found in latencies.values() for each in found]
        cuts = quantiles(every, n=20)
        serve, database, work = (each / len(every) * 1e3 for each in spent)
        size = await self.stage.owner.fetchrow(
            """
            select sum(pg_relation_size(relid))::float8 / 1e6 as tables,
              sum(pg_indexes_size(relid))::float8 / 1e6 as indexes, sum(n_dead_tup)::bigint as dead
            from pg_stat_user_tables
            """
        )
        assert size is not None
        return Sample(
            at_s=at_s,
            serve_pss_mb=proportional_mb(self.serve_pid),
            serve_rss_mb=resident_mb(self.serve_pid),
            work_pss_mb=proportional_mb(self.work_pid),
            work_rss_mb=resident_mb(self.work_pid),
            serve_cpu_ms=serve,
            database_cpu_ms=database,
            work_cpu_ms=work,
            latency_ms=sum(map(median, latencies.values())) * 1e3,
            yardstick_ms=median(yardstick) * 1e3,
            p50_ms=cuts[9] * 1e3,
            p95_ms=cuts[18] * 1e3,
            tables_mb=size["tables"],
            indexes_mb=size["indexes"],
            dead_rows=size["dead"],
        )


async def _ticks(began: float, seconds: float) -> AsyncIterator[float]:
    """Yields the elapsed time, at most once per round, until ``seconds`` have passed."""
    number = 0
    while (at_s := time.monotonic() - began) < seconds:
        yield at_s
        number += 1
        await asyncio.sleep(max(0.0, min(number * _ROUND_S, seconds) - (time.monotonic() - began)))


def _opened(stage: Stage) -> list[str]:
    """Returns a guest's request for the signing page of each card."""
    keys = stage.services(pool_size=1).keys
    return [
        f"GET /s/{keys.link_token(SIGN, slot_id('card', slot), 1)} HTTP/1.1\r\nHost: localhost\r\n"
        "User-Agent: bench\r\nAccept: text/html\r\n\r\n"
        for slot in range(1, SLOTS + 1)
    ]


async def _largest(stage: Stage) -> list[str]:
    """Returns Markdown table rows: the largest tables, with their share of dead rows."""
    rows = await stage.owner.fetch(
        """
        select relname, pg_relation_size(relid) / 1e6 as size, pg_indexes_size(relid) / 1e6 as indexes,
          n_live_tup as live, n_dead_tup as dead
        from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit $1
        """,
        _LARGEST,
    )
    return [
        "| table | MB | indexes, MB | rows | dead |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {row['relname']} | {row['size']:,.1f} | {row['indexes']:,.1f} | {row['live']:,} | "
            f"{row['dead'] / max(1, row['live'] + row['dead']):.0%} |"
            for row in rows
        ),
    ]


async def soak(minutes: float) -> tuple[Soak, list[str]]:
    """Returns the finished soak and the report rows of its largest tables."""
    async with stage() as place:
        port, smtp = free_port(), free_port()
        given = environment(place, port, smtp)
        sink = ("aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{smtp}")
        with (
            process(sink, {}),
            process(("wellwish", "serve"), given) as serving,
            process(("wellwish", "work"), given) as working,
        ):
            await asyncio.to_thread(await_ready, port)
            running = Soak(place, Running(serving, port), serving, working)
            for name in _TENANTS:
                person, card_id = await growth.first(place, running.server, name)
                await multiply(place, person.account_id, card_id, SLOTS)
                running.tenants.append(person)
            # Links depend only on card IDs, which are the same for both tenants.
            await publish(place, running.tenants[0].account_id)
            await running.run(minutes * 60)
            return running, await _largest(place)


def _document(done: Soak, tables: list[str], minutes: float, chart_name: str | None) -> str:
    figures = judge(done.samples, minutes * 60)
    machine = f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.machine()}"
    load = f"load average {os.getloadavg()[0]:.0f}"
    size = f"{minutes:g} minutes, {len(done.samples)} rounds, {len(done.failures)} failed"
    title = f"# Soak of Wellwish {__version__}, revision {find_revision()}"
    lines = [title, "", f"{machine}, {load}: {size}.", "", table(figures), "", *tables]
    if chart_name is not None:
        lines += ["", f"![Memory, latency and database over the time of the soak]({chart_name})"]
    return "\n".join([*lines, ""])


def main() -> int:
    """Soaks, prints the tables, and returns the exit status."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # also ends the child processes
    parser = argparse.ArgumentParser(prog="script/soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="from 1 to 1440; 60 for a release")
    parser.add_argument("--results", metavar="NAME", help="keep bench/results/soak-NAME.md and .svg")
    options = parser.parse_args()
    if not 1 <= options.minutes <= 1440:
        parser.error("--minutes must be from 1 to 1440")
    done, tables = asyncio.run(soak(options.minutes))
    name: Any = options.results and f"soak-{options.results}"
    text = _document(done, tables, options.minutes, name and f"{name}.svg")
    print(text)
    if name:
        (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
        title = f"Soak of Wellwish {__version__}, {options.minutes:g} minutes"
        (RESULTS / f"{name}.svg").write_text(chart(done.samples, title), encoding="utf-8")
    for each in done.failures[:5]:
        print(each, file=sys.stderr)
    grown = [each.name for each in judge(done.samples, options.minutes * 60) if each.has_grown]
    if grown:
        print(f"Grown: {', '.join(grown)}.", file=sys.stderr)
    return 1 if grown or done.failures else 0


if __name__ == "__main__":
    sys.exit(main())
