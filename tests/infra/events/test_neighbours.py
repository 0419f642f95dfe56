"""Long write transactions in other databases of the server do not delay events."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from tests import make
from tests.world import Person, World
from wellwish.base import ids


async def committed(person: Person) -> list[dict[str, Any]]:
    answer = await person.get("/api/events", params={"order": "asc"})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@asynccontextmanager
async def writing(dsn: str, database: str | None = None) -> AsyncGenerator[asyncpg.Connection]:
    """A connection in an open transaction that has written, in the URL's database or in `database`."""
    connection = await asyncpg.connect(dsn, database=database)
    try:
        async with connection.transaction():
            await connection.execute("create temporary table neighbour on commit drop as select 1 as n")
            yield connection
    finally:
        await connection.close()


async def test_a_long_transaction_of_another_database_does_not_delay_events(
    clone: tuple[str, str], alice: Person
) -> None:
    async with writing(clone[0], "postgres"):
        card = await make.card(alice)
        (event,) = await committed(alice)
        assert event["card_id"] == card["id"]


async def test_a_long_transaction_of_the_same_database_delays_events(
    clone: tuple[str, str], alice: Person
) -> None:
    """The control: the open transaction may still write an event with a lower transaction ID."""
    late = ids.new("evt")
    async with writing(clone[0]) as slow:
        card = await make.card(alice)
        assert await committed(alice) == []
        await slow.execute(
            "insert into events (account_id, id, type, data, created_at) "
            "values ($1, $2, 'card.closed', '{}', now())",
            alice.account_id,
            late,
        )
    found = await committed(alice)
    assert [event["id"] for event in found][:1] == [late]
    assert found[1]["card_id"] == card["id"]


async def test_the_horizon_passes_only_transactions_of_other_databases(
    world: World, clone: tuple[str, str]
) -> None:
    """The runtime role may read the locks and databases of all sessions, as the horizon requires."""
    passes = "select events_horizon() > pg_snapshot_xmin(pg_current_snapshot())"
    for database, expected in (("postgres", True), (None, False)):
        async with writing(clone[0], database):
            await world.owner.execute("select pg_current_xact_id()")  # a later transaction that has ended
            async with world.services.db.statement() as tx:
                assert await tx.value(passes) is expected
