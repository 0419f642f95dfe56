"""Copies of accounts that the service created once, with new IDs and times, in a tenth of the time."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from wellwish.base import clock, ids

TABLES = ("accounts", "users", "memberships", "credentials", "access_tokens", "bundle_purchases")
_ID = re.compile(rf"\b(acct|usr|cred|bp)_{ids.SUFFIX}")
_TIME = re.compile(r'(?<=")\d{4}-\d\d-\d\dT[^"]+(?=")')


class Copies:
    """The rows of ``TABLES`` as SQL that inserts them."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._made_at = clock.now()
        self._ids = sorted({found[0] for found in _ID.finditer(sql)})

    @classmethod
    async def of(cls, owner: "asyncpg.Connection[asyncpg.Record]", tables: Sequence[str]) -> "Copies":
        """Reads the rows. ``tables`` are all tables that may have rows, dependent ones first."""
        parts: list[str] = []
        for table in reversed(tables):
            rows = await owner.fetchval(f"select jsonb_agg(t)::text from {table} t")
            if table not in TABLES:  # the process may have written rows of no account
                assert rows is None or not _ID.search(rows), f"a new account has rows in {table}: see TABLES"
            else:
                quoted = rows.replace("'", "''")
                parts.append(
                    f"insert into {table} select * from jsonb_populate_recordset(null::{table}, '{quoted}')"
                )
        return cls(";".join(parts))

    async def insert(self, owner: "asyncpg.Connection[asyncpg.Record]") -> dict[str, str]:
        """Inserts a copy. Returns its IDs, keyed by those of the original."""
        fresh = {each: ids.new(each.partition("_")[0]) for each in self._ids}
        later = clock.now() - self._made_at
        sql = _ID.sub(lambda found: fresh[found[0]], self._sql)
        await owner.execute(_TIME.sub(lambda found: _moved(found[0], later), sql))
        return fresh


def _moved(time: str, later: timedelta) -> str:
    return (datetime.fromisoformat(time) + later).isoformat()
