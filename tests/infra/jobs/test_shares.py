"""Fair shares: an account that enqueues many jobs, or whose jobs hang, does not delay other accounts."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.infra.jobs.test_worker import KIND, count
from tests.waiting import until
from tests.world import World
from wellwish.infra.jobs import Run, Worker, claim, enqueue
from wellwish.infra.jobs.claim import Lane
from wellwish.infra.jobs.worker import PLACES

pytestmark = pytest.mark.anyio

HANGS = "tests.hangs"


class Jobs:
    """Records runs by account; jobs of the kind HANGS block until released."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ran: list[dict[str, Any]] = []
        self.let_go = asyncio.Event()

    async def _run(self, services: Any, args: dict[str, Any]) -> None:
        self.ran.append(args)

    async def _hang(self, services: Any, args: dict[str, Any]) -> None:
        await self.let_go.wait()

    def worker(self) -> Worker:
        table: dict[str, Run] = {KIND: self._run, HANGS: self._hang}
        return Worker(self.world.services.db, self.world.services, table)

    async def put(self, account: str, jobs: int = 1, kind: str = KIND, *, is_bulk: bool = False) -> None:
        args = [{"account_id": account, "number": number} for number in range(jobs)]
        async with self.world.services.db.transaction() as tx:
            await enqueue(tx, kind, args, is_bulk=is_bulk)

    def by_account(self) -> Counter[str]:
        return Counter(each["account_id"] for each in self.ran)

    async def until_ran(self, account: str) -> None:
        await until(lambda: self.by_account()[account])


@pytest.fixture
def jobs(world: World) -> Jobs:
    return Jobs(world)


async def oldest_first(db: Any, lane: Lane) -> list[claim.Job]:
    """The control: a claim without shares."""
    async with db.statement() as tx:
        return await tx.many(
            claim.Job,
            """
            with oldest as materialized (  -- a plan may run a subquery more than once
              select id from jobs where ready and dead_at is null and kind = any (:kinds)
                and (locked_until is null or locked_until < now())
              order by run_at, id limit :free for update skip locked)
            update jobs set
              attempts = attempts + 1, claims = claims + 1, locked_until = now() + interval '20 s'
            where id in (select id from oldest)
            returning id, kind, account_id, args, attempts, claims, run_at, null::interval
            """,
            kinds=lane.kinds,
            free=lane.free,
        )


@pytest.fixture(params=["shares", "control"])
def fair(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether accounts have shares; in the control, the worker claims the oldest jobs first."""
    if request.param == "control":
        monkeypatch.setattr("wellwish.infra.jobs.worker.claim", oldest_first)
    return request.param == "shares"


async def test_a_single_job_overtakes_a_campaign_of_another_account(jobs: Jobs, fair: bool) -> None:
    await jobs.put("acct_a", 1000)
    await jobs.put("acct_b")
    await jobs.worker().drain()
    assert (jobs.by_account()["acct_b"] == 1) is fair


async def test_a_single_job_overtakes_a_campaign_of_the_same_account(jobs: Jobs, fair: bool) -> None:
    await jobs.put("acct_a", 1000, is_bulk=True)
    await jobs.put("acct_a")
    await jobs.worker().drain()
    last = [each["number"] for each in jobs.ran].count(0) == 2
    assert last is fair


async def test_accounts_that_flood_share_equally_and_leave_room(jobs: Jobs, fair: bool) -> None:
    for account in ("acct_a", "acct_b", "acct_c"):
        await jobs.put(account, 500)
    await jobs.worker().drain()
    shares = jobs.by_account()
    assert (len(shares) == 3 and max(shares.values()) - min(shares.values()) <= 1) is fair


async def test_jobs_that_hang_leave_places_to_other_accounts(jobs: Jobs, fair: bool) -> None:
    await jobs.put("acct_a", 300, HANGS)
    await jobs.put("acct_b", 300, HANGS)
    worker = jobs.worker()
    running = asyncio.create_task(worker.run())
    await until(lambda: sum(lane.held.total() for lane in worker._lanes) >= 17)
    await jobs.put("acct_c")
    if fair:
        await jobs.until_ran("acct_c")
    else:
        await until(lambda: all(lane.held.total() == lane.places for lane in worker._lanes))
    assert bool(jobs.by_account()["acct_c"]) is fair
    worker.stop()
    jobs.let_go.set()
    await running


async def test_one_account_takes_three_quarters_of_an_idle_lane_at_once(jobs: Jobs) -> None:
    await jobs.put("acct_a", 100, HANGS)
    worker = jobs.worker()
    running = asyncio.create_task(worker.run())
    (lane,) = worker._lanes
    await until(lambda: lane.held["acct_a"] >= lane.places * 3 // 4)
    await jobs.put("acct_b")
    await jobs.until_ran("acct_b")  # a later claim
    assert lane.held["acct_a"] == lane.places * 3 // 4
    worker.stop()
    jobs.let_go.set()
    await running


async def test_one_claim_fills_an_idle_lane_with_many_kinds(jobs: Jobs) -> None:
    """Kinds without jobs take no share of a claim."""
    await jobs.put("acct_a", 100)
    table: dict[str, Run] = {KIND: jobs._run, **{f"tests.other_{n}": jobs._run for n in range(60)}}
    services = jobs.world.services
    assert await Worker(services.db, services, table).drain() == PLACES * 3 // 4


async def test_every_account_gets_its_turn_where_there_are_more_than_places(jobs: Jobs) -> None:
    async with jobs.world.services.db.transaction() as tx:
        await enqueue(tx, KIND, [{"account_id": f"acct_{number:04}"} for number in range(700)])
    worker = jobs.worker()
    while await worker.drain():
        pass
    assert len(jobs.by_account()) == 700
    assert await count(jobs.world) == 0


async def test_two_workers_take_each_job_once(jobs: Jobs) -> None:
    for number in range(40):
        await jobs.put(f"acct_{number:02}", 10)
    workers = [jobs.worker() for _ in range(4)]
    while sum(await asyncio.gather(*(each.drain() for each in workers))):
        pass
    seen: Sequence[tuple[str, int]] = [(each["account_id"], each["number"]) for each in jobs.ran]
    assert len(seen) == len(set(seen)) == 400


async def test_a_job_of_later_is_not_read_before_its_time(jobs: Jobs) -> None:
    async with jobs.world.services.db.transaction() as tx:
        await enqueue(tx, KIND, [{"account_id": "acct_a"}], delay_s=3600)
    assert await jobs.worker().drain() == 0
    await jobs.world.owner.execute("update jobs set run_at = now() - interval '1 second'")
    assert await count(jobs.world, "ready") == 0
    assert await jobs.worker().drain() == 1
