"""An advance of the test clock over thousands of jobs: each runs once, at its time, with few writes."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.later import another_time
from tests.test_mode.clocks import read
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio

COUNTS = [40, pytest.param(5000, marks=pytest.mark.full)]
# For each job that has run: its number, and the test clock's lead minus the job's due time; slightly
# negative, because real time passes, too.
RECORDED = """
    create sequence rewritten;
    create function count_rewritten() returns trigger language plpgsql security definer
      set search_path = public as $$ begin perform nextval('rewritten'); return new; end $$;
    create trigger rewritten after update of run_at on jobs
      for each row when (not old.ready) execute function count_rewritten();
    create table ran (number int, late interval);
    create function record_run() returns trigger language plpgsql security definer
      set search_path = public as $$ begin
        insert into ran select (old.args ->> 'number')::int, t.ahead - (old.args ->> 'due')::interval
        from test_accounts t where t.account_id = old.account_id;
        return null; end $$;
    create trigger ran after delete on jobs
      for each row when (old.kind = 'cards.retain' and old.dead_at is null) execute function record_run();
    """
NO_LONGER = """
    drop trigger ran on jobs; drop function record_run(); drop table ran;
    drop trigger rewritten on jobs; drop function count_rewritten(); drop sequence rewritten
    """
LATER = """
    insert into jobs (kind, args, run_at, ready)
    select 'cards.retain',
      jsonb_build_object('account_id', $1::text, 'number', n, 'due', ($3::interval + n * $4::interval)::text),
      $5::timestamptz + $3 + n * $4, false
    from generate_series(1, $2::int) n
    """
LEFT = "select count(*) from jobs where account_id = $1 and kind = 'cards.retain'"
HOUR = timedelta(hours=1)


@pytest.fixture
async def recorded(alice: Person) -> AsyncIterator[Person]:
    """The tester of alice; triggers record runs and writes of jobs."""
    tester = await alice.tester()
    await alice.world.owner.execute(RECORDED)
    yield tester
    await alice.world.owner.execute(NO_LONGER)


@pytest.mark.parametrize("apart", [timedelta(), HOUR], ids=["at once", "each hour"])
@pytest.mark.parametrize("count", COUNTS)
async def test_each_job_runs_once_at_its_time(
    recorded: Person, alice: Person, count: int, apart: timedelta
) -> None:
    """With a write of each job in each step, 5,000 jobs an hour apart would take 12.5 million."""
    owner = alice.world.owner
    now = clock.now()
    await owner.execute(LATER, recorded.account_id, count, HOUR, apart, now)
    await owner.execute(LATER, alice.account_id, 10, HOUR, apart, now)  # live data, whose clock does not move
    began = time.perf_counter()
    moved = await recorded.post("/api/test-clock/advance", {"by": f"PT{count + 2}H"})
    assert moved.status_code == 202, moved.text
    seen = [timedelta()]
    with another_time():
        working = asyncio.create_task(alice.world.work())
        while not working.done():
            await asyncio.wait([working], timeout=0.05)
            seen.append(await owner.fetchval("select ahead from test_accounts"))
        await working
    assert (await read(recorded))["status"] == "ready"
    rewritten = await owner.fetchval("select last_value from rewritten")
    took_s = time.perf_counter() - began
    print(f"{count} jobs {apart} apart: {took_s:.1f} s, {rewritten} writes of delayed jobs")
    ran = await owner.fetch("select number, late from ran order by number")
    assert [each["number"] for each in ran] == [*range(1, count + 1)], "each once"
    assert max(abs(each["late"]) for each in ran) < HOUR / 2, "before the clock moved on"
    assert await owner.fetchval(LEFT, recorded.account_id) == 0, "none is dead"
    assert await owner.fetchval(LEFT, alice.account_id) == 10, "the control"
    assert rewritten <= 4 * count + 10
    assert seen == sorted(seen), "forwards only"
    if apart and count > 1000:
        assert len({*seen}) > 20, "it advances step by step"
