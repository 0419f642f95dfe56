"""Migrations without a transaction: resumed after an interruption, by one process at a time."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.waiting import until_waiting
from wellwish.infra.db.migrate import Migration, compare, migrate, migrations
from wellwish.infra.embedded import RUNTIME

pytestmark = pytest.mark.anyio
NAME = "9000_indexes.sql"
SQL = """-- no transaction
-- Two indexes; each is dropped first.
drop index concurrently if exists slow_one;
create index concurrently slow_one on slow (a);
drop index concurrently if exists slow_two;
create index concurrently slow_two on slow (b);
"""
STATE = """
    select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname like 'slow_%' order by 1
    """
Given = Callable[[str], None]


@pytest.fixture
async def owner(clone: tuple[str, str]) -> AsyncIterator["asyncpg.Connection[Any]"]:
    """A session of the owner, in a database with a table of 1,000 rows."""
    connection = await asyncpg.connect(clone[0])
    await connection.execute("create table slow as select g as a, g as b from generate_series(1, 1000) g")
    try:
        yield connection
    finally:
        await connection.execute("drop table slow")
        await connection.execute("delete from migrations where name = $1", NAME)
        await connection.close()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Given:
    """Adds a migration to the existing ones."""

    def add(sql: str) -> None:
        (tmp_path / NAME).write_text(sql)
        both = [*migrations(), Migration(tmp_path / NAME)]
        monkeypatch.setattr(sys.modules[migrate.__module__], "migrations", lambda: both)

    return add


async def _kill(clone: tuple[str, str], owner: "asyncpg.Connection[Any]") -> None:
    """Kills a migration that waits for an older transaction, and waits until it has ended."""
    older = await asyncpg.connect(clone[0])
    try:
        await older.execute("begin; update slow set a = a where a = 1")
        running = asyncio.create_task(migrate(clone[0], RUNTIME))
        await until_waiting(owner)
        await owner.execute(
            """
            select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where query like 'create index concurrently%slow_one%'
            """
        )
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            await running
    finally:
        await older.close()


async def test_a_killed_migration_is_resumed(
    clone: tuple[str, str], owner: "asyncpg.Connection[Any]", given: Given
) -> None:
    given(SQL)
    await _kill(clone, owner)
    assert [tuple(row) for row in await owner.fetch(STATE)] == [("slow_one", False)]
    assert (await compare(clone[0])).missing == [NAME]
    assert await migrate(clone[0], RUNTIME) == 1
    assert [tuple(row) for row in await owner.fetch(STATE)] == [("slow_one", True), ("slow_two", True)]
    assert (await compare(clone[0])).missing == []
    assert await migrate(clone[0], RUNTIME) == 0


async def test_an_invalid_index_remains_if_it_is_not_dropped_first(
    clone: tuple[str, str], owner: "asyncpg.Connection[Any]", given: Given
) -> None:
    """The control."""
    given("-- no transaction\ncreate index concurrently if not exists slow_one on slow (a);\n")
    await _kill(clone, owner)
    assert await migrate(clone[0], RUNTIME) == 1
    assert [tuple(row) for row in await owner.fetch(STATE)] == [("slow_one", False)]


async def test_two_processes_migrate_at_the_same_time(
    clone: tuple[str, str], owner: "asyncpg.Connection[Any]", given: Given
) -> None:
    given(SQL)
    older = await asyncpg.connect(clone[0])
    await older.execute("begin; update slow set a = a where a = 1")
    both = [asyncio.create_task(migrate(clone[0], RUNTIME)) for _ in range(2)]
    await until_waiting(owner)
    await older.close()
    assert sorted(await asyncio.gather(*both)) == [0, 1]
    assert [row["indisvalid"] for row in await owner.fetch(STATE)] == [True, True]


async def test_writers_do_not_wait_for_an_index_that_is_built(
    clone: tuple[str, str], owner: "asyncpg.Connection[Any]", given: Given
) -> None:
    given(SQL)
    older = await asyncpg.connect(clone[0])
    await older.execute("begin; update slow set a = a where a = 1")
    running = asyncio.create_task(migrate(clone[0], RUNTIME))
    await until_waiting(owner)
    await owner.execute("set lock_timeout = '1s'; update slow set b = 0 where a = 2")
    await older.close()
    assert await running == 1


async def test_other_migrations_run_in_one_transaction(
    clone: tuple[str, str], owner: "asyncpg.Connection[Any]", given: Given
) -> None:
    given("create index slow_one on slow (a);\nselect 1 / 0;\n")
    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(clone[0], RUNTIME)
    assert await owner.fetch(STATE) == []
