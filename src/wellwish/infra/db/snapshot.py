"""Database functions for backups: exported snapshots, row counts, and a marker of unfinished restores."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from wellwish.infra.db.connect import connect
from wellwish.infra.db.migrate import ensure_roles
from wellwish.infra.db.tx import Connection

_CONNECT_TIMEOUT_S: Final = 10
# Exists from the loading of a dump until the end of the restore. Its existence is visible to the runtime
# role.
_MARKER: Final = "public.unfinished_restore"


class Snapshot(NamedTuple):
    """The state of a database at one moment; ``rows`` maps each table to its number of rows."""

    id: str
    server_version: str
    migrations: list[str]
    rows: dict[str, int]
    key_fingerprint: bytes | None


@asynccontextmanager
async def exported_snapshot(dsn: str) -> AsyncGenerator[Snapshot]:
    """Yields a snapshot that other sessions can use during the block.

    The transaction is read-only and has no ID, so it delays neither events nor webhooks.
    """
    connection = await connect(dsn, _CONNECT_TIMEOUT_S)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            known = await connection.fetchval("select to_regclass('public.server_key') is not null")
            yield Snapshot(
                id=await connection.fetchval("select pg_export_snapshot()"),
                server_version=await connection.fetchval("select current_setting('server_version')"),
                migrations=await _migrations(connection),
                rows=await _counted(connection),
                key_fingerprint=await connection.fetchval("select fingerprint from server_key")
                if known
                else None,
            )
    finally:
        await connection.close()


async def count_rows(dsn: str) -> dict[str, int]:
    """Returns the number of rows of each table in the schema public."""
    connection = await connect(dsn, _CONNECT_TIMEOUT_S)
    try:
        return await _counted(connection)
    finally:
        await connection.close()


async def server_major(dsn: str) -> int:
    connection = await connect(dsn, _CONNECT_TIMEOUT_S)
    try:
        return connection.get_server_version().major
    finally:
        await connection.close()


async def prepare_restore(owner_dsn: str, runtime_user: str, backup: str) -> bool:
    """Creates the runtime role if it is missing.

    Returns whether an unfinished restore has already loaded this backup, in which case nothing is changed.
    Raises ValueError if the database is not empty, MigrationError if the role cannot be created.
    """
    connection = await connect(owner_dsn, _CONNECT_TIMEOUT_S)
    try:
        if await connection.fetchval(f"select to_regclass('{_MARKER}') is not null"):
            if await connection.fetchval("select backup from public.unfinished_restore") == backup:
                return True
            raise ValueError("The database contains the unfinished restore of another backup.")
        if await connection.fetchval(
            "select exists (select 1 from pg_class where relnamespace = 'public'::regnamespace "
            "and relkind in ('r', 'p', 'v', 'm', 'S'))"
        ):
            raise ValueError("The database is not empty.")
        await ensure_roles(connection, runtime_user)
        return False
    finally:
        await connection.close()


def mark_unfinished(backup: str) -> str:
    """Returns the SQL that marks a restore as unfinished; ``backup`` is hexadecimal."""
    if not backup.isalnum():
        raise ValueError("a backup is named in hexadecimal")
    table = f"create table {_MARKER} (backup text not null);"
    return f"{table} insert into public.unfinished_restore values ('{backup}');"  # noqa: S608 - checked


async def is_restore_unfinished(dsn: str) -> bool:
    """Whether a restore into this database has not finished. Either role can call this."""
    # For a pooler in transaction mode: no named statements, and one server for the whole transaction.
    connection = await connect(dsn, _CONNECT_TIMEOUT_S, statement_cache_size=0)
    try:
        async with connection.transaction(readonly=True):
            return await connection.fetchval(f"select to_regclass('{_MARKER}') is not null")
    finally:
        await connection.close()


async def finish_restore(owner_dsn: str) -> None:
    """Removes the marker of an unfinished restore, and updates the planner statistics."""
    connection = await connect(owner_dsn, _CONNECT_TIMEOUT_S)
    try:
        await connection.execute(f"drop table if exists {_MARKER}")
        await connection.execute("analyze")
    finally:
        await connection.close()


async def _migrations(connection: Connection) -> list[str]:
    if await connection.fetchval("select to_regclass('public.migrations') is null"):
        return []
    return [row["name"] for row in await connection.fetch("select name from migrations order by name")]


async def _counted(connection: Connection) -> dict[str, int]:
    tables = await connection.fetch(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') "
        "order by relname"
    )
    found: dict[str, int] = {}
    for name in (str(row["relname"]) for row in tables):
        if f"public.{name}" != _MARKER:
            quoted = '"' + name.replace('"', '""') + '"'
            found[name] = await connection.fetchval(f"select count(*) from public.{quoted}")  # noqa: S608 - quoted
    return found
