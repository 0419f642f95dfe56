"""A connection pool, and the translation of database errors into refusals.

It replaces asyncpg's pool, which creates a task per release, a proxy per call and a timer per acquisition. A
request acquires two connections, so asyncpg's pool would use an eighth of the CPU time of creating a card.
"""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final

import asyncpg
import structlog
from asyncpg.connection import LoggedQuery

from wellwish.base import trace
from wellwish.base.errors import Unavailable
from wellwish.infra.db.connect import connect
from wellwish.infra.db.reason import UnreachableError, place, reason
from wellwish.infra.db.tx import Connection, Tx, scope

# If the database is unavailable or hangs, callers get 503 within 2 s. This limit covers acquiring a
# connection, connecting if needed, and the first response. Later statements can wait up to 5 s for locks.
FIRST_ANSWER_S: Final = 1.8
CONNECT_TIMEOUT_S: Final = 2.0
COMMAND_TIMEOUT_S: Final = 4.0
ROLLBACK_TIMEOUT_S: Final = 1.0
# The time that this task may wait for a connection and the first response.
patience_s: Final = ContextVar("patience_s", default=FIRST_ANSWER_S)

# The planner assumes an account of average size. For a much larger account, it would collect all rows with a
# bitmap scan and sort them for a single page. An index scan returns sorted rows, stops at the limit, and is
# as fast with few rows. Cost estimates that ignore the limit also trigger the JIT compiler, which takes half
# a second for a statement of 15 ms.
#
# A connection keeps the plan of its first executions until the table is analyzed. A plan made while
# the queue is empty reads the whole table, which may have thousands of jobs a second later.
_BY_INDEX: Final = "set local enable_bitmapscan = off; set local enable_seqscan = off; set local jit = off"
# For statements outside transactions. Not a startup parameter, because poolers refuse unknown ones. Behind
# a pooler in transaction mode, it affects only the server connections of this role.
_ALWAYS_BY_INDEX: Final = "set enable_seqscan = off"

# Temporary errors (PostgreSQL, appendix A): 08 connection, 53 resources (53100 is a full disk), 57P0x
# shutdown, 57014 statement timeout, 40001 and 40P01 serialization and deadlock, 55P03 lock timeout, 58 system
# error, 25006 a server that has become a standby.
_PASSING: Final = re.compile("08|53|57P0|57014|40001|40P01|55P03|58|25006")
# Messages of internal errors (XX000) with which Citus reports a node failure during a statement.
_ENDED: Final = (
    "postmaster was shut down",
    "terminating connection due to unexpected postmaster exit",
    "server closed the connection unexpectedly",
    "failure on connection marked as essential",
)
# The connection ended, or the server closed it while idle; in that case, the next query receives the shutdown
# message instead of a response (InternalClientError).
_LOST: Final = (
    OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError, UnreachableError,
)  # fmt: skip
_SAY_EVERY_S: Final = 30.0
_RETRY_AFTER_S: Final = 2
# Parameter types that asyncpg would have to look up.
_TYPES: Final = (
    "select $1::bigint[], $2::boolean[], $3::bytea[], $4::integer[], $5::smallint[], $6::text[], "
    "$7::timestamptz[]"
)

STATEMENT_CACHE: Final = 1000

log: Final = structlog.get_logger("wellwish.db")


class Database:
    """A pool of connections as one role."""

    def __init__(
        self, dsn: str, *, size: int = 10, name: str = "wellwish", statement_cache: int = STATEMENT_CACHE
    ) -> None:
        """``statement_cache``: prepared statements per connection; 0 behind poolers that discard them."""
        self._dsn = dsn
        self.size = size
        # Called with the seconds for which a caller had to wait for a connection.
        self.observe_wait: Callable[[float], None] | None = None
        self._used = 0
        self._peak = 0
        self._name = name
        self._statement_cache = statement_cache
        self._turns = asyncio.Semaphore(size)
        self._idle: list[Connection] = []  # last in, first out
        self._open = False
        self._said: set[str] = set()  # the logged reasons of the current outage, since two may alternate
        self._said_at = 0.0

    async def open(self) -> None:
        """Connects. Raises UnreachableError if the database is unavailable."""
        self._idle.append(await self._connect())
        self._open = True

    async def warm(self, prepare: Callable[[Tx], Awaitable[None]]) -> None:
        """Opens all connections, looks up the types of parameters, and executes ``prepare`` on each
        connection.

        Must be called before the first transaction. If the database allows fewer connections, the remaining
        ones are opened on demand.
        """
        try:
            while len(self._idle) < self.size:
                self._idle.append(await self._connect())
            for each in self._idle:
                # asyncpg looks up each type on each connection, in several round trips.
                await each.fetch(_TYPES, *[None] * _TYPES.count("$"))
                await prepare(Tx(each, ()))
        except (asyncpg.PostgresError, *_LOST) as error:
            log.warning("connections not warm", error=reason(error), opened=len(self._idle))

    async def close(self) -> None:
        """Waits for the open transactions, then disconnects."""
        self._open = False
        for _ in range(self.size):
            await self._turns.acquire()
        while self._idle:
            await self._idle.pop().close(timeout=CONNECT_TIMEOUT_S)

    @asynccontextmanager
    async def transaction(self, account_ids: Sequence[str] = ()) -> AsyncGenerator[Tx]:
        """A transaction that sees the rows of these accounts. Raises Unavailable if the database is
        unavailable.
        """
        async with self._transaction(account_ids, first=False) as tx:
            yield tx

    @asynccontextmanager
    async def _transaction(self, account_ids: Sequence[str], *, first: bool) -> AsyncGenerator[Tx]:
        until = _until()
        async with self._connection(until) as connection:
            await connection.execute(f"begin; {_BY_INDEX}; {scope(account_ids)}", timeout=_left_s(until))
            try:
                tx = Tx(connection, account_ids, _left_s(until) if first else None)
                yield tx
                if not tx.is_trial:
                    await tx.flush()
                    await connection.execute("commit")
            finally:
                # True if the block or the commit failed, the task was cancelled, or this is a trial.
                if connection.is_in_transaction():
                    await _roll_back(connection)

    @asynccontextmanager
    async def statement(self, *, first: bool = False) -> AsyncGenerator[Tx]:
        """A transaction of one statement, on tables without row-level security.

        ``first``: whether the statement begins a request and tests whether the database responds.
        """
        if not self._statement_cache:
            # Without named statements, a statement is parsed and executed in two steps. A pooler may send
            # the second one to another server unless a transaction encloses both.
            async with self._transaction((), first=first) as tx:
                yield tx
            return
        until = _until()
        async with self._connection(until) as connection:
            tx = Tx(connection, (), _left_s(until) if first else None)
            yield tx
            await tx.flush()

    @asynccontextmanager
    async def _connection(self, until: float) -> AsyncGenerator[Connection]:
        if not self._open:
            raise self._away(None)
        try:
            connection = await self._take(until)
        except (asyncpg.PostgresError, *_LOST) as error:  # refused, or unreachable
            raise self._away(error) from error
        try:
            try:
                yield connection
            except (asyncio.CancelledError, asyncpg.ReadOnlySQLTransactionError, *_LOST):
                # A command may still be running, or the server is gone or no longer the primary: the
                # connection must not be reused.
                connection.terminate()
                raise
            finally:
                self._give(connection)
        except asyncpg.PostgresError as error:
            if not _is_passing(error):
                raise
            raise self._away(error) from error
        except _LOST as error:
            raise self._away(error) from error

    def _away(self, error: Exception | None) -> Unavailable:
        """Returns the refusal, and logs each reason at most once per 30 s."""
        said = "the process is ending" if error is None else reason(error)
        if error is not None:
            now = time.monotonic()
            if now - self._said_at >= _SAY_EVERY_S:
                self._said.clear()
                self._said_at = now
            if said not in self._said:
                self._said.add(said)
                log.warning("database unavailable", server=place(self._dsn), error=said)
        return Unavailable(reason=said, headers={"Retry-After": str(_RETRY_AFTER_S)})

    async def _take(self, until: float) -> Connection:
        """Waits for a free slot, and connects if there is no idle connection."""
        if self._turns.locked():
            await self._wait(until)
        else:
            await self._turns.acquire()
        self._used += 1
        self._peak = max(self._peak, self._used)
        try:
            while self._idle:
                connection = self._idle.pop()
                if not connection.is_closed():
                    return connection
            return await self._connect(min(CONNECT_TIMEOUT_S, _left_s(until)))
        except BaseException:
            self._release()
            raise

    async def _wait(self, until: float) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout_at(until):
                await self._turns.acquire()
        finally:
            if self.observe_wait is not None:
                self.observe_wait(time.monotonic() - began)

    def _give(self, connection: Connection) -> None:
        if not connection.is_closed():
            self._idle.append(connection)
        self._release()

    def _release(self) -> None:
        self._used -= 1
        self._turns.release()

    def take_peak(self) -> int:
        """Returns the maximum number of connections in use since the last call."""
        peak, self._peak = self._peak, self._used
        return peak

    async def _connect(self, timeout_s: float = CONNECT_TIMEOUT_S) -> Connection:
        connection = await connect(
            self._dsn,
            timeout_s,
            command_timeout=COMMAND_TIMEOUT_S,
            statement_cache_size=self._statement_cache,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": self._name, "timezone": "UTC"},
        )
        try:
            await connection.execute(_ALWAYS_BY_INDEX, timeout=timeout_s)
        except BaseException:
            connection.terminate()
            raise
        if self._said:
            self._said.clear()
            log.info("database available again", server=place(self._dsn))
        if trace.is_recording():
            connection.add_query_logger(_trace)
        return connection


def _is_passing(error: asyncpg.PostgresError) -> bool:
    state = error.sqlstate or ""
    return bool(_PASSING.match(state)) or (state == "XX000" and str(error).startswith(_ENDED))


def _trace(query: LoggedQuery) -> None:
    error = None if query.exception is None else type(query.exception).__name__
    trace.record_statement(query.query, query.elapsed, error)


def _until() -> float:
    """Returns the deadline of the first response, by the event loop's clock."""
    return asyncio.get_running_loop().time() + patience_s.get()


def _left_s(until: float) -> float:
    """Returns the time left for a statement, at most the usual limit."""
    return min(COMMAND_TIMEOUT_S, max(0.01, until - asyncio.get_running_loop().time()))


async def _roll_back(connection: Connection) -> None:
    try:
        await asyncio.shield(connection.execute("rollback", timeout=ROLLBACK_TIMEOUT_S))
    except (asyncpg.PostgresError, *_LOST):
        connection.terminate()


CheckViolation: Final[type[Exception]] = asyncpg.CheckViolationError
UniqueViolation: Final[type[Exception]] = asyncpg.UniqueViolationError
