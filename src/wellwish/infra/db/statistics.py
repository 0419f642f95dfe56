"""PostgreSQL's statistics."""

from msgspec import Struct

from wellwish.infra.db.tx import Tx


class RowsWritten(Struct, frozen=True):
    """The rows inserted into a table since its statistics were last reset."""

    table_name: str
    rows: int


async def rows_written(tx: Tx) -> list[RowsWritten]:
    """Returns the counts of five tables, whose rows processes cannot count because of row-level security."""
    return await tx.many(
        RowsWritten,
        """
        select relname::text, n_tup_ins from pg_stat_user_tables
        where relname in ('cards', 'events', 'invitations', 'messages', 'webhook_deliveries') order by relname
        """,
    )


class DatabaseFacts(Struct, frozen=True):
    """The server version, the size of the database, and the number of connections to all databases of the
    server.
    """

    version: str
    size_bytes: int
    connections: int
    max_connections: int


async def database_facts(tx: Tx) -> DatabaseFacts:
    return await tx.one(
        DatabaseFacts,
        """
        select split_part(current_setting('server_version'), ' ', 1), pg_database_size(current_database()),
          (select count(*) from pg_stat_activity where backend_type = 'client backend'),
          current_setting('max_connections')::int
        """,
    )
