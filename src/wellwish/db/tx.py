"""A transaction: what a handler reads and writes through."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import asyncpg

from wellwish import clock
from wellwish.db.sql import compile_sql, row_builder

Row = TypeVar("Row")
if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection


class BeforeCommit(Protocol):
    """What a transaction still has to write before it commits."""

    async def write(self, tx: "Tx") -> None:
        """Writes it."""
        ...


class Tx:
    """A transaction that sees the rows of certain accounts only, by row-level security.

    ``:now`` in a statement is the transaction's own instant and need not be given.
    """

    def __init__(
        self, connection: Connection, account_ids: Sequence[str], timeout_s: float | None = None
    ) -> None:
        self._connection = connection
        self._timeout_s = timeout_s  # of a statement; without one the pool's own
        self.now: datetime = clock.now()
        self.account_ids = tuple(account_ids)
        self.before_commit: BeforeCommit | None = None

    async def one(self, row_type: type[Row], sql: str, assign: tuple[str, ...] = (), **given: Any) -> Row:
        """Returns the row of a statement that always has one; none is a fault of ours (LookupError)."""
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

    async def many(self, row_type: type[Row], sql: str, **given: Any) -> list[Row]:
        """Returns all rows of the statement; the statement has a limit of its own."""
        text, names = compile_sql(sql, row_type)
        records = await self._connection.fetch(text, *self._values(names, given), timeout=self._timeout_s)
        return [*map(row_builder(row_type), records)]

    async def value(self, sql: str, **given: Any) -> Any:
        """Returns the first column of the first row, or None."""
        text, names = compile_sql(sql)
        return await self._connection.fetchval(text, *self._values(names, given), timeout=self._timeout_s)

    async def run(self, sql: str, **given: Any) -> int:
        """Carries the statement out and returns how many rows it touched."""
        text, names = compile_sql(sql)
        tag = await self._connection.execute(text, *self._values(names, given), timeout=self._timeout_s)
        count = tag.rpartition(" ")[2]
        return int(count) if count.isdigit() else 0

    async def see(self, account_ids: Sequence[str]) -> None:
        """Lets the rest of the transaction see these accounts' rows instead."""
        await self.flush()
        self.account_ids = tuple(account_ids)
        await self._connection.execute(scope(account_ids))

    async def flush(self) -> None:
        """Writes what waits for the commit, under the accounts that are visible now."""
        waiting, self.before_commit = self.before_commit, None
        if waiting is not None:
            await waiting.write(self)

    async def plan_each_time(self) -> None:
        """Lets the rest of the transaction plan each statement for its parameters, never for any parameters.

        PostgreSQL keeps a generic plan from the sixth execution of a statement on. For optional filters
        (``:x is null or column = :x``) such a plan cannot use the index of a filter.
        """
        await self._connection.execute("set local plan_cache_mode = force_custom_plan")

    def _values(self, names: Sequence[str], given: dict[str, Any]) -> list[Any]:
        return [given[name] if name in given or name != "now" else self.now for name in names]


def scope(account_ids: Sequence[str]) -> str:
    """Returns the statement that lets a transaction see these accounts' rows.

    Goes as simple text because ``set`` takes no parameters; ids that could end the literal are
    refused (ValueError).
    """
    listed = ",".join(account_ids)
    if not listed.replace("_", "").replace(",", "").isalnum() and listed:
        raise ValueError("not account ids")
    return f"set local app.account_ids = '{listed}'"
