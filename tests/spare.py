"""Connections that one world hands over to the next, because a new backend must plan every statement."""

import asyncio
from typing import Final

import asyncpg

from wellwish.infra.db import Database

# A connection that a test does not return fails the test, instead of ending its worker after ten minutes.
_RETURNED_WITHIN_S: Final = 120
_Key = tuple[str, str, int]
_spare: dict[_Key, list["asyncpg.Connection[asyncpg.Record]"]] = {}


def lend(db: Database) -> None:
    """Makes a database open with the spare connections, and leave its own as spare ones when it closes."""
    key = (db._dsn, db._name, db._statement_cache)
    opens = db.open

    async def open_() -> None:
        kept = _spare.pop(key, [])
        db._idle.extend(each for each in kept[-db.size :] if not each.is_closed())
        for each in kept[: -db.size]:
            await each.close()
        if db._idle:
            db._open = True
        else:
            await opens()

    async def close() -> None:
        db._open = False
        async with asyncio.timeout(_RETURNED_WITHIN_S):
            for _ in range(db.size):
                await db._turns.acquire()
        _spare.setdefault(key, []).extend(db._idle)
        db._idle.clear()

    db.open, db.close = open_, close


async def close_all() -> None:
    """Closes the connections that no world took."""
    while _spare:
        for each in _spare.popitem()[1]:
            await each.close()
