"""A PostgreSQL server and a database per worker, emptied before each test; alice, bob and mallory.

WELLWISH_TEST_PG_BIN selects a system PostgreSQL instead of the embedded one: the folder of its programs.
WELLWISH_TEST_CITUS selects a Citus cluster, for one process of tests: CITUS_SOURCE names its source.
"""

import asyncio
import gc
import json
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from hypothesis import settings as of_hypothesis

from tests import spare
from tests.drawings import Drawings
from tests.later import another_time, set_to
from tests.listening import be_patient, free_port, listening
from tests.outside import outside
from tests.servers import Server, start_citus, start_server
from tests.shifted.shift import shift_all
from tests.waiting import turns
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.bundles.load import CATALOGUE as BUNDLES
from wellwish.bundles.load import load as load_bundles
from wellwish.bundles.load import read as read_bundles
from wellwish.cards import cover
from wellwish.designs.covers import draw
from wellwish.designs.templates.load import load as load_templates
from wellwish.infra.db import Database, migrate
from wellwish.infra.db.citus import distribute
from wellwish.infra.embedded import RUNTIME

# Use the same examples in each run, so that only a change can fail a build. Tests marked `full` explore.
of_hypothesis.register_profile("repeatable", derandomize=True, deadline=None)
of_hypothesis.load_profile("repeatable")

_FOLDER = "WELLWISH_TEST_FOLDER"
# Set if several runs share one server that was started elsewhere: each run creates a separate database there.
SHARED = "WELLWISH_TEST_SHARED_SERVER"
_SERVERS = "WELLWISH_TEST_SERVERS"
ON_CITUS = "WELLWISH_TEST_CITUS" in os.environ
_servers: list[Server] = []
_collected: dict[pytest.Item, int] = {}  # in the order of the files
_SLOWER = {"crash", "browser", "fuzz", "generated", "process", "load", "full"}

TEMPLATE_DATABASE = "wellwish"
# A test of a budget takes up to so long on a busy machine.
_LEAST_OF_AN_HOUR_S = 10.0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option to run on another day."""
    parser.addoption("--clock-shift-days", type=float, default=0.0, help="moves the service's clock")


def pytest_configure(config: pytest.Config) -> None:
    """Starts the servers in the controlling process. Each worker process migrates its own."""
    if days := config.option.clock_shift_days:
        shift_all(days)
    be_patient()
    if SHARED in os.environ or config.option.help or config.option.collectonly:
        return
    workers: int = getattr(config.option, "numprocesses", None) or 0
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is None:
        _start_servers(max(workers, 1))
    if worker is not None or workers == 0:
        servers: list[tuple[str, str]] = json.loads(os.environ[_SERVERS])
        number = int(worker["workerid"].removeprefix("gw")) if worker else 0
        # Modulo: a worker that replaces a crashed one has a higher number and shares another's server.
        owner, runtime = servers[number % len(servers)]
        os.environ |= {"WELLWISH_TEST_OWNER_DSN": owner, "WELLWISH_TEST_RUNTIME_DSN": runtime}
        asyncio.run(_migrate(owner))


def pytest_itemcollected(item: pytest.Item) -> None:
    _collected[item] = len(_collected)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps the slower suites in order when the quick tests run in random order.

    The slower suites start programs and browsers, which the tests of a file share.
    """
    slower = iter(sorted(filter(_is_slower, items), key=_collected.__getitem__))
    items[:] = [next(slower) if _is_slower(each) else each for each in items]


def _is_slower(item: pytest.Item) -> bool:
    return any(each.name in _SLOWER for each in item.iter_markers())


def pytest_collection_finish() -> None:
    """Excludes modules and collected tests from garbage collection: a sixth of a worker's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _start_servers(count: int) -> None:
    """Starts one server per worker.

    Events become visible in commit order, once all older transactions of the server have ended: on a shared
    server, a long transaction of one worker would fail the tests of the others.
    """
    folder = Path(tempfile.mkdtemp(prefix="wellwish-tests-"))
    os.environ[_FOLDER] = str(folder)
    if os.geteuid() == 0:
        folder.chmod(0o755)  # PostgreSQL runs as a different user there
    if ON_CITUS:
        assert count == 1, "a cluster has one database: run with -n 0"
        _servers.append(start_citus())
    programs = os.environ.get("WELLWISH_TEST_PG_BIN")
    missing = range(len(_servers), count)
    _servers.extend(start_server(folder / str(number), programs) for number in missing)
    os.environ[_SERVERS] = json.dumps([(server.owner_dsn, server.runtime_dsn) for server in _servers])


def pytest_unconfigure() -> None:
    for server in _servers:
        server.stop()
    if _servers:
        shutil.rmtree(os.environ[_FOLDER], ignore_errors=True)


async def _migrate(owner_dsn: str) -> None:
    await migrate(owner_dsn, RUNTIME)
    if ON_CITUS:
        await distribute(owner_dsn)
    db = Database(owner_dsn, size=1)
    await db.open()
    with another_time():
        set_to("2026-11-21")  # recorded in the examples of tests/infra/openapi
        async with db.transaction() as tx:
            await load_templates(tx)
            await load_bundles(tx, read_bundles(BUNDLES))
    await db.close()


def _ignore_abandoned_connects() -> None:
    """Ignores exceptions of abandoned connection attempts: a session of Citus takes seconds to start."""
    loop = asyncio.get_running_loop()
    others = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if others is not None and "unexpected connection_lost() call" not in str(context.get("exception")):
            others(loop, context)

    loop.set_exception_handler(handle)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """One event loop for the whole session, because the connection pool is bound to it."""
    return "asyncio"


@pytest.fixture(scope="session")
def database_name(worker_id: str) -> str:
    """The name of this worker's database."""
    return f"test_{worker_id}" + (f"_{os.getpid()}" if SHARED in os.environ else "")


def _named(dsn: str, database: str) -> str:
    return dsn.replace(f"/{TEMPLATE_DATABASE}?", f"/{database}?")


@pytest.fixture(scope="session")
async def clone(database_name: str) -> AsyncIterator[tuple[str, str]]:
    """The URLs of this worker's database, for the owner and for the runtime role."""
    owner, runtime = os.environ["WELLWISH_TEST_OWNER_DSN"], os.environ["WELLWISH_TEST_RUNTIME_DSN"]
    if ON_CITUS:  # which copies no database
        yield owner, runtime
        await spare.close_all()
        return
    connection = await asyncpg.connect(_named(owner, "postgres"))
    await connection.execute(f"drop database if exists {database_name}")
    await connection.execute(f"create database {database_name} template {TEMPLATE_DATABASE}")
    await connection.close()
    yield _named(owner, database_name), _named(runtime, database_name)
    await spare.close_all()
    if SHARED in os.environ:
        connection = await asyncpg.connect(_named(owner, "postgres"))
        await connection.execute(f"drop database if exists {database_name} with (force)")
        await connection.close()


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of the demo without rate limits: messages go to the outbox."""
    return Settings(
        data_dir=tmp_path_factory.mktemp("data"),
        base_url="http://localhost:8080",
        secret_key=bytes(range(32)),
        demo=True,
        pool_size=20,
        log_level="error",
    )


@pytest.fixture(scope="session")
async def running(clone: tuple[str, str], settings: Settings) -> AsyncIterator[World]:
    """The application in this process, on this worker's database."""
    if ON_CITUS:
        _ignore_abandoned_connects()
    async with World.over(settings, *clone) as world:
        yield world


@pytest.fixture
async def world(running: World) -> World:
    """An empty world with alice, bob and mallory, each in their own account."""
    return await running.renew()


@pytest.fixture(scope="session")
async def site(
    clone: tuple[str, str], settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[World]:
    """The demo service on a port, and an in-process copy that prepares data and runs jobs."""
    port = free_port()
    own = replace(
        settings,
        base_url=f"http://127.0.0.1:{port}",
        port=port,
        data_dir=tmp_path_factory.mktemp("site"),
        log_level="critical",
    )
    async with World.over(own, *clone) as world:
        with listening(own, clone[1], outside()):
            yield world


@pytest.fixture(autouse=True)
def _restored_clock() -> Iterator[None]:
    """Restores the clock after each test, because any test may run next.

    Budgets of an hour or a day are reset at the next hour, so no test begins just before its end.
    """
    left_s = 3600 - clock.now().timestamp() % 3600
    if left_s < _LEAST_OF_AN_HOUR_S:
        time.sleep(left_s)  # until the next hour
    with another_time():
        yield


@pytest.fixture(autouse=True)
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """Replaces the drawing of covers: a real drawing occupies a core for seconds."""
    made = Drawings()
    monkeypatch.setattr(draw, "_drawn", made)
    cover._asked.clear()
    return made


@pytest.fixture
def alice(world: World):
    """The owner of the account under test."""
    return world.alice


@pytest.fixture
def bob(world: World):
    """A user with his own account who may become an admin of alice's cards."""
    return world.bob


@pytest.fixture
def mallory(world: World):
    """A user with an account but without access to alice's."""
    return world.mallory


@pytest.fixture(scope="session", autouse=True)
def _quiet_logs() -> None:
    from wellwish.base.logs import configure

    configure("error")


@pytest.fixture(scope="session", autouse=True)
def _meter_at_the_end() -> None:
    """Limits the writes of counts to the start and the end of the process, because tests compare tables."""
    from wellwish.infra.meter import counters

    counters._EVERY_S = 24 * 3600.0


@pytest.fixture(scope="session", autouse=True)
def _refusals_come_at_once() -> None:
    """Disables the delays after 429, which `tests/infra/http/test_slowdown.py` tests."""
    from wellwish.infra.http import slowdown

    async def skip(_: float) -> None:
        await turns()

    slowdown.sleep = skip


@pytest.fixture(scope="session", autouse=True)
def _events_follow_the_document() -> None:
    """Checks that every recorded event has the members that the OpenAPI document lists."""
    from wellwish.infra.events import event
    from wellwish.infra.openapi import event_data

    record = event._record

    def checked(tx: Any, account_id: str, kind: str, card_id: str | None, data: Any) -> list[str]:
        for each in data:
            if each.keys() <= {"number"}:  # event types that the tests of the tail make up
                continue
            assert not (members := event_data.unexpected(kind, each)), (kind, members)
        return record(tx, account_id, kind, card_id, data)

    event._record = checked


@pytest.fixture
async def client_site(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """The site of an OAuth client, with its metadata document."""
    from tests.fakes.client_site import client_site as started

    async with started(world, tmp_path, monkeypatch) as site:
        yield site
