"""Database checks at startup and for `wellwish doctor`, for problems that would otherwise appear later."""

from typing import Final, NamedTuple

import asyncpg

from wellwish.infra.db.connect import connect as connect_to
from wellwish.infra.db.tx import Connection

_TIMEOUT_S: Final = 5
_RESERVED: Final = 5
_CLOCK_S: Final = 60
_IDLE_MS: Final = 60_000
_PROBE: Final = "wellwish_doctor"


class Identity(NamedTuple):
    """The identity of a database: its name, and the start time of its server, which identifies the server."""

    name: str
    server: str


async def connect(dsn: str) -> Connection:
    """Raises UnreachableError."""
    # A named statement would remain in a session shared by a pooler.
    return await connect_to(dsn, _TIMEOUT_S, statement_cache_size=0)


async def identity(connection: Connection) -> Identity:
    """Returns the same value for all URLs of a database, even with different host names."""
    name = await connection.fetchval("select current_database()")
    return Identity(name, str(await connection.fetchval("select pg_postmaster_start_time()")))


async def unreadable_tables(connection: Connection) -> list[str]:
    """Returns the tables that the role cannot read. `wellwish migrate` grants access to all of them."""
    rows = await connection.fetch(
        """
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not has_table_privilege(oid, 'select')
        order by relname
        """
    )
    return [row["relname"] for row in rows]


async def keeps_statements(dsn: str) -> bool:
    """Whether connections keep prepared statements, unlike those of poolers in transaction mode."""
    first, second = await connect(dsn), await connect(dsn)
    try:
        for each in (first, second):
            # The second prepare fails in the same server session, because the name is taken, and succeeds in
            # another session.
            statement = await each.prepare("select pg_backend_pid()", name=_PROBE)
            await statement.fetchval()
    except (asyncpg.DuplicatePreparedStatementError, asyncpg.InvalidSQLStatementNameError):
        return False
    else:
        return True
    finally:
        first.terminate()
        second.terminate()


async def allowed_connections(connection: Connection) -> tuple[int, str]:
    """Returns the maximum number of connections of the role, and the setting that limits it."""
    of_server = await connection.fetchval(
        """
        select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
        """
    )
    of_role = await connection.fetchval("select rolconnlimit from pg_roles where rolname = current_user")
    if 0 <= of_role < of_server:
        return int(of_role), "the connection limit of the role"
    # The remaining connections are for migrations, commands and the operator's own sessions.
    return int(of_server) - _RESERVED, "max_connections"


async def clock_difference_s(connection: Connection, now_s: float) -> float:
    """Returns the seconds by which the server's clock is ahead; 0 for a difference of up to a minute."""
    theirs = float(await connection.fetchval("select extract(epoch from clock_timestamp())::float8"))
    return theirs - now_s if abs(theirs - now_s) > _CLOCK_S else 0.0


async def unusual_settings(connection: Connection) -> list[str]:
    """Returns settings of the role that make Wellwish slow or cause unnecessary errors."""
    found: list[str] = []
    isolation = await connection.fetchval("select current_setting('default_transaction_isolation')")
    if isolation != "read committed":
        found.append(
            f"default_transaction_isolation of the role of DATABASE_URL is {isolation}, so requests at "
            "the same time fail with 503. Run: alter role NAME set default_transaction_isolation = "
            "'read committed'."
        )
    idle_ms = await connection.fetchval(
        "select setting::int from pg_settings where name = 'idle_session_timeout'"
    )
    if idle_ms and idle_ms < _IDLE_MS:
        found.append(
            f"idle_session_timeout of the role of DATABASE_URL is {idle_ms} ms, so connections end while "
            "they wait. Run: alter role NAME set idle_session_timeout = 0."
        )
    return found
