"""PostgreSQL through asyncpg: pool, transaction, literal SQL, migrations, safety checks."""

from wellwish.db.migrate import Migration, MigrationError, Schema, compare, migrate
from wellwish.db.pool import CheckViolation, Database, UniqueViolation, patience_s
from wellwish.db.safety import unsafe_settings
from wellwish.db.server_key import can_use_server_key, find_server_key, record_server_key
from wellwish.db.sql import compile_sql
from wellwish.db.statistics import rows_written
from wellwish.db.tx import Tx

__all__ = [
    "CheckViolation",
    "Database",
    "Migration",
    "MigrationError",
    "Schema",
    "Tx",
    "UniqueViolation",
    "can_use_server_key",
    "compare",
    "compile_sql",
    "find_server_key",
    "migrate",
    "patience_s",
    "record_server_key",
    "rows_written",
    "unsafe_settings",
]
