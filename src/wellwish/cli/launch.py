"""Starts the service: the embedded database, the checks at start, the processes of the server.

Does not import the application, which only those processes need (process.py): it would cost the parent 30 MB
of memory, and the start would not be faster.
"""

import gc
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import Server

from wellwish.base import trace
from wellwish.base.crypto import fingerprint
from wellwish.base.settings import Settings, SettingsError
from wellwish.bundles.load import CATALOGUE as BUNDLES
from wellwish.bundles.load import load as load_bundles
from wellwish.bundles.load import read as read_bundles
from wellwish.cli import port
from wellwish.cli.children import family
from wellwish.cli.drain import drain_first, prepare_drain
from wellwish.cli.plural import counted
from wellwish.cli.respawn import keep_serving
from wellwish.designs.templates.load import load as load_templates
from wellwish.infra.db import (
    Database,
    Schema,
    can_use_server_key,
    compare,
    find_server_key,
    migrate,
    record_server_key,
    unsafe_settings,
)
from wellwish.infra.db.snapshot import is_restore_unfinished
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

if TYPE_CHECKING:
    from wellwish.infra.http import Services

_HEADERS_MS: Final = 10_000  # a connection that sends no headers is closed after 10 s

_OTHER_KEY: Final = (
    "WELLWISH_SECRET_KEY is not the key that this database was written with; set the original key or, with "
    "the embedded database, restore the file secret.key in WELLWISH_DATA_DIR."
)
RESTORING: Final = (
    "A restore into this database has not finished. Run `wellwish restore` again with the same backup, or "
    "drop the database."
)
_NEEDS_PREVIOUS: Final = (
    "WELLWISH_SECRET_KEY_PREVIOUS must be the key before the last rotation until `wellwish key drop` "
    "succeeds: credentials and sessions that were not used since need it."
)
_NO_RIGHTS: Final = (
    "The schema is out of date, or the role of DATABASE_URL lacks privileges. Run `wellwish migrate`."
)

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


def runtime_dsn(settings: Settings) -> str:
    """Returns the URL of the role that row-level security applies to."""
    return settings.database_url or Cluster(settings.database_dir).dsn(RUNTIME)


def runtime_database(settings: Settings) -> Database:
    """Returns a pool of one connection of the runtime role."""
    return Database(runtime_dsn(settings), size=1, statement_cache=settings.statement_cache)


def owner_dsn(settings: Settings) -> str:
    """Returns the URL of the owner of the tables. Raises SettingsError if it is not set."""
    if settings.embedded:
        return Cluster(settings.database_dir).dsn(OWNER)
    if settings.owner_database_url is None:
        raise SettingsError("WELLWISH_OWNER_DATABASE_URL is required: the URL of the owner of the tables")
    return settings.owner_database_url


async def bring_up_to_date(settings: Settings, say: Say) -> int:
    """Applies migrations and loads the built-in templates and bundles. Returns the number of migrations."""
    owner = owner_dsn(settings)
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


async def check(settings: Settings) -> None:
    """Raises NotReadyError if the database is unsafe, lacks a migration or belongs to another server key."""
    found = await unsafe_settings(runtime_dsn(settings))
    schema = await compare(runtime_dsn(settings))
    found += schema_faults(schema) + tracing_faults(settings)
    if await is_restore_unfinished(runtime_dsn(settings)):
        found.append(RESTORING)
    if not schema.missing:
        db = runtime_database(settings)
        await db.open()
        try:
            found += await key_faults(db, settings, record=not found)
        finally:
            await db.close()
    if found:
        raise NotReadyError("\n".join(found))


async def key_faults(db: Database, settings: Settings, *, record: bool) -> list[str]:
    """Returns a sentence if the database was written with another server key, with which links would differ.

    ``record``: before the first use of the database, records this key as its key.
    """
    async with db.transaction() as tx:
        if not await can_use_server_key(tx):
            return [_NO_RIGHTS]
        if record:
            await record_server_key(tx, fingerprint(settings.secret_key))
        known = await find_server_key(tx)
    if known is None:
        return []
    previous = settings.previous_secret_key and fingerprint(settings.previous_secret_key)
    if known.fingerprint == previous:
        return []  # before `wellwish key rotate`
    if known.fingerprint != fingerprint(settings.secret_key):
        return [_OTHER_KEY]
    return [_NEEDS_PREVIOUS] if known.previous_fingerprint not in (None, previous) else []


async def require_key(db: Database, settings: Settings) -> None:
    """Raises NotReadyError if the database was written with another server key."""
    if faults := await key_faults(db, settings, record=True):
        raise NotReadyError("\n".join(faults))


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


def schema_faults(schema: Schema) -> list[str]:
    """Returns a sentence for a schema that is too old, and for one that is too new."""
    found: list[str] = []
    if schema.missing:
        verb = "is" if len(schema.missing) == 1 else "are"
        found.append(f"{counted(len(schema.missing), 'migration')} {verb} missing. Run `wellwish migrate`.")
    if schema.too_new:
        found.append(
            f"The schema is too new for this version of Wellwish: {schema.too_new[0]} removed what it uses. "
            "Install the version that applied it."
        )
    return found


def tracing_faults(settings: Settings) -> list[str]:
    """Returns a sentence if the settings enable tracing, but its packages are missing."""
    names = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter")
    if settings.telemetry.otlp_url is None or all(find_spec(name) is not None for name in names):
        return []
    return ["WELLWISH_OTLP_URL needs the extra `otel`: pip install 'wellwish[otel]'."]


def start_tracing(settings: Settings) -> None:
    """Records the spans of this process if the settings name a collector."""
    if settings.telemetry.otlp_url is not None:
        from wellwish.base.otel import connect

        trace.use(connect(settings))


def serve(settings: Settings, listening: Callable[[], None]) -> None:
    """Serves until SIGTERM or SIGINT, and calls ``listening`` whenever the port begins to accept.

    The database must be running. Raises PortError, and SystemExit if worker processes keep dying.
    """
    os.environ["WELLWISH_DEMO"] = "1" if settings.demo else "0"  # the processes read the settings again
    prepare_drain()
    # The processes share the memory of this one and inherit what ties them to it.
    multiprocessing.set_start_method("fork", force=True)
    family.tie()
    family.announce(settings.host, settings.port, listening)
    gc.freeze()  # keeps the pages of these objects shared: collections in the forked processes skip them
    server = _server(settings)

    def run() -> bool:
        nonlocal server
        former, server = server, _server(settings)
        # A signal between two servers was received by the former one, whose handlers were still set.
        server.on_startup(lambda: former.interrupt_signal and server.signal_handler_interrupt())
        # While the database started, another program may have taken the port.
        port.check_free(settings)
        with suppress(SystemExit):  # the status for dead worker processes
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
    """Kills the processes that cannot stop themselves yet, and stops the others."""
    for worker in server.wrks:
        if not family.is_ready(worker.inner.pid):
            worker.kill()
    stop()
