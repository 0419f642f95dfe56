"""Record the statements that the application sends to PostgreSQL for one request.

The application answers in this process, over a pool of one connection with asyncpg's query logger. A ceiling
made from the record therefore always matches the application: its statements, their order, their parameters
and the round trips. The same request runs twice; values that differ between the two runs (IDs, hashes, the
number in the request) must be unique to each request.
"""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import asyncpg
from client import NUMBER
from operations import Operation
from stage import SLOTS, Person, Stage

from wellwish.app import application

_FIRST_NUMBER: Final = 200_000_000_001
_ID: Final = re.compile(r"[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}")


@dataclass(frozen=True)
class Said:
    """One statement with its parameters and their types, or several statements without parameters in one
    message.
    """

    sql: str
    values: tuple[Any, ...]
    types: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """The statements of a request, and the values generated for it."""

    said: list[Said]
    fresh_ids: frozenset[str]
    fresh_hashes: frozenset[bytes]
    fresh_numbers: frozenset[int]
    number: str
    rows: dict[str, int]
    """How many rows the request added to each table."""


async def record(stage: Stage, person: Person, operation: Operation) -> Record:
    """Runs the operation twice in this process. Raises RuntimeError if it is refused."""
    services = stage.services(pool_size=1)
    app = application(services)
    async with app.router.lifespan_context(app), _logged(services.db) as log:
        runs: list[list[Said]] = []
        before: dict[str, int] = {}
        for number in (_FIRST_NUMBER - 1, _FIRST_NUMBER, _FIRST_NUMBER + 1):  # the first is a warm-up
            log.clear()
            before = await row_counts(stage)
            request = operation.shape(stage, person, SLOTS).replace(NUMBER, b"%012d" % number)
            await _answer(app, request, operation.status)
            runs.append([await _typed(stage, query) for query in log])
    after = await row_counts(stage)
    one, other = runs[1:]
    if [said.sql for said in one] != [said.sql for said in other]:
        raise RuntimeError(f"{operation.title}: two requests said different statements")
    ones, others = list(_atoms(one)), list(_atoms(other))
    return Record(
        one,
        frozenset(_ids(ones) - _ids(others)),
        frozenset({each for each in ones if isinstance(each, bytes)} - {*others}),
        frozenset({each for each in ones if type(each) is int} - {*others}),
        f"{_FIRST_NUMBER:012d}",
        {table: after[table] - before[table] for table in after if after[table] != before[table]},
    )


async def row_counts(stage: Stage) -> dict[str, int]:
    """Returns the number of rows of each table.

    Excludes the tables of the metrics, which each process writes every few seconds, independently of
    requests.
    """
    names = await stage.owner.fetch(
        "select tablename from pg_tables where schemaname = 'public' "
        "and tablename not in ('counters', 'minute_counts', 'processes', 'job_successes')"
    )
    return {
        name: await stage.owner.fetchval(f"select count(*) from {name}")
        for name in sorted(n[0] for n in names)
    }


@asynccontextmanager
async def _logged(db: Any) -> AsyncGenerator[list[Any]]:
    log: list[Any] = []
    async with db.statement() as tx:
        tx._connection.add_query_logger(log.append)
    yield log


async def _typed(stage: Stage, query: Any) -> Said:
    if not query.args:
        return Said(query.query, (), ())
    statement = await stage.owner.prepare(query.query)
    types = tuple(each.name for each in statement.get_parameters())
    return Said(query.query, tuple(query.args), types)


def _atoms(run: list[Said]) -> list[Any]:
    atoms: list[Any] = []
    for said in run:
        for value in said.values:
            atoms += value if isinstance(value, list | tuple) else [value]
    return atoms


def _ids(atoms: list[Any]) -> set[str]:
    return {found for atom in atoms if isinstance(atom, str) for found in _ID.findall(atom)}


async def _answer(app: Any, request: bytes, expected: int) -> None:
    """Passes the request to the ASGI application, without a socket."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    method, target, _ = first.split(" ")
    path, _, query = target.partition("?")
    headers = [
        (name.lower().encode(), value.encode()) for name, value in (each.split(": ", 1) for each in lines)
    ]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 50000), "server": ("127.0.0.1", 8080),
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if sent[0]["status"] != expected:
        raise RuntimeError(f"{method} {target}: {sent[0]['status']} {sent[1:]}")


assert asyncpg.Connection.add_query_logger  # the only asyncpg API that this module depends on
