"""Query plans cached while the queue was empty must not read a later backlog sequentially."""

from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from tests.infra.jobs.test_worker import counting, put, worker
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.infra.db import pool

pytestmark = pytest.mark.anyio

LATER = 3000


async def _rows_read(world: World) -> int:
    """Returns how many rows of the queue sequential scans have read."""
    async with AsyncExitStack() as all_of_them:
        for _ in world.services.db._idle.copy():
            tx = await all_of_them.enter_async_context(world.services.db.statement())
            await tx.run("select pg_stat_force_next_flush()")
    return await world.owner.fetchval("select seq_tup_read from pg_stat_user_tables where relname = 'jobs'")


async def _read_with_a_backlog(world: World) -> int:
    """Returns the rows that 10 jobs read next to a backlog, after 10 others ran without one."""
    await world.owner.execute("delete from jobs")
    await world.owner.execute("vacuum analyze jobs")
    runs, run = counting()
    for _ in range(10):
        await put(world)
        await worker(world, run).drain()
    await world.owner.execute(
        "insert into jobs (kind, args, run_at, ready) "
        "select 'tests.later', '{}', $1, false from generate_series(1, $2::int)",
        clock.now() + timedelta(days=1),
        LATER,
    )
    before = await _rows_read(world)
    for _ in range(10):
        await put(world)
        await worker(world, run).drain()
    assert len(runs) == 20
    return await _rows_read(world) - before


async def test_a_plan_of_an_empty_queue_does_not_read_a_backlog(
    settings: Settings, clone: tuple[str, str], world: World
) -> None:
    async with World.over(settings, *clone, is_spared=False) as other:
        assert await _read_with_a_backlog(other) < LATER


async def test_control_sequential_scans_read_a_backlog(
    settings: Settings, clone: tuple[str, str], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_BY_INDEX", "set local enable_bitmapscan = off")
    monkeypatch.setattr(pool, "_ALWAYS_BY_INDEX", "set enable_seqscan = on")
    async with World.over(settings, *clone, is_spared=False) as other:
        assert await _read_with_a_backlog(other) >= LATER
