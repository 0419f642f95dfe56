"""Counters for metrics, summed over all processes in the database.

Every process can report the totals, and a total never decreases when a process ends.
"""

import asyncio
import contextlib
from collections import Counter
from typing import Final

import structlog
from msgspec import Struct

from wellwish.db import Database

_EVERY_S: Final = 5.0
log: Final = structlog.get_logger("wellwish.meter")


class Count(Struct, frozen=True):
    """A row of counters. The label has Prometheus syntax, such as ``status="200"``."""

    name: str
    label: str
    value: int


class Meter:
    """The counts of one process that are not yet in the database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._counts: Counter[tuple[str, str]] = Counter()
        self._stopping = asyncio.Event()

    def count(self, name: str, label: str, by: int = 1) -> None:
        self._counts[name, label] += by

    def stop(self) -> None:
        """Makes ``run`` return after it has written the remaining counts."""
        self._stopping.set()

    async def run(self) -> None:
        """Writes the counts every few seconds. Keeps them in memory while the database is unavailable."""
        stopped = False
        while not stopped:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _EVERY_S)
            stopped = self._stopping.is_set()
            try:
                await self.write()
            except Exception as error:  # noqa: BLE001 - the next write includes these counts
                log.warning("meter not written", error=type(error).__name__)

    async def write(self) -> None:
        """Adds the counts to those in the database, or keeps them if that raises Unavailable."""
        counts, self._counts = self._counts, Counter()
        if not counts:
            return
        keys = sorted(counts)  # in a fixed order, so that two processes cannot deadlock
        try:
            async with self._db.statement() as tx:
                await tx.run(
                    """
                    insert into counters (name, label, value)
                    select made.name, made.label, made.value
                    from unnest(:names::text[], :labels::text[], :values::bigint[])
                      as made (name, label, value)
                    on conflict (name, label) do update set value = counters.value + excluded.value
                    """,
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
            return await tx.many(Count, "select {columns} from counters order by name, label limit 1000")
