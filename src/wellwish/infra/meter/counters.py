"""Counters for metrics, summed over all processes in the database.

Every process can report the totals, which do not decrease when a process ends.
"""

import asyncio
import contextlib
from collections import Counter
from typing import Final

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.logs import outlived
from wellwish.infra.db import Database
from wellwish.infra.meter.histogram import Histogram
from wellwish.infra.meter.process import Process, leave, report

_EVERY_S: Final = 5.0
# Counters that are also kept per minute for two hours. They have few labels, because each adds a row per
# minute.
RECENT: Final = ("requests_total", "sends_total")
_MOST: Final = 50_000  # 260 routes with 13 counters for each method, and those of earlier versions
log: Final = structlog.get_logger("wellwish.meter")


class Count(Struct, frozen=True):
    """A row of counters. The label has Prometheus syntax, such as ``status="200"``."""

    name: str
    label: str
    value: int


def escape(value: str) -> str:
    """Escapes a label value that this code does not define, in Prometheus syntax."""
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


class Meter:
    """The counts of a process that are not yet in the database, and its reported state."""

    def __init__(self, db: Database, process: Process | None = None) -> None:
        self.process = process or Process()
        self._db = db
        self._counts: Counter[tuple[str, str]] = Counter()
        self._histograms: dict[tuple[str, str], Histogram] = {}
        self._stopping = asyncio.Event()

    def count(self, name: str, label: str, by: int = 1) -> None:
        self._counts[name, label] += by

    def observe(self, name: str, label: str, seconds: float) -> None:
        """Counts a duration in the histogram of this name and label."""
        histogram = self._histograms.get((name, label))
        if histogram is None:
            histogram = self._histograms[name, label] = Histogram()
        histogram.observe(seconds)

    def sent(self, channel: str, provider: str, result: str, seconds: float) -> None:
        """Counts an attempt to send a message through a provider."""
        label = f'channel="{channel}",provider="{escape(provider)}"'
        self.count("sends_total", f'{label},result="{result}"')
        self.observe("send_duration_seconds", label, seconds)

    def worked(self) -> None:
        """Records that the worker of this process reached the queue."""
        self.process.worked_at = clock.now()

    def succeeded(self, kind: str) -> None:
        """Records that a job of an hourly kind succeeded."""
        self.process.succeeded[kind] = clock.now()

    def stop(self) -> None:
        """Makes ``run`` return after it has written the remaining counts."""
        self._stopping.set()

    async def run(self) -> None:
        """Writes the counts and the state of the process immediately and then every few seconds.

        While the database is unavailable, keeps the counts in memory.
        """
        while True:
            stopped = self._stopping.is_set()
            try:
                await self.write()
                await report(self._db, self.process)
                if stopped:
                    await leave(self._db, self.process)
            except Exception as error:  # noqa: BLE001 - the next write includes these counts
                outlived(log, "meter not written", error)
            if stopped:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _EVERY_S)

    async def write(self) -> None:
        """Adds the counts to those in the database. Keeps them in memory if that fails."""
        counts, self._counts = self._counts, Counter()
        histograms, self._histograms = self._histograms, {}
        for (name, label), histogram in histograms.items():
            counts.update(dict(histogram.counts(name, label)))
        if not counts:
            return
        keys = sorted(counts)  # a fixed order prevents deadlocks between processes
        try:
            async with self._db.statement() as tx:
                await tx.run(
                    """
                    with made as materialized (
                      select name, label, value
                      from unnest(:names::text[], :labels::text[], :values::bigint[])
                        as made (name, label, value)),
                    by_minute as (
                      insert into minute_counts (minute, name, label, value)
                      select date_trunc('minute', :now::timestamptz), name, label, value from made
                      where name = any (:recent::text[])
                      on conflict (minute, name, label) do update
                        set value = minute_counts.value + excluded.value)
                    insert into counters (name, label, value)
                    select name, label, value from made
                    on conflict (name, label) do update set value = counters.value + excluded.value
                    """,
                    recent=list(RECENT),
                    names=[name for name, _ in keys],
                    labels=[label for _, label in keys],
                    values=[counts[key] for key in keys],
                )
        except BaseException:
            self._counts.update(counts)
            raise

    async def read(self) -> list[Count]:
        """Returns the totals of all processes; counts of other processes can be a few seconds old."""
        await self.write()
        async with self._db.statement() as tx:
            return await tx.many(
                Count, "select {columns} from counters order by name, label limit :most", most=_MOST
            )
