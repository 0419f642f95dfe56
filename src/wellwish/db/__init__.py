"""PostgreSQL through asyncpg: pool, transaction, literal SQL, migrations, safety checks."""

from wellwish.db.migrate import Migration, MigrationError, migrate, pending
from wellwish.db.pool import Database, UniqueViolation, patience_s
from wellwish.db.safety import unsafe_settings
from wellwish.db.sql import compile_sql
from wellwish.db.statistics import rows_written
from wellwish.db.tx import Tx

__all__ = [
    "Database",
    "Migration",
    "MigrationError",
    "Tx",
    "UniqueViolation",
    "compile_sql",
    "migrate",
    "patience_s",
    "pending",
    "rows_written",
    "unsafe_settings",
]
