"""Database outages: 503 with Retry-After within seconds, no changes, and automatic recovery."""

import asyncio
import io
import os
import signal
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.infra.http.test_logs import entries
from tests.infra.http.test_logs import log as log  # noqa: PLC0414 - a fixture
from tests.web.visitor import path_of
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.infra.db import pool

pytestmark = pytest.mark.process

_PATIENCE_S = 30  # far beyond a statement's deadline, so that only a hang exceeds it


class Switch:
    """Makes a database refuse all connections, and accept them again."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]", database: str) -> None:
        self._connection = connection
        self._database = database

    async def off(self) -> None:
        await self._connection.execute(f"alter database {self._database} with allow_connections false")
        await self._connection.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1", self._database
        )

    @asynccontextmanager
    async def hanging(self) -> AsyncGenerator[None]:
        """Suspends the server processes of the database: the connections stay open but do not respond."""
        pids = await self._connection.fetch(
            "select pid from pg_stat_activity where datname = $1", self._database
        )
        for row in pids:
            os.kill(row["pid"], signal.SIGSTOP)
        try:
            yield
        finally:
            for row in pids:
                os.kill(row["pid"], signal.SIGCONT)

    @asynccontextmanager
    async def renamed(self) -> AsyncGenerator[None]:
        """Renames the database, which must be switched off, so that connections fail for another reason."""
        await self._connection.execute(f"alter database {self._database} rename to {self._database}_hidden")
        try:
            yield
        finally:
            await self._connection.execute(
                f"alter database {self._database}_hidden rename to {self._database}"
            )

    async def on(self) -> None:
        await self._connection.execute(f"alter database {self._database} with allow_connections true")


@pytest.fixture
async def away(
    clone: tuple[str, str], settings: Settings, database_name: str
) -> AsyncIterator[tuple[World, Switch]]:
    """A separate world on a database that can be switched off."""
    owner, runtime = clone
    name = f"{database_name}_away"
    connection = await asyncpg.connect(owner.replace(f"/{database_name}?", "/postgres?"))
    await connection.execute(f"drop database if exists {name} with (force)")
    await connection.execute(f"create database {name} template wellwish")
    switch = Switch(connection, name)
    try:
        dsns = [dsn.replace(f"/{database_name}?", f"/{name}?") for dsn in (owner, runtime)]
        async with World.over(settings, *dsns) as world:
            await world.settle()
            yield world, switch
    finally:
        await switch.on()
        await connection.execute(f"drop database if exists {name} with (force)")
        await connection.close()


async def test_reports_an_unavailable_database_and_recovers(away: tuple[World, Switch]) -> None:
    world, switch = away
    alice = world.alice
    body = await make.body(alice)
    assert (await alice.post("/api/cards", body, key="k1")).status_code == 201
    await switch.off()
    for method, path, given in (
        ("GET", "/api/cards", None),
        ("POST", "/api/cards", body),
        ("GET", "/api/templates", None),
    ):
        async with asyncio.timeout(_PATIENCE_S):
            answer = await alice.request(method, path, json=given, headers={"Idempotency-Key": "k2"})
        is_problem(answer, 503, "unavailable")
        assert int(answer.headers["Retry-After"]) >= 1
        assert "asyncpg" not in answer.text
    pair = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    answer = await world.client.post("/account/api-access/token", headers=pair)
    is_problem(answer, 503, "unavailable")
    assert answer.json()["error"] == "temporarily_unavailable"
    assert (await world.client.get("/livez")).status_code == 200
    async with asyncio.timeout(_PATIENCE_S):
        is_problem(await world.client.get("/readyz"), 503, "unavailable")
    await switch.on()
    assert (await alice.post("/api/cards", body, key="k2")).status_code == 201
    assert (await alice.post("/api/cards", body, key="k1")).status_code == 201
    assert len((await alice.get("/api/cards")).json()["data"]) == 2
    assert (await world.client.get("/readyz")).status_code == 200


async def test_says_once_why_it_is_away_and_then_every_half_minute(
    away: tuple[World, Switch], log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, switch = away
    await switch.off()
    for _ in range(3):
        assert (await world.alice.get("/api/cards")).status_code == 503
    said = [each for each in entries(log) if each["event"] == "database unavailable"]
    reasons = [each["error"] for each in said]
    assert len(set(reasons)) == len(reasons), "a reason is said once"
    assert any("is not currently accepting connections). Look at its log" in each for each in reasons)
    assert {each["level"] for each in said} == {"warning"}
    assert "_away as wellwish_app" in said[0]["server"]
    requests = [each for each in entries(log) if each["event"] == "request"]
    assert [(each["level"], each["status"]) for each in requests] == [("warning", 503)] * 3
    assert {each["cause"] for each in requests} <= set(reasons)
    monkeypatch.setattr(pool, "_SAY_EVERY_S", 0.0)  # the half minute is over
    assert (await world.alice.get("/api/cards")).status_code == 503
    await switch.on()
    assert (await world.alice.get("/api/cards")).status_code == 200
    events = [each["event"] for each in entries(log) if each["event"].startswith("database")]
    assert events == ["database unavailable"] * (len(said) + 1) + ["database available again"]


async def test_logs_reasons_that_alternate_once_each(away: tuple[World, Switch], log: io.StringIO) -> None:
    world, switch = away
    await switch.off()
    for _ in range(3):
        assert (await world.alice.get("/api/cards")).status_code == 503
        async with switch.renamed():
            assert (await world.alice.get("/api/cards")).status_code == 503
    reasons = [each["error"] for each in entries(log) if each["event"] == "database unavailable"]
    assert any("no database of this name" in each for each in reasons)
    assert len(set(reasons)) == len(reasons)


async def test_a_database_that_hangs_is_given_up_at_the_first_answer(
    away: tuple[World, Switch], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Callers get a response within 2 s, although statements that wait for locks may take longer."""
    monkeypatch.setattr(pool, "COMMAND_TIMEOUT_S", 10 * _PATIENCE_S)
    world, switch = away
    alice = world.alice
    body = await make.body(alice)
    card = await make.card(alice)
    pair = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    for method, path, given in (
        ("GET", "/api/cards", {}),
        ("POST", "/api/cards", {"json": body}),
        ("POST", "/account/api-access/token", {"headers": pair}),
        ("GET", path_of(card["sign_url"]), {}),
        ("GET", "/u/nonsense", {}),
        ("GET", f"/media/{'x' * 22}/480.webp", {}),
    ):
        assert (await alice.get("/api/cards")).status_code == 200
        impatient = pool.patience_s.set(pool.FIRST_ANSWER_S / 5)
        async with switch.hanging(), asyncio.timeout(_PATIENCE_S):
            is_problem(await alice.request(method, path, **given), 503, "unavailable")
        pool.patience_s.reset(impatient)
    assert (await alice.post("/api/cards", body)).status_code == 201


async def test_gives_up_on_a_lock_that_is_never_let_go(world: World) -> None:
    """The waiting statement is cancelled, and its connection remains usable."""
    card = await make.card(world.alice)
    async with world.owner.transaction():
        await world.owner.execute("select 1 from cards where id = $1 for update", card["id"])
        async with asyncio.timeout(_PATIENCE_S):
            answer = await world.alice.post(f"/api/cards/{card['id']}/close")
        is_problem(answer, 503, "unavailable")
    assert (await world.alice.post(f"/api/cards/{card['id']}/close")).status_code == 200


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("postmaster was shut down, exiting", 503),
        ("terminating connection due to unexpected postmaster exit", 503),
        ("failure on connection marked as essential: 10.0.0.2:5432", 503),
        ("server closed the connection unexpectedly", 503),
        ("could not open relation with OID 1", 500),  # the control
    ],
)
async def test_a_server_of_citus_that_ends_is_away_but_an_internal_error_is_a_fault(
    world: World, message: str, status: int
) -> None:
    """Citus reports both with the code of an internal error."""
    body = await make.body(world.alice)
    await world.owner.execute(
        f"""
        create function fail() returns trigger language plpgsql as $$
        begin raise exception using errcode = 'XX000', message = '{message}'; end $$;
        create trigger fail before insert on cards for each row execute function fail()
        """
    )
    try:
        answer = await world.alice.post("/api/cards", body, key="once")
    finally:
        await world.owner.execute("drop function fail() cascade")
    assert answer.status_code == status
    assert ("retry-after" in answer.headers) == (status == 503)
    assert (await world.alice.post("/api/cards", body, key="once")).status_code == 201
