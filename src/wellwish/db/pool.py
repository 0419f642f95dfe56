"""The pool of connections, and what a fault of the database means to a caller.

The pool is our own, because a request uses it twice and asyncpg's costs an eighth of the processor time
of creating a card: a task for each release, a proxy around each call, a timer for each acquisition.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final

import asyncpg

from wellwish.db.tx import Connection, Tx, scope
from wellwish.errors import Unavailable

# A caller hears 503 within 2 s when the database is away or hangs: so long a turn, a connection where one is
# needed, and the answer to what comes first may take together. What follows may wait longer, for
# the locks of others, and nobody waits over 5 s.
FIRST_ANSWER_S: Final = 1.8
CONNECT_TIMEOUT_S: Final = 2.0
COMMAND_TIMEOUT_S: Final = 4.0
ROLLBACK_TIMEOUT_S: Final = 1.0
# How long this task waits for a connection that others use, and with it for the first answer.
patience_s: Final = ContextVar("patience_s", default=FIRST_ANSWER_S)

# A statement and a policy both bind the account, so the planner counts it twice and expects a row where a
# large account has 100,000. It would collect them all by a bitmap and sort them for one page. An index scan
# comes sorted, stops at the limit, and costs no more where there are few.
_BY_INDEX: Final = "set local enable_bitmapscan = off"

# What passes when tried again (PostgreSQL, appendix A): 08 connection, 53 resources (53100 is a full
# disk), 57P0x shutdown, 57014 statement timeout, 40001 and 40P01 serialization and deadlock,
# 55P03 lock timeout, 58 the system under it.
_PASSING: Final = re.compile("08|53|57P0|57014|40001|40P01|55P03|58")
# A connection that ended, or that a server ended while nobody used it: the next use reads its farewell in
# place of an answer (InternalClientError).
_LOST: Final = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
_RETRY_AFTER_S: Final = 2


class Database:
    """A pool of connections as one role."""

    def __init__(self, dsn: str, *, size: int = 10) -> None:
        self._dsn = dsn
        self._size = size
        self._turns = asyncio.Semaphore(size)
        self._idle: list[Connection] = []  # the one used last is the next to be used
        self._open = False

    async def open(self) -> None:
        """Connects. Raises OSError or asyncpg's errors when the database is not there."""
        self._idle.append(await self._connect())
        self._open = True

    async def close(self) -> None:
        """Waits for the transactions under way, then disconnects."""
        self._open = False
        for _ in range(self._size):
            await self._turns.acquire()
        while self._idle:
            await self._idle.pop().close(timeout=CONNECT_TIMEOUT_S)

    @asynccontextmanager
    async def transaction(self, account_ids: Sequence[str] = ()) -> AsyncGenerator[Tx]:
        """A transaction that sees these accounts' rows. Raises Unavailable when the database is away."""
        until = _until()
        async with self._connection(until) as connection:
            await connection.execute(f"begin; {_BY_INDEX}; {scope(account_ids)}", timeout=_left_s(until))
            try:
                tx = Tx(connection, account_ids)
                yield tx
                await tx.flush()
                await connection.execute("commit")
            finally:
                # True only where the block or the commit failed, or the task was cancelled.
                if connection.is_in_transaction():
                    await _roll_back(connection)

    @asynccontextmanager
    async def statement(self, *, first: bool = False) -> AsyncGenerator[Tx]:
        """For one statement, its own transaction, on tables outside of row-level security.

        ``first``: the small one that a request begins with, which tells whether the database answers.
        """
        until = _until()
        async with self._connection(until) as connection:
            tx = Tx(connection, (), _left_s(until) if first else None)
            yield tx
            await tx.flush()

    async def check(self) -> None:
        """Raises Unavailable unless the database answers."""
        async with self.statement() as tx:
            await tx.value("select 1")

    @asynccontextmanager
    async def _connection(self, until: float) -> AsyncGenerator[Connection]:
        if not self._open:
            raise _away()
        try:
            connection = await self._take(until)
        except (asyncpg.PostgresError, *_LOST) as error:  # refused at the door, whatever the reason
            raise _away() from error
        try:
            try:
                yield connection
            except (asyncio.CancelledError, *_LOST):
                # A command may be under way still, or the server gone: neither is for the next user.
                connection.terminate()
                raise
            finally:
                self._give(connection)
        except asyncpg.PostgresError as error:
            if not _PASSING.match(error.sqlstate or ""):
                raise
            raise _away() from error
        except _LOST as error:
            raise _away() from error

    async def _take(self, until: float) -> Connection:
        """Waits for a turn, and connects where no connection is left of those that were used before."""
        if self._turns.locked():
            async with asyncio.timeout_at(until):
                await self._turns.acquire()
        else:
            await self._turns.acquire()
        try:
            while self._idle:
                connection = self._idle.pop()
                if not connection.is_closed():
                    return connection
            return await self._connect(min(CONNECT_TIMEOUT_S, _left_s(until)))
        except BaseException:
            self._turns.release()
            raise

    def _give(self, connection: Connection) -> None:
        if not connection.is_closed():
            self._idle.append(connection)
        self._turns.release()

    async def _connect(self, timeout_s: float = CONNECT_TIMEOUT_S) -> Connection:
        return await asyncpg.connect(
            self._dsn,
            timeout=timeout_s,
            command_timeout=COMMAND_TIMEOUT_S,
            statement_cache_size=1000,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": "wellwish", "timezone": "UTC"},
        )


def _until() -> float:
    """Returns when the first answer of the database has to be there, by the clock of the event loop."""
    return asyncio.get_running_loop().time() + patience_s.get()


def _left_s(until: float) -> float:
    """Returns what is left of that for one statement, which is never longer than for any other."""
    return min(COMMAND_TIMEOUT_S, max(0.01, until - asyncio.get_running_loop().time()))


def _away() -> Unavailable:
    return Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)})


async def _roll_back(connection: Connection) -> None:
    try:
        await asyncio.shield(connection.execute("rollback", timeout=ROLLBACK_TIMEOUT_S))
    except (asyncpg.PostgresError, *_LOST):
        connection.terminate()


UniqueViolation: Final[type[Exception]] = asyncpg.UniqueViolationError
