"""Check for database or role settings that allow a connection, but prevent Wellwish from working."""

from typing import Final

from wellwish.infra.db.migrate import RUNTIME_GROUP
from wellwish.infra.db.tx import Connection

# Shorter timeouts would cancel statements to which the service gives 4 s.
_LEAST_TIMEOUT_MS: Final = 5_000
_TIMEOUTS: Final = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
_READ_ONLY: Final = "default_transaction_read_only"
_PATH: Final = "search_path"
_NAMES: Final = (_READ_ONLY, _PATH, *_TIMEOUTS)


async def unsuitable(connection: Connection, *, owner: bool = False) -> str | None:
    """Returns a sentence about the first problem, which often causes the others."""
    # For a pooler in transaction mode: one server for all statements.
    async with connection.transaction(readonly=True):
        return await _first_fault(connection, owner=owner)


async def _first_fault(connection: Connection, *, owner: bool) -> str | None:
    facts = await connection.fetchrow(
        """
        select current_user as role, current_database() as database, pg_is_in_recovery() as standby,
          current_setting('server_encoding') as encoding,
          current_schema() is not distinct from 'public' as public
        """
    )
    if facts is None:
        raise AssertionError("a select without from has one row")
    role, database = str(facts["role"]), str(facts["database"])
    if facts["encoding"] != "UTF8":
        return (
            f"The database {database} has the encoding {facts['encoding']}, but names and texts need UTF8. "
            f"Create another one: create database {database} encoding 'UTF8' template template0"
        )
    if facts["standby"]:
        return (
            "The server is a standby, which is read-only. Point the URL to the primary, or name all servers "
            "in it with target_session_attrs=read-write"
        )
    rows = await connection.fetch(
        "select name, reset_val, source from pg_settings where name = any ($1)", _NAMES
    )
    for row in rows:
        name, value = row["name"], row["reset_val"]
        subject, remedy = _of(row["source"], name, role, database)
        if name == _READ_ONLY and value == "on":
            return f"{subject} is read-only ({name} is on). {remedy}"
        if name == _PATH and not facts["public"]:
            return f"{subject} has the {name} {value}, which does not begin with the schema public. {remedy}"
        if name in _TIMEOUTS and 0 < int(value) < _LEAST_TIMEOUT_MS:
            return (
                f"{subject} has the {name} {value} ms, but Wellwish needs {_LEAST_TIMEOUT_MS}, or 0 for no "
                f"timeout. {remedy}"
            )
    return await (_of_owner if owner else _of_runtime)(connection, role)


def _of(source: str, name: str, role: str, database: str) -> tuple[str, str]:
    """Returns the source of a setting's value (view pg_settings) and how to reset it."""
    in_database = f" in database {database}" if source == "database user" else ""
    match source:
        case "database":
            return f"The database {database}", f"As a superuser, run: alter database {database} reset {name}"
        case "user" | "database user":
            return (
                f'The role "{role}"',
                f'As a superuser, run: alter role "{role}"{in_database} reset {name}',
            )
        case "client":
            return "The URL", f"Remove {name} from it"
        case _:
            return "The server", f"Change {name} in its configuration"


async def _of_owner(connection: Connection, role: str) -> str | None:
    if await connection.fetchval("select has_schema_privilege('public', 'create')"):
        return None
    return (
        f'The role "{role}" may not create tables. As a superuser, run in this database: alter schema public '
        f'owner to "{role}"'
    )


async def _of_runtime(connection: Connection, role: str) -> str | None:
    row = await connection.fetchrow(
        """
        select pg_has_role(oid, 'usage') as uses, pg_has_role(oid, 'member') as member
        from pg_roles where rolname = $1
        """,
        RUNTIME_GROUP,
    )
    if row is None or row["uses"]:
        return None  # without the group, the migrations are missing
    if row["member"]:
        return (
            f'The role "{role}" does not inherit the privileges of {RUNTIME_GROUP}. As a superuser, run: '
            f'alter role "{role}" inherit; revoke {RUNTIME_GROUP} from "{role}"; '
            f'grant {RUNTIME_GROUP} to "{role}"'
        )
    return (
        f'The role "{role}" is not a member of {RUNTIME_GROUP}. Run `wellwish migrate` or, as a superuser: '
        f'grant {RUNTIME_GROUP} to "{role}"'
    )
