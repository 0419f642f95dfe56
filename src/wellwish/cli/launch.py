"""Start a process of the service: the database under it, the checks before it answers, the server."""

import ctypes
import os
import signal
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Final
from urllib.parse import urlsplit

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import Server

from wellwish import settings as configuration
from wellwish.app import Application, application, build_services
from wellwish.bundles.load import CATALOGUE as BUNDLES
from wellwish.bundles.load import load as load_bundles
from wellwish.bundles.load import read as read_bundles
from wellwish.db import Database, migrate, pending, unsafe_settings
from wellwish.embedded import OWNER, RUNTIME, Cluster
from wellwish.http import Services
from wellwish.jobs import Worker
from wellwish.logs import configure
from wellwish.settings import Settings, SettingsError
from wellwish.templates.load import load as load_templates
from wellwish.worker import HOURLY, JOBS, LANES

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h
_HEADERS_MS: Final = 10_000  # reliability.md g: a held connection is closed within 10 s

Say = Callable[[str], None]


class NotReadyError(Exception):
    """The service cannot start; the text says why and what to do."""


@contextmanager
def database(settings: Settings) -> Generator[None]:
    """The embedded database for the time of a command; nothing to do where DATABASE_URL names one."""
    if not settings.embedded:
        yield
        return
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with Cluster(settings.database_dir):
        yield


def runtime_dsn(settings: Settings) -> str:
    """Returns the URL of the role that row-level security binds."""
    return settings.database_url or Cluster(settings.database_dir).dsn(RUNTIME)


def owner_dsn(settings: Settings) -> str:
    """Returns the URL of the owner of the tables. Raises SettingsError where none is set."""
    if settings.embedded:
        return Cluster(settings.database_dir).dsn(OWNER)
    if settings.owner_database_url is None:
        raise SettingsError("WELLWISH_OWNER_DATABASE_URL must name the owner of the tables")
    return settings.owner_database_url


async def bring_up_to_date(settings: Settings, say: Say) -> int:
    """Applies migrations and loads the designs that come along; returns how many migrations there were."""
    owner = owner_dsn(settings)
    count = await migrate(owner, urlsplit(runtime_dsn(settings)).username or "postgres", say)
    db = Database(owner, size=1)
    await db.open()
    try:
        async with db.transaction() as tx:
            await load_templates(tx)
            # Play prices are for the database that comes along; elsewhere the operator says what is sold.
            file = settings.bundles_file or (BUNDLES if settings.embedded else None)
            await load_bundles(tx, [] if file is None else read_bundles(file))
    finally:
        await db.close()
    return count


async def check(settings: Settings) -> None:
    """Raises NotReadyError when the database cannot be trusted or misses a migration."""
    found = await unsafe_settings(runtime_dsn(settings))
    if settings.embedded or settings.owner_database_url is not None:
        missing = await pending(owner_dsn(settings))
        if missing:
            found.append(f"{len(missing)} migrations are missing: run `wellwish migrate`")
    if found:
        raise NotReadyError("\n".join(found))


@asynccontextmanager
async def services(settings: Settings) -> AsyncGenerator[Services]:
    """The services of a command, with the database open."""
    built = build_services(settings, runtime_dsn(settings))
    try:
        await built.db.open()
        yield built
    finally:
        await built.close()


def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT; the database is already there."""
    os.environ["WELLWISH_DEMO"] = "1" if settings.demo else "0"  # the workers read the settings again
    Server(
        "wellwish.cli.launch:worker_application",
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
    ).serve()


def worker_application() -> Application:
    """Returns the application of one server process, which ends when the process that made it dies."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    settings = configuration.load()
    configure(settings.log_level)
    built = build_services(settings, runtime_dsn(settings))
    worker = Worker(built.db, built, JOBS, HOURLY, LANES) if settings.embedded else None
    return application(built, worker)
