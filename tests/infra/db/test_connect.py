"""With several servers in a URL, the connection reaches the primary, regardless of the others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from bench.operate.pgbouncer import forwarded
from tests.listening import free_port
from tests.waiting import until
from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database, UnreachableError, connect

pytestmark = pytest.mark.anyio


@pytest.fixture
async def places(clone: tuple[str, str]) -> AsyncIterator[tuple[str, str, str]]:
    """The addresses of a server that never responds, of one that does not exist, and of the database."""
    query = parse_qs(urlsplit(clone[1]).query)

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until the client gives up
        writer.close()

    silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(
            forwarded(f"{query['host'][0]}/.s.PGSQL.{query.get('port', ['5432'])[0]}")
        )
        stack.callback(silent.close)
        hanging = silent.sockets[0].getsockname()[1]
        yield f"127.0.0.1:{hanging}", f"127.0.0.1:{free_port()}", f"127.0.0.1:{port}"


def url(clone: tuple[str, str], *places: str, user: str = "") -> str:
    split = urlsplit(clone[1])
    return f"postgresql://{user or split.username}@{','.join(places)}{split.path}"


async def test_a_server_that_does_not_answer_delays_nothing(
    clone: tuple[str, str], places: tuple[str, str, str]
) -> None:
    dsn = url(clone, *places)
    database = Database(dsn, size=2)
    await database.open()
    async with database.statement() as tx:
        assert await tx.value("select 7") == 7
    await database.close()
    with pytest.raises(TimeoutError):  # the control: the driver asks one server after the other
        await asyncpg.connect(dsn, timeout=1)


async def test_reads_hosts_and_ports_from_the_query(
    clone: tuple[str, str], places: tuple[str, str, str]
) -> None:
    ports = ",".join(place.partition(":")[2] for place in places)
    split = urlsplit(clone[1])
    dsn = f"postgresql://{split.username}@{split.path}?host=127.0.0.1,127.0.0.1,127.0.0.1&port={ports}"
    connection = await connect(dsn, 30)
    assert await connection.fetchval("select 7") == 7
    await connection.close()


async def test_names_the_refusal_of_a_server_and_not_the_silence_of_another(
    clone: tuple[str, str], places: tuple[str, str, str]
) -> None:
    with pytest.raises(UnreachableError, match=r"the server rejects the role .*nobody"):
        await connect(url(clone, *places[1:], user="nobody"), 30)
    with pytest.raises(UnreachableError, match="nothing listens there"):
        await connect(url(clone, places[1], places[1]), 30)


async def test_leaves_no_other_connection_open(clone: tuple[str, str], places: tuple[str, str, str]) -> None:
    connection = await connect(url(clone, places[2], places[2], places[2]), 30)
    owner = await asyncpg.connect(clone[0])
    count = "select count(*) = 1 from pg_stat_activity where datname = current_database() and usename <> user"
    await until(lambda: owner.fetchval(f"{count} and application_name = ''"))
    await connection.close()
    await owner.close()


async def test_a_connection_to_a_former_primary_is_not_used_again(clone: tuple[str, str]) -> None:
    database = Database(clone[1], size=1)
    await database.open()
    async with database.statement() as tx:
        former = await tx.value("select pg_backend_pid()")
        await tx.run("set default_transaction_read_only = on")  # like a server that has become a standby
    delete = "delete from throttles where false"
    with pytest.raises(Unavailable):
        async with database.transaction() as tx:
            await tx.run(delete)
    async with database.transaction() as tx:
        assert await tx.value("select pg_backend_pid()") != former
    await database.close()
