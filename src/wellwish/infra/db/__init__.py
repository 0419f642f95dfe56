"""PostgreSQL through asyncpg: pool, transaction, literal SQL, migrations, safety checks."""

from wellwish.infra.db.connect import connect
from wellwish.infra.db.migrate import Migration, MigrationError, Schema, compare, migrate
from wellwish.infra.db.pool import CheckViolation, Database, UniqueViolation, patience_s
from wellwish.infra.db.privileges import has_unreadable_tables
from wellwish.infra.db.reason import DatabaseError, UnreachableError, place, reason
from wellwish.infra.db.safety import unsafe_settings
from wellwish.infra.db.server_key import (
    APPLICATION,
    ServerKey,
    can_use_server_key,
    count_without_key,
    find_server_key,
    follow_server_key,
    forget_previous_key,
    lock_server_key,
    record_server_key,
    replace_server_key,
)
from wellwish.infra.db.sql import compile_sql
from wellwish.infra.db.statistics import DatabaseFacts, database_facts, rows_written
from wellwish.infra.db.suitable import unsuitable
from wellwish.infra.db.tx import Connection, Tx

__all__ = [
    "APPLICATION",
    "CheckViolation",
    "Connection",
    "Database",
    "DatabaseError",
    "DatabaseFacts",
    "Migration",
    "MigrationError",
    "Schema",
    "ServerKey",
    "Tx",
    "UniqueViolation",
    "UnreachableError",
    "can_use_server_key",
    "compare",
    "compile_sql",
    "connect",
    "count_without_key",
    "database_facts",
    "find_server_key",
    "follow_server_key",
    "forget_previous_key",
    "has_unreadable_tables",
    "lock_server_key",
    "migrate",
    "patience_s",
    "place",
    "reason",
    "record_server_key",
    "replace_server_key",
    "rows_written",
    "unsafe_settings",
    "unsuitable",
]
