"""Starts the service: the embedded database, the checks, and the server processes.

Does not import the application, which only the server processes need (process.py): importing it would cost
the parent 30 MB of memory without making the start faster.
"""

import gc
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import Server

from wellwish.base import trace
from wellwish.base.settings import Settings
from wellwish.bundles.load import CATALOGUE as BUNDLES
from wellwish.bundles.load import load as load_bundles
from wellwish.bundles.load import read as read_bundles
from wellwish.cli import checks, port
from wellwish.cli.children import family
from wellwish.cli.drain import drain_first, prepare_drain
from wellwish.cli.respawn import keep_serving
from wellwish.cli.urls import owner_dsn, runtime_dsn
from wellwish.designs.templates.load import load as load_templates
from wellwish.infra.db import Database, migrate
from wellwish.infra.embedded import Cluster

if TYPE_CHECKING:
    from wellwish.infra.http import Services

_HEADERS_MS: Final = 10_000  # connections without complete headers are closed after 10 s

Say = Callable[[str], None]


class NotReadyError(Exception):
    """The service cannot start. The message explains why and how to fix it."""


@contextmanager
def database(settings: Settings) -> Generator[None]:
    """Runs the embedded database during a command; does nothing if DATABASE_URL is set."""
    if not settings.embedded:
        yield
        return
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with Cluster(settings.database_dir):
        yield


async def bring_up_to_date(settings: Settings, say: Say) -> int:
    """Applies migrations and loads the built-in templates and bundles. Returns the number of migrations.

    Raises NotReadyError before it changes anything, MigrationError.
    """
    owner = owner_dsn(settings)
    _refuse(await checks.migrate_faults(settings))
    count = await migrate(owner, urlsplit(runtime_dsn(settings)).username or "postgres", say)
    db = Database(owner, size=1)
    await db.open()
    try:
        async with db.transaction() as tx:
            await load_templates(tx)
            # The built-in bundles have test prices, so they are only for the embedded database.
            file = settings.bundles_file or (BUNDLES if settings.embedded else None)
            await load_bundles(tx, [] if file is None else read_bundles(file))
    finally:
        await db.close()
    return count


def _refuse(faults: list[str]) -> None:
    if faults:
        raise NotReadyError("\n".join(faults))


async def check(settings: Settings) -> None:
    """Raises NotReadyError if the service must not start."""
    _refuse(await checks.start_faults(settings, record=True))


async def require_key(db: Database, settings: Settings) -> None:
    """Stores the server key in a database that has none. Raises NotReadyError for faults in the keys."""
    _refuse(await checks.key_faults(db, settings, record=True))


@asynccontextmanager
async def services(settings: Settings, *, as_owner: bool = False) -> AsyncGenerator["Services"]:
    """Opens the database and yields the services of a command."""
    from wellwish.app import build_services

    built = build_services(settings, owner_dsn(settings) if as_owner else runtime_dsn(settings))
    try:
        await built.db.open()
        await require_key(built.db, settings)
        await built.follow_key()
        yield built
    finally:
        await built.close()


def start_tracing(settings: Settings) -> None:
    """Records the spans of this process if the settings name a collector."""
    if settings.telemetry.otlp_url is not None:
        from wellwish.base.otel import connect

        trace.use(connect(settings))


def serve(settings: Settings, listening: Callable[[], None]) -> None:
    """Serves until SIGTERM or SIGINT. Calls ``listening`` whenever the port starts to accept connections.

    The database must be running. Raises PortError, and SystemExit if worker processes keep dying.
    """
    os.environ["WELLWISH_DEMO"] = "1" if settings.demo else "0"  # the processes read the settings again
    prepare_drain()
    # Forked processes share this one's memory, and the fork handlers of ``tie`` make them end with it.
    multiprocessing.set_start_method("fork", force=True)
    family.tie()
    family.announce(settings.host, settings.port, listening)
    # keeps the pages of these objects shared: garbage collections in the forked processes skip them
    gc.freeze()
    server = _server(settings)

    def run() -> bool:
        nonlocal server
        former, server = server, _server(settings)
        # The previous server's handlers, still installed, consumed a signal that arrived between two servers.
        server.on_startup(lambda: former.interrupt_signal and server.signal_handler_interrupt())
        # While the database started, another program may have taken the port.
        port.check_free(settings)
        with suppress(SystemExit):  # a worker process died again soon after its restart
            server.serve()
        return server.interrupt_signal

    def wait(pause_s: float) -> bool:
        server.main_loop_interrupt.clear()
        server.main_loop_interrupt.wait(0 if server.interrupt_signal else pause_s)
        return server.interrupt_signal

    keep_serving(run, wait)


def _server(settings: Settings) -> Any:
    server: Any = Server(
        "wellwish.cli.process:worker_application",
        factory=True,
        interface=Interfaces.ASGI,
        address=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_HEADERS_MS),
        websockets=False,
        log_access=False,
        log_level="warning",  # pyright: ignore[reportArgumentType] - its enum is of strings
        respawn_failed_workers=True,
        workers_kill_timeout=30,
    )
    server.on_startup(family.expect)
    server.on_startup(lambda: drain_first(server, settings.drain_s))
    server._stop_workers = partial(_stop_workers, server, server._stop_workers)
    return server


def _stop_workers(server: Any, stop: Callable[[], None]) -> None:
    """Kills the processes that cannot stop by themselves yet, and stops the others."""
    for worker in server.wrks:
        if not family.is_ready(worker.inner.pid):
            worker.kill()
    stop()
