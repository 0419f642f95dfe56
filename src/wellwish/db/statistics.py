"""PostgreSQL's own statistics."""

from msgspec import Struct

from wellwish.db.tx import Tx


class RowsWritten(Struct, frozen=True):
    """The rows inserted into a table since its statistics were last reset."""

    table_name: str
    rows: int


async def rows_written(tx: Tx) -> list[RowsWritten]:
    """Returns the counts of the tables under row-level security, whose rows no process can count itself."""
    return await tx.many(
        RowsWritten,
        """
        select relname::text, n_tup_ins from pg_stat_user_tables
        where relname in ('cards', 'events', 'invitations', 'messages', 'webhook_deliveries') order by relname
        """,
    )
