"""Migrations: plain SQL files, forward only, each in one transaction with a lock timeout.

A file whose first line is ``-- no transaction`` builds indexes concurrently, while the service writes to
their tables. Its statements run one by one. After an interruption, all of them run again. Each index is
therefore dropped before it is created, because an interrupted ``create index concurrently`` leaves an invalid
index.
"""

import asyncio
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import asyncpg

from wellwish.infra.db.connect import connect
from wellwish.infra.db.tx import Connection

RUNTIME_GROUP: Final = "wellwish_runtime"
_LOCK_KEY: Final = 0x77656C6C77697368  # "wellwish" as a number: one migration at a time, across all processes
_LOCK_TIMEOUT: Final = "5s"
_LOCK_POLL_S: Final = 0.2
_CONNECT_TIMEOUT_S: Final = 5
_CONTRACTS: Final = re.compile(r"\d+_contract_")
_NO_TRANSACTION: Final = "-- no transaction\n"
_COMMENT: Final = re.compile(r"^\s*--.*$", re.MULTILINE)


class MigrationError(Exception):
    """A migration cannot be applied. The message contains the reason and the solution."""


class Migration:
    """A file of the migrations folder."""

    def __init__(self, file: Path) -> None:
        self.name = file.name
        self.sql = file.read_text(encoding="utf-8")
        self.checksum = hashlib.sha256(self.sql.encode()).hexdigest()

    @property
    def in_transaction(self) -> bool:
        """Whether all statements run in one transaction."""
        return not self.sql.startswith(_NO_TRANSACTION)

    @property
    def statements(self) -> list[str]:
        """The statements of a file without a transaction, separated by semicolons."""
        return [each.strip() for each in _COMMENT.sub("", self.sql).split(";") if each.strip()]


def migrations() -> list[Migration]:
    """Returns the migrations in order, from the package or, in a checkout, from its root."""
    package = Path(__file__).resolve().parents[2]
    folders = [package / "migrations", package.parents[1] / "migrations"]
    folder = next((folder for folder in folders if folder.is_dir()), folders[-1])
    return [Migration(file) for file in sorted(folder.glob("[0-9]*.sql"))]


class Schema(NamedTuple):
    """The migrations that a database lacks, and later ones with which this version cannot run.

    Later migrations usually only add to the schema, so this version still runs during an upgrade. A migration
    that removes something used by an earlier release has a name such as ``0123_contract_recipients.sql``.
    """

    missing: list[str]
    too_new: list[str]


async def compare(dsn: str) -> Schema:
    """Compares the schema with the migration files. Either role can call this.

    Raises MigrationError, UnreachableError.
    """
    # For a pooler in transaction mode: no named statements, and one server for the whole transaction.
    connection = await connect(dsn, _CONNECT_TIMEOUT_S, statement_cache_size=0)
    try:
        async with connection.transaction(readonly=True):
            done = await _applied(connection)
    finally:
        await connection.close()
    known = migrations()
    missing = [migration.name for migration in known if not _had(migration, done)]
    later = done.keys() - {migration.name for migration in known}
    return Schema(missing, sorted(name for name in later if _CONTRACTS.match(name)))


async def migrate(owner_dsn: str, runtime_user: str, say: Callable[[str], None] = lambda _: None) -> int:
    """Applies the missing migrations and returns their number.

    The runtime user becomes a member of the role in the grants. Raises MigrationError if an applied migration
    has changed, or if a role is missing and cannot be created.
    """
    connection = await connect(owner_dsn, _CONNECT_TIMEOUT_S)
    try:
        await _lock(connection)
        await ensure_roles(connection, runtime_user)
        done = await _applied(connection)
        count = 0
        if not done:
            say("Creating the schema")
        for migration in migrations():
            if not _had(migration, done):
                if done:
                    say(f"Applying migration {migration.name}")
                await _apply(connection, migration)
                count += 1
        return count
    finally:
        await connection.close()


async def _lock(connection: Connection) -> None:
    """Waits until no other process is migrating.

    Polls, because ``create index concurrently`` waits for every session with a running statement, and would
    deadlock with a session whose statement waits for this lock.
    """
    while True:
        if await connection.fetchval("select pg_try_advisory_lock($1)", _LOCK_KEY):
            return
        await asyncio.sleep(_LOCK_POLL_S)


def _had(migration: Migration, done: dict[str, str]) -> bool:
    if done.get(migration.name, migration.checksum) != migration.checksum:
        raise MigrationError(
            f"{migration.name} was changed after it was applied. Restore the file, and make the change in a "
            "new migration."
        )
    return migration.name in done


async def _applied(connection: Connection) -> dict[str, str]:
    if await connection.fetchval("select to_regclass('public.migrations')") is None:
        return {}
    rows = await connection.fetch("select name, checksum from migrations")
    return {row["name"]: row["checksum"] for row in rows}


async def _apply(connection: Connection, migration: Migration) -> None:
    if not migration.in_transaction:
        for statement in migration.statements:
            await connection.execute(statement)
        await _record(connection, migration)
        return
    async with connection.transaction():
        await connection.execute(f"set local lock_timeout = '{_LOCK_TIMEOUT}'")
        await connection.execute(migration.sql)
        await _record(connection, migration)


async def _record(connection: Connection, migration: Migration) -> None:
    await connection.execute(
        "insert into migrations (name, checksum) values ($1, $2)", migration.name, migration.checksum
    )


async def ensure_roles(connection: Connection, runtime_user: str) -> None:
    """Creates the role of the grants, and makes the runtime user a member. Raises MigrationError."""
    try:
        if not await _role_exists(connection, RUNTIME_GROUP):
            await connection.execute(f"create role {RUNTIME_GROUP} nologin")
        quoted = '"' + runtime_user.replace('"', '""') + '"'
        if not await connection.fetchval("select pg_has_role($1, $2, 'member')", runtime_user, RUNTIME_GROUP):
            await connection.execute(f"grant {RUNTIME_GROUP} to {quoted}")
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationError(
            f"The owner role cannot create or grant the role {RUNTIME_GROUP}. As a superuser, run: "
            f'create role {RUNTIME_GROUP} nologin; grant {RUNTIME_GROUP} to "{runtime_user}";'
        ) from error
    except asyncpg.UndefinedObjectError as error:
        raise MigrationError(
            f'The role "{runtime_user}", the user of DATABASE_URL, does not exist. Create it with LOGIN, '
            "without SUPERUSER or BYPASSRLS."
        ) from error


async def _role_exists(connection: Connection, name: str) -> bool:
    return bool(await connection.fetchval("select exists (select 1 from pg_roles where rolname = $1)", name))
