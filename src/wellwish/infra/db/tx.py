"""A transaction, through which handlers read and write."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import asyncpg

from wellwish.base import clock
from wellwish.base.errors import NotFound
from wellwish.infra.db.sql import compile_sql, row_builder

Row = TypeVar("Row")
if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection


class BeforeCommit(Protocol):
    """An object that writes to the transaction before it commits."""

    async def write(self, tx: "Tx") -> None: ...


class Tx:
    """A transaction that sees only the rows of certain accounts, by row-level security.

    In a statement, ``:now`` is the time of the data, and ``:real_now`` is the real time, for tokens,
    idempotency keys and jobs, which ignore test clocks. Both are passed automatically, and differ only for
    test data.
    """

    def __init__(
        self, connection: Connection, account_ids: Sequence[str], timeout_s: float | None = None
    ) -> None:
        self._connection = connection
        self._timeout_s = timeout_s  # time limit of a statement; None means the pool's default
        self.real_now: datetime = clock.now()
        self.account_ids = tuple(account_ids)
        self.before_commit: BeforeCommit | None = None
        self.held_ahead: timedelta | None = None  # offset of the test clock that the transaction has locked
        self.is_trial = False  # the transaction is rolled back even after success

    @property
    def now(self) -> datetime:
        """The time of the data, by the test clock if the request or job is about test data."""
        return self.real_now + clock.ahead()

    async def one(self, row_type: type[Row], sql: str, assign: tuple[str, ...] = (), **given: Any) -> Row:
        """Returns the row of a statement that always returns one. Raises LookupError for its absence, which
        is a bug.
        """
        row = await self.maybe(row_type, sql, assign, **given)
        if row is None:
            raise LookupError("a statement that always returns a row returned none")
        return row

    async def maybe(
        self, row_type: type[Row], sql: str, assign: tuple[str, ...] = (), **given: Any
    ) -> Row | None:
        """Returns the first row of the statement, or None."""
        text, names = compile_sql(sql, row_type, assign)
        record = await self._connection.fetchrow(text, *self._values(names, given), timeout=self._timeout_s)
        return None if record is None else cast("Row", row_builder(row_type)(record))

    async def found(self, row_type: type[Row], sql: str, assign: tuple[str, ...] = (), **given: Any) -> Row:
        """Returns the row that a request identifies by ID or link. Raises NotFound if there is none."""
        row = await self.maybe(row_type, sql, assign, **given)
        if row is None:
            raise NotFound
        return row

    async def many(self, row_type: type[Row], sql: str, **given: Any) -> list[Row]:
        """Returns all rows of the statement, which must limit their number."""
        text, names = compile_sql(sql, row_type)
        records = await self._connection.fetch(text, *self._values(names, given), timeout=self._timeout_s)
        return [*map(row_builder(row_type), records)]

    async def value(self, sql: str, **given: Any) -> Any:
        """Returns the first column of the first row, or None."""
        text, names = compile_sql(sql)
        return await self._connection.fetchval(text, *self._values(names, given), timeout=self._timeout_s)

    async def run(self, sql: str, **given: Any) -> int:
        """Executes the statement and returns the number of affected rows."""
        text, names = compile_sql(sql)
        tag = await self._connection.execute(text, *self._values(names, given), timeout=self._timeout_s)
        count = tag.rpartition(" ")[2]
        return int(count) if count.isdigit() else 0

    async def run_together(self, statements: Sequence[str], **given: Any) -> None:
        """Executes writing statements in one round trip; none of them sees rows written by another."""
        await self.run(_together(tuple(statements)), **given)

    async def see(self, account_ids: Sequence[str]) -> None:
        """Switches the rest of the transaction to the rows of these accounts."""
        await self.flush()
        self.account_ids = tuple(account_ids)
        self.held_ahead = None
        await self._connection.execute(scope(account_ids))

    async def flush(self) -> None:
        """Writes the pending rows before the commit, with the currently visible accounts."""
        waiting, self.before_commit = self.before_commit, None
        if waiting is not None:
            await waiting.write(self)

    async def plan_each_time(self) -> None:
        """Makes PostgreSQL plan each statement in the rest of the transaction for its parameters.

        PostgreSQL may switch to a generic plan at the sixth execution of a statement. For optional filters
        (``:x is null or column = :x``) such a plan cannot use a filter's index.
        """
        await self._connection.execute("set local plan_cache_mode = force_custom_plan")

    def _values(self, names: Sequence[str], given: dict[str, Any]) -> list[Any]:
        return [given[name] if name in given else self._time(name) for name in names]

    def _time(self, name: str) -> datetime:
        if name == "now":
            return self.now
        if name == "real_now":
            return self.real_now
        raise KeyError(name)


@cache
def _together(statements: tuple[str, ...]) -> str:
    parts = ", ".join(f"w{number} as ({sql})" for number, sql in enumerate(statements))
    return f"with {parts} select 1"


def scope(account_ids: Sequence[str]) -> str:
    """Returns the statement that makes these accounts' rows visible to a transaction.

    It contains the IDs as text because ``set`` takes no parameters. Raises ValueError for IDs that could end
    the literal.
    """
    listed = ",".join(account_ids)
    if not listed.replace("_", "").replace(",", "").isalnum() and listed:
        raise ValueError("not account ids")
    return f"set local app.account_ids = '{listed}'"
