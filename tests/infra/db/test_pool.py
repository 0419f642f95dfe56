"""The connection pool: its queue, and no state that leaks from one use to the next."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from tests.waiting import until
from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database, patience_s, pool

_PATIENCE_S = 30.0  # far beyond every deadline, so that only a hang exceeds it


@pytest.fixture
async def db(clone: tuple[str, str]) -> AsyncIterator[Database]:
    """A pool of two connections as the runtime role."""
    database = Database(clone[1], size=2)
    await database.open()
    yield database
    await database.close()


async def _number(db: Database) -> int:
    """Returns the server process ID of a connection from the pool."""
    async with db.statement() as tx:
        return await tx.value("select pg_backend_pid()")


async def _number_soon(db: Database) -> int:
    """Returns the same within the time that a caller waits."""

    async def ask() -> int:
        patience_s.set(pool.FIRST_ANSWER_S)
        return await _number(db)

    return await asyncio.create_task(ask())


async def test_gives_the_connection_that_was_used_last(db: Database) -> None:
    assert len({await _number(db) for _ in range(5)}) == 1


async def test_opens_no_more_connections_than_its_size(db: Database) -> None:
    numbers: set[int] = set()

    async def use() -> None:
        async with db.statement() as tx:
            numbers.add(await tx.value("select pg_backend_pid() from pg_sleep(0.01)"))

    await asyncio.gather(*(use() for _ in range(20)))
    assert len(numbers) == 2


async def test_refuses_a_request_without_a_turn(db: Database) -> None:
    assert pool.FIRST_ANSWER_S < 2, "reliability.md h1: a caller hears 503 within 2 s"
    async with db.transaction(), db.transaction(), asyncio.timeout(_PATIENCE_S):
        with pytest.raises(Unavailable):
            await _number_soon(db)


async def test_a_longer_wait_gets_a_turn(db: Database) -> None:
    """The control: a job waits for as long and gets a turn, because no caller waits for it."""

    async def wait() -> int:
        patience_s.set(_PATIENCE_S)
        return await _number(db)

    async with db.transaction(), db.transaction():
        waiting = asyncio.create_task(wait())
        with pytest.raises(Unavailable):
            await _number_soon(db)
        assert not waiting.done()
    assert await waiting


async def test_leaves_nothing_of_a_cancelled_use_to_the_next(db: Database, clone: tuple[str, str]) -> None:
    pids: list[int] = []

    async def hold() -> None:
        async with db.transaction() as tx:
            pids.append(await tx.value("select pg_backend_pid()"))
            await tx.value("select pg_sleep(60)")

    owner = await asyncpg.connect(clone[0])
    # Another test's session may still sleep in this database.
    are_held = "select count(*) = 2 from pg_stat_activity where pid = any ($1) and wait_event = 'PgSleep'"
    for _ in range(3):
        pids.clear()
        holding = [asyncio.create_task(hold()) for _ in range(2)]
        await until(lambda: len(pids) == 2)
        await until(lambda: owner.fetchval(are_held, pids))
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)
    await owner.close()
    async with db.statement() as tx:
        assert await tx.value("select 7") == 7


@pytest.mark.parametrize("kind", ["transaction", "statement"])
async def test_a_connection_whose_use_was_cancelled_is_not_used_again(
    db: Database, clone: tuple[str, str], kind: str
) -> None:
    """Its command may still be running."""
    pids: list[int] = []

    async def hold() -> None:
        async with db.transaction() if kind == "transaction" else db.statement() as tx:
            pids.append(await tx.value("select pg_backend_pid()"))
            await tx.value("select pg_sleep(60)")

    owner = await asyncpg.connect(clone[0])
    # Another test's session may still sleep in this database.
    is_held = "select wait_event = 'PgSleep' from pg_stat_activity where pid = $1"
    holding = asyncio.create_task(hold())
    await until(lambda: pids)
    await until(lambda: owner.fetchval(is_held, pids[0]))
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
    await owner.close()
    async with db.statement() as one, db.statement() as two:
        assert pids[0] not in [await each.value("select pg_backend_pid()") for each in (one, two)]


async def test_a_failed_transaction_is_undone_and_its_connection_used_again(db: Database) -> None:
    async def fail() -> None:
        async with db.transaction() as tx:
            await tx.value("select 1")
            raise RuntimeError

    before = await _number(db)
    with pytest.raises(RuntimeError):
        await fail()
    assert await _number(db) == before


async def test_reconnects_after_the_server_ends_a_connection(db: Database, clone: tuple[str, str]) -> None:
    ended = await _number(db)
    owner = await asyncpg.connect(clone[0])
    assert await owner.fetchval("select pg_terminate_backend($1, 10000)", ended), "it is waited for"
    await owner.close()
    (idle,) = (each for each in db._idle if each.get_server_pid() == ended)
    await until(idle.is_closed)
    assert await _number(db) != ended


async def test_refuses_once_it_is_closed(clone: tuple[str, str]) -> None:
    database = Database(clone[1], size=1)
    await database.open()
    await database.close()
    with pytest.raises(Unavailable):
        await _number(database)
