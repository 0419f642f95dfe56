"""The faults that prevent Wellwish from starting, for `serve`, `work`, `migrate` and `doctor`.

Each fault is a sentence that states the setting and the remedy. If one fault causes others, only the first is
listed.
"""

from importlib.util import find_spec
from typing import Final

from wellwish.base.crypto import fingerprint
from wellwish.base.settings import Settings
from wellwish.bundles.load import read as read_bundles
from wellwish.cli.plural import counted
from wellwish.cli.urls import owner_dsn, runtime_database, runtime_dsn, setting_of
from wellwish.infra.db import (
    Connection,
    Database,
    DatabaseError,
    MigrationError,
    Schema,
    UnreachableError,
    can_use_server_key,
    compare,
    find_server_key,
    probe,
    reason,
    record_server_key,
    unsafe_settings,
    unsuitable,
)
from wellwish.infra.db.snapshot import is_restore_unfinished

_OTHER_KEY: Final = (
    "WELLWISH_SECRET_KEY is not the key that this database was written with; set the original key or, with "
    "the embedded database, restore the file secret.key in WELLWISH_DATA_DIR."
)
_RESTORING: Final = (
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
_NO_STATEMENTS: Final = (
    "DATABASE_URL leads to a connection pooler in transaction mode that does not keep prepared statements. "
    "Set WELLWISH_STATEMENT_CACHE to 0 or, with PgBouncer 1.21 or newer, max_prepared_statements to 1000."
)


async def start_faults(settings: Settings, *, record: bool) -> list[str]:
    """Returns the faults that prevent `serve` and `work` from starting. With ``record`` and without faults,
    stores the server key in a database that has none yet.
    """
    found = tracing_faults(settings)
    return found + await _runtime_faults(settings, record=record and not found)


async def migrate_faults(settings: Settings) -> list[str]:
    """Returns the faults that keep `migrate` from starting."""
    return bundle_faults(settings) or ([] if settings.embedded else await owner_faults(settings))


async def owner_faults(settings: Settings) -> list[str]:
    """Returns the faults of the owner's URL, which must lead to the database of the runtime role."""
    dsn = owner_dsn(settings)
    try:
        connection = await probe.connect(dsn)
    except UnreachableError as fault:
        return [f"WELLWISH_OWNER_DATABASE_URL, {fault}."]
    try:
        if fault := await _unsuitable(connection, owner=True):
            return [f"WELLWISH_OWNER_DATABASE_URL: {fault}."]
        ours = await probe.identity(connection)
    finally:
        await connection.close()
    try:
        connection = await probe.connect(runtime_dsn(settings))
    except UnreachableError:
        return []  # the other URL is wrong, and is not checked here
    try:
        if await probe.identity(connection) != ours:
            return ["DATABASE_URL and WELLWISH_OWNER_DATABASE_URL lead to different databases. Correct one."]
    finally:
        await connection.close()
    return []


async def _runtime_faults(settings: Settings, *, record: bool) -> list[str]:
    try:
        return await _faults_of_role(settings, record=record)
    except UnreachableError as fault:  # raised by a second connection, too
        return [f"{setting_of(settings, fault.dsn)}, {fault}."]
    except DatabaseError as error:
        return [f"{setting_of(settings, runtime_dsn(settings))}: {reason(error)}."]


async def _faults_of_role(settings: Settings, *, record: bool) -> list[str]:
    dsn = runtime_dsn(settings)
    connection = await probe.connect(dsn)
    try:
        if fault := await _unsuitable(connection):
            return [f"{setting_of(settings, dsn)}: {fault}."]
        # This check precedes any named statement, because such a pooler rejects them unpredictably.
        if settings.statement_cache and not await probe.keeps_statements(dsn):
            return [_NO_STATEMENTS]
        unreadable = await probe.unreadable_tables(connection)
    finally:
        await connection.close()
    found = await unsafe_settings(dsn)
    if await is_restore_unfinished(dsn):
        return [*found, _RESTORING]
    if unreadable:
        more = "" if len(unreadable) == 1 else f" and {counted(len(unreadable) - 1, 'other table')}"
        return [
            *found,
            f"The role of DATABASE_URL cannot read {unreadable[0]}{more}. Run `wellwish migrate`.",
        ]
    return found + await _schema_faults(settings, dsn, record=record and not found)


async def _unsuitable(connection: Connection, *, owner: bool = False) -> str | None:
    try:
        return await unsuitable(connection, owner=owner)
    except DatabaseError as error:
        return reason(error)


async def _schema_faults(settings: Settings, dsn: str, *, record: bool) -> list[str]:
    try:
        schema = await compare(dsn)
    except MigrationError as fault:
        return [str(fault)]
    if found := schema_faults(schema):
        return found
    db = runtime_database(settings)
    await db.open()
    try:
        return await key_faults(db, settings, record=record)
    finally:
        await db.close()


async def key_faults(db: Database, settings: Settings, *, record: bool) -> list[str]:
    """Returns a sentence if a server key or privilege is missing or wrong.

    With a different key, all links would change.

    With ``record``, stores this key in a database that has none yet.
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


def bundle_faults(settings: Settings) -> list[str]:
    """Returns the faults of the bundles file, which each start with the embedded database reads."""
    if settings.bundles_file is None:
        return []
    try:
        read_bundles(settings.bundles_file)
    except OSError as fault:
        file = settings.bundles_file
        return [f"WELLWISH_BUNDLES: {file} cannot be read: {fault.strerror}. Correct its name or its mode."]
    except ValueError as fault:
        return [f"WELLWISH_BUNDLES: {fault}"]
    return []


def tracing_faults(settings: Settings) -> list[str]:
    """Returns a sentence if the settings enable tracing, but its packages are missing."""
    names = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter")
    if settings.telemetry.otlp_url is None or all(find_spec(name) is not None for name in names):
        return []
    return ["WELLWISH_OTLP_URL needs the extra `otel`: pip install 'wellwish[otel]'."]
