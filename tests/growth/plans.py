"""Query plans: what PostgreSQL reads for each statement, as auto_explain reports it on the connection."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from tests.waiting import turns
from tests.world import World

# Applied to new connections to the database; plans arrive as notices.
SETTINGS = {
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
}

_OF_THE_DRIVER = "typeinfo_tree"  # asyncpg looks up types that are new to the connection


@dataclass(frozen=True)
class Scan:
    """A plan node that reads a table or an index."""

    kind: str
    table: str
    index: str
    rows: int  # rows read in all loops, including those that the filter removed

    def __str__(self) -> str:
        return f"{self.kind} of {self.table or self.index}: {self.rows:,} rows"


@dataclass(frozen=True)
class Ran:
    """One execution of a statement, with its reads."""

    sql: str
    blocks: int  # of 8 kB, from the cache or the disk
    scans: tuple[Scan, ...]

    @property
    def name(self) -> str:
        return " ".join(self.sql.split())[:90]


class Plans:
    """Collects the plans of a world whose pool has one connection."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ran: list[Ran] = []

    async def __aenter__(self) -> Self:
        async with self._world.services.db.statement() as tx:
            tx._connection.add_log_listener(self._note)
        return self

    async def __aexit__(self, *_: object) -> None:
        async with self._world.services.db.statement() as tx:
            tx._connection.remove_log_listener(self._note)

    def _note(self, _connection: object, message: Any) -> None:
        found = re.match(r"duration: .*? plan:\n(.*)", message.message, re.DOTALL)
        if found is not None and _OF_THE_DRIVER not in found[1]:
            self._ran.append(_ran(json.loads(found[1])))

    async def taken(self) -> list[Ran]:
        """Returns the executions since the last call."""
        await turns()  # the driver reports from a callback of the event loop
        taken, self._ran = self._ran, []
        return taken


def _ran(explained: dict[str, Any]) -> Ran:
    plan = explained["Plan"]
    blocks = plan.get("Shared Hit Blocks", 0) + plan.get("Shared Read Blocks", 0)
    return Ran(explained["Query Text"], blocks, tuple(_scans(plan)))


def _scans(node: dict[str, Any]) -> Iterator[Scan]:
    if "Relation Name" in node or "Index Name" in node:
        looked = sum(
            node.get(each, 0)
            for each in ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
        )
        rows = round(looked * node["Actual Loops"])
        yield Scan(node["Node Type"], node.get("Relation Name", ""), node.get("Index Name", ""), rows)
    for child in node.get("Plans", ()):
        yield from _scans(child)


def faults(ran: Ran, tables: set[str], most_rows: int, most_blocks: int) -> list[str]:
    """Returns the scans that are sequential over a large table or exceed the limits on rows or blocks."""
    found = [
        str(scan)
        for scan in ran.scans
        if scan.rows > most_rows or (scan.kind == "Seq Scan" and scan.table in tables)
    ]
    if ran.blocks > most_blocks:
        found.append(f"{ran.blocks:,} blocks")
    return [f"{fault}: {ran.name}" for fault in found]
