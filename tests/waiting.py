"""Wait until a session of this worker's database is blocked by a lock."""

import asyncio
from typing import Any

import asyncpg

_WAITING = """
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
    """


async def until_waiting(connection: "asyncpg.Connection[Any]", sessions: int = 1) -> None:
    """Returns once that many sessions wait for a lock. The connection itself may hold the lock."""
    async with asyncio.timeout(5):
        await connection.execute("select pg_stat_clear_snapshot()")
        while await connection.fetchval(_WAITING) < sessions:
            await asyncio.sleep(0.005)
            await connection.execute("select pg_stat_clear_snapshot()")
