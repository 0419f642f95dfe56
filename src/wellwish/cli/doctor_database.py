"""The doctor's findings about the database: both roles, the schema, the server's settings and the key."""

from urllib.parse import urlsplit

from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.cli import launch
from wellwish.cli.finding import Finding, error, warning
from wellwish.cli.plural import counted
from wellwish.infra.db import MigrationError, compare, probe, unsafe_settings
from wellwish.infra.db.probe import Identity, UnreachableError
from wellwish.infra.db.snapshot import is_restore_unfinished


async def database_findings(settings: Settings) -> list[Finding]:
    """Examines the runtime role first: without a connection, nothing else can be examined."""
    dsn = launch.runtime_dsn(settings)
    try:
        # Before any named statement, which such a pooler refuses unpredictably.
        if settings.statement_cache and not await probe.keeps_statements(dsn):
            return [
                error(
                    "DATABASE_URL leads to a connection pooler in transaction mode that does not keep "
                    "prepared statements. Set WELLWISH_STATEMENT_CACHE to 0 or, with PgBouncer 1.21 or "
                    "newer, max_prepared_statements to 1000."
                )
            ]
        connection = await probe.connect(dsn)
    except UnreachableError as fault:
        return [error(f"DATABASE_URL, {_server(dsn)}: {fault}.")]
    try:
        found = [error(text) for text in await unsafe_settings(dsn)]
        found += _connections(settings, await probe.free_connections(connection))
        found += _clock(await probe.clock_difference_s(connection, clock.now().timestamp()))
        theirs = await probe.identity(connection)
        unreadable = await probe.unreadable_tables(connection)
    finally:
        await connection.close()
    found += await _owner(settings, theirs)
    if unreadable:
        more = "" if len(unreadable) == 1 else f" and {counted(len(unreadable) - 1, 'other table')}"
        text = f"The role of DATABASE_URL cannot read {unreadable[0]}{more}. Run `wellwish migrate`."
        return [*found, error(text)]
    return found + await _schema(settings, dsn)


def _server(dsn: str) -> str:
    """Returns user, hosts and database of the URL, without the password."""
    split = urlsplit(dsn)
    hosts = split.netloc.rpartition("@")[2] or "a local socket"
    return f"{hosts}{split.path} as {split.username or 'the default user'}"


def _connections(settings: Settings, free: int) -> list[Finding]:
    most = settings.workers * settings.pool_size
    if most <= free:
        return []
    return [
        warning(
            f"WELLWISH_WORKERS times WELLWISH_POOL_SIZE is {most}, but the server has {max(free, 0)} "
            "connections for this role. Lower one of them, or raise max_connections."
        )
    ]


def _clock(difference_s: float) -> list[Finding]:
    if not difference_s:
        return []
    where = "ahead of" if difference_s > 0 else "behind"
    return [
        error(
            f"The clock of the database server is {abs(difference_s):.0f} s {where} this machine's. "
            "Synchronize both: tokens and links expire by them."
        )
    ]


async def _owner(settings: Settings, runtime: Identity) -> list[Finding]:
    if settings.embedded:
        return []
    if settings.owner_database_url is None:
        return [
            Finding(
                "unused",
                "WELLWISH_OWNER_DATABASE_URL is not set. Only `wellwish migrate` needs it.",
            )
        ]
    try:
        connection = await probe.connect(settings.owner_database_url)
    except UnreachableError as fault:
        return [error(f"WELLWISH_OWNER_DATABASE_URL, {_server(settings.owner_database_url)}: {fault}.")]
    try:
        if await probe.identity(connection) != runtime:
            return [error("DATABASE_URL and WELLWISH_OWNER_DATABASE_URL lead to different databases.")]
    finally:
        await connection.close()
    return []


async def _schema(settings: Settings, dsn: str) -> list[Finding]:
    try:
        schema = await compare(dsn)
    except MigrationError as fault:
        return [error(str(fault))]
    faults = launch.schema_faults(schema)
    if await is_restore_unfinished(dsn):
        faults.append(launch.RESTORING)
    if faults:
        return [error(text) for text in faults]
    db = launch.runtime_database(settings)
    await db.open()
    try:
        return [error(text) for text in await launch.key_faults(db, settings, record=False)]
    finally:
        await db.close()
