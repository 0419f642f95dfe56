"""Checks of a database for `wellwish doctor`: problems that appear later, or that nothing else reports."""

from typing import Final, NamedTuple

import asyncpg

from wellwish.infra.db.connect import connect as connect_to
from wellwish.infra.db.tx import Connection

_TIMEOUT_S: Final = 5
_RESERVED: Final = 5  # for migrations, commands and the operator's own sessions
_CLOCK_S: Final = 60
_PROBE: Final = "wellwish_doctor"


class UnreachableError(Exception):
    """The connection failed; the message is the reason, without the password of the URL."""


class Identity(NamedTuple):
    """A database: its name, and the start time of its server, which identifies the server."""

    name: str
    server: str


async def connect(dsn: str) -> Connection:
    """Raises UnreachableError."""
    try:
        # A named statement would stay in a session that a pooler shares.
        return await connect_to(dsn, _TIMEOUT_S, statement_cache_size=0)
    except asyncpg.InvalidPasswordError:
        reason = "the server rejects the password"
    except asyncpg.InvalidAuthorizationSpecificationError as error:
        reason = f"the server rejects the role ({error.message})"
    except asyncpg.InvalidCatalogNameError:
        reason = "the server has no database of this name"
    except asyncpg.TooManyConnectionsError:
        reason = "the server has no free connection"
    except asyncpg.PostgresError as error:
        reason = f"the server refuses the connection ({error.message})"
    except TimeoutError:
        reason = f"the server does not respond within {_TIMEOUT_S} seconds"
    except (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    raise UnreachableError(reason)


async def identity(connection: Connection) -> Identity:
    """Returns the same value for two URLs of one database, even with different host names."""
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
    """Whether a connection keeps its prepared statements; poolers in transaction mode do not."""
    first, second = await connect(dsn), await connect(dsn)
    try:
        for each in (first, second):
            # In the same server session, the second prepare fails because the name is taken; in another one
            # it succeeds.
            statement = await each.prepare("select pg_backend_pid()", name=_PROBE)
            await statement.fetchval()
    except (asyncpg.DuplicatePreparedStatementError, asyncpg.InvalidSQLStatementNameError):
        return False
    else:
        return True
    finally:
        first.terminate()
        second.terminate()


async def free_connections(connection: Connection) -> int:
    """Returns the number of connections that the server allows to this role, minus a reserve for commands."""
    of_server = await connection.fetchval(
        """
        select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
        """
    )
    of_role = await connection.fetchval("select rolconnlimit from pg_roles where rolname = current_user")
    return int(of_server if of_role < 0 else min(of_server, of_role)) - _RESERVED


async def clock_difference_s(connection: Connection, now_s: float) -> float:
    """Returns the seconds that the clock of the server is ahead; 0 up to a difference of a minute."""
    theirs = float(await connection.fetchval("select extract(epoch from clock_timestamp())::float8"))
    return theirs - now_s if abs(theirs - now_s) > _CLOCK_S else 0.0
