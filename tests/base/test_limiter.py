"""Fair shares of the places of a pool: between accounts, then between the cards of an account."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import pytest

from tests.fifo import Fifo
from tests.waiting import turns
from wellwish.base.limiter import Key, Limiter, LimiterFullError, LimiterTimeoutError, Shared

pytestmark = pytest.mark.anyio


class Pool:
    """Tasks of shares such as "a/x" (account a, card x), which hold their places until they are ended."""

    def __init__(self, limiter: Limiter) -> None:
        self.limiter = limiter
        self.began: list[str] = []
        self._ends: dict[str, list[asyncio.Event]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, *names: str, wait_s: float = 60) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self._hold(name, wait_s)) for name in names]
        self._tasks += tasks
        await settle()
        return tasks

    async def _hold(self, name: str, wait_s: float) -> None:
        account, _, card = name.partition("/")
        async with self.limiter.slot(Key(account, card), wait_s):
            self.began.append(name)
            end = asyncio.Event()
            self._ends.setdefault(name, []).append(end)
            await end.wait()

    async def end(self, *names: str) -> None:
        """Ends one running task of each name."""
        for name in names:
            self._ends[name].pop(0).set()
            await settle()

    @property
    def running(self) -> Counter[str]:
        """Returns the number of held places by account."""
        held = Counter[str]()
        for name, ends in self._ends.items():
            held[name.partition("/")[0]] += len(ends)
        return held

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def settle() -> None:
    await turns(5)


Open = Callable[[int], Pool]


@pytest.fixture(params=["fair", "control"])
def is_fair(request: pytest.FixtureRequest) -> bool:
    """Whether accounts have shares; in the control, places are granted in the order of the requests."""
    return request.param == "fair"


@pytest.fixture
async def pool_of(is_fair: bool) -> AsyncIterator[Open]:
    pools: list[Pool] = []

    def build(places: int) -> Pool:
        pools.append(Pool(Limiter(places) if is_fair else Fifo(places)))
        return pools[-1]

    yield build
    for pool in pools:
        await pool.close()


@pytest.fixture
async def fair() -> AsyncIterator[Open]:
    pools: list[Pool] = []

    def build(places: int) -> Pool:
        pools.append(Pool(Limiter(places)))
        return pools[-1]

    yield build
    for pool in pools:
        await pool.close()


async def test_a_newcomer_finds_a_place_next_to_two_floods(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(3)
    await pool.ask(*["a/x"] * 8, *["b/x"] * 8)
    await pool.ask("c/x")
    assert (pool.running["c"] == 1) is is_fair


async def test_a_newcomer_gets_the_next_place_of_a_busy_pool(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(1)
    await pool.ask(*["a/x"] * 8)
    await pool.ask("b/x")
    await pool.end("a/x")
    assert (pool.began[-1] == "b/x") is is_fair


async def test_accounts_take_turns_whatever_their_queues(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(1)
    await pool.ask(*["a/x"] * 6, *["b/x"] * 3, *["c/x"] * 2)
    for _ in range(8):
        await pool.end(pool.began[-1])
    in_turns = ["a/x", "b/x", "c/x", "a/x", "b/x", "c/x", "a/x", "b/x", "a/x"]
    assert (pool.began == in_turns) is is_fair


async def test_the_cards_of_an_account_take_turns(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(1)
    await pool.ask(*["a/x"] * 5, "a/y", "a/z")
    for _ in range(4):
        await pool.end(pool.began[-1])
    assert (pool.began == ["a/x", "a/y", "a/z", "a/x", "a/x"]) is is_fair


async def test_more_cards_give_an_account_no_more_places(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(2)
    await pool.ask("a/1", "a/2", "a/3", "a/4")
    await pool.ask("b/x", "b/x")
    await pool.end("a/1")
    assert (pool.began == ["a/1", "b/x", "a/2"]) is is_fair


async def test_a_refused_flood_refuses_no_one_else(pool_of: Open, is_fair: bool) -> None:
    pool = pool_of(1)
    flood = await pool.ask(*["a/x"] * 40)
    refused = [task for task in flood if task.done() and isinstance(task.exception(), LimiterFullError)]
    assert (len(refused) == 40 - 1 - 16) is is_fair
    flood += await pool.ask(*(f"a/{card}" for card in range(100)))
    refused = [task for task in flood if task.done() and isinstance(task.exception(), LimiterFullError)]
    assert (len(refused) == 140 - 1 - 64) is is_fair
    (other,) = await pool.ask("b/x")
    assert not other.done()
    await pool.end("a/x")
    assert ("b/x" in pool.began) is is_fair


async def test_an_account_that_always_asks_again_overtakes_no_one(fair: Open) -> None:
    pool = fair(1)
    await pool.ask("a/x", "b/x", "b/x")
    await pool.end("a/x")
    await pool.ask("c/x")
    await pool.end("b/x")
    assert pool.began[-1] == "c/x"
    await pool.ask("a/x", "c/x")
    await pool.end("c/x")
    assert pool.began[-1] == "b/x"
    await pool.end("b/x")
    assert pool.began[-1] == "a/x"


@pytest.mark.parametrize(
    ("places", "of_one_card", "of_one_account"),
    [(0, 0, 0), (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 2), (8, 2, 4), (16, 4, 8)],
)
async def test_one_share_uses_half_of_an_idle_pool(
    fair: Open, places: int, of_one_card: int, of_one_account: int
) -> None:
    one_card = fair(places)
    await one_card.ask(*["a/x"] * 16)
    assert one_card.running["a"] == of_one_card
    one_account = fair(places)
    await one_account.ask(*(f"a/{card}" for card in range(32)))
    assert one_account.running["a"] == of_one_account


async def test_no_place_stays_empty_while_a_newcomer_waits(fair: Open) -> None:
    pool = fair(5)
    await pool.ask(*(f"{account}/x" for account in "abcdefgh"))
    assert pool.running.total() == 5
    await pool.end("a/x", "b/x")
    assert pool.began[-2:] == ["f/x", "g/x"]


async def test_a_task_that_gives_up_loses_no_place(fair: Open) -> None:
    pool = fair(1)
    await pool.ask("a/x")
    (late,) = await pool.ask("b/x", wait_s=0.01)
    with pytest.raises(LimiterTimeoutError):
        await late
    (gone,) = await pool.ask("c/x")
    gone.cancel()
    await settle()
    await pool.ask("d/x")
    await pool.end("a/x")
    assert pool.began == ["a/x", "d/x"]


async def test_a_task_cancelled_as_it_gets_its_place_gives_it_back(fair: Open) -> None:
    pool = fair(1)
    (first,) = await pool.ask("a/x")
    (chosen,) = await pool.ask("b/x")
    await pool.ask("c/x")
    first.cancel()
    await turns()  # the first one leaves, and its place is granted to b, which has not run yet
    chosen.cancel()
    await settle()
    assert pool.began == ["a/x", "c/x"]


async def test_a_block_that_fails_gives_its_place_back(fair: Open) -> None:
    limiter = Limiter(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"):
            async with limiter.slot(Key("a", "x"), 0):
                raise ValueError("broken")


async def test_shares_without_tasks_take_no_memory(fair: Open) -> None:
    limiter = Limiter(2)
    for number in range(1000):
        async with limiter.slot(Key(f"a{number}", "x"), 0):
            pass
    (places,) = limiter._by_loop.values()
    assert [len(each) for each in (places._accounts.held, places._accounts.since, places._cards.since)] == [
        0
    ] * 3
    assert len(places._cards.held) == len(places._cards.waiting) == len(places._accounts.waiting) == 0


async def test_the_same_work_runs_once_for_all_who_wait() -> None:
    shared, begun, go = Shared[int](), 0, asyncio.Event()

    async def work() -> int:
        nonlocal begun
        begun += 1
        await go.wait()
        return begun

    callers = [asyncio.create_task(shared.run("same", work)) for _ in range(3)]
    other = asyncio.create_task(shared.run("other", work))
    await settle()
    callers[0].cancel()  # the caller that began it
    await settle()
    go.set()
    assert await asyncio.gather(callers[1], callers[2], other) == [2, 2, 2]
    assert callers[0].cancelled()
    assert await shared.run("same", work) == 3


async def test_work_without_waiting_callers_ends() -> None:
    shared, ended = Shared[None](), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    callers = [asyncio.create_task(shared.run("same", work)) for _ in range(2)]
    await settle()
    for caller in callers:
        assert not ended.is_set()
        caller.cancel()
        await settle()
    assert ended.is_set()


async def test_all_callers_get_the_error_of_shared_work() -> None:
    shared = Shared[None]()

    async def fail() -> None:
        await turns()
        raise ValueError("broken")

    results = await asyncio.gather(*(shared.run("same", fail) for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in results] == [ValueError] * 3
