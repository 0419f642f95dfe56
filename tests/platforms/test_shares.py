"""A platform and its customers have the budgets and places of one account, which the customers share.

Each test has a control without the rule.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from math import ceil

import httpx2
import pytest

from tests.auth.consents.consenting import made_without_pages, use
from tests.base.test_limiter import Pool, settle
from tests.infra.jobs.test_shares import HANGS, Jobs
from tests.platforms.acting import Acting, acting, appoint, joined
from tests.waiting import until
from tests.world import Person, World
from wellwish.app import application
from wellwish.base import limiter
from wellwish.base.errors import TooManyRequests
from wellwish.base.limiter import Key, Limiter
from wellwish.delivery import budget
from wellwish.infra.http import Budget, Services
from wellwish.infra.http import budget as requests
from wellwish.infra.http.budget import Payer
from wellwish.infra.jobs import claim
from wellwish.media.payer import with_payer

pytestmark = pytest.mark.anyio

MINUTE = 60  # requests of a platform per minute


@pytest.fixture
async def limited(platform: Person) -> AsyncIterator[World]:
    """A server with a small budget of requests."""
    world = platform.world
    services = dataclasses.replace(world.services, budget=Budget(MINUTE))
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        yield World(services, client, world.owner)


async def spend(person: Person, world: World, most: int = MINUTE + 1) -> int:
    """Sends requests until one is refused, and returns the number of others."""
    person.world = world
    for count in range(most):
        answer = await person.get("/api/account")
        if answer.status_code == 429:
            assert "Retry-After" in answer.headers
            return count
        assert answer.status_code == 200, answer.text
    return most


def without_share(account_id: str, platform_id: str | None) -> Payer:
    return Payer(platform_id or account_id)


@pytest.mark.parametrize("has_shares", [True, False])
async def test_a_customer_leaves_requests_to_its_siblings(
    has_shares: bool, platform: Person, bob: Person, limited: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Covers the customer's own tokens, those of its test data and consents, and refused requests."""
    if not has_shares:
        monkeypatch.setattr(Payer, "of", without_share)
    greedy, sibling = [await joined(await acting(platform), name) for name in ("ines", "jo")]
    for person in (platform, greedy, sibling, bob):
        await person.get("/api/account")  # with a token from now on
    spent = await spend(greedy, limited)
    assert spent == (MINUTE // 2 if has_shares else MINUTE)
    assert await spend(greedy, limited) == 0
    assert await spend(sibling, limited) == (MINUTE // 4 if has_shares else 0)
    acted = Acting(platform, greedy.account_id)
    acted.token = platform.token
    assert await spend(acted, limited) == (MINUTE // 4 if has_shares else 0), "the platform may use the rest"
    assert await spend(bob, limited) == MINUTE, "another account"


async def test_headers_and_costs_show_the_share(platform: Person) -> None:
    shared = Budget(100)
    one, two = Payer.of("acct_1", "acct_p"), Payer.of("acct_2", "acct_p")
    assert shared.take(one)["RateLimit"].startswith('"requests";r=49;')
    assert shared.take_more(one, 1000)["RateLimit"].startswith('"requests";r=0;'), "the largest share"
    assert shared.headers(two)["RateLimit"].startswith('"requests";r=25;')
    assert shared.headers(Payer("acct_p"))["RateLimit"].startswith('"requests";r=50;')


async def test_tokens_of_all_kinds_count_for_the_platform(platform: Person, bob: Person) -> None:
    """Test data has a separate budget, which all customers of a platform also share."""
    payers: dict[str, set[Payer]] = {"live": set(), "test": set()}
    spied = Budget(1000)

    class Spy(Budget):
        def take(self, key: Payer | str) -> dict[str, str]:
            assert isinstance(key, Payer)
            payers[mode].add(key)
            return spied.take(key)

    world = platform.world
    services = dataclasses.replace(world.services, budget=Spy(1000))
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        other = World(services, client, world.owner)
        customers = [await joined(await acting(platform), name) for name in ("ines", "jo")]
        for person in (*customers, bob):
            mode = "live"
            person.world = other
            await person.get("/api/account")
            tokens = await made_without_pages(person)
            assert (await use(other, tokens.access_token)).status_code == 200
            mode = "test"
            await (await person.tester()).get("/api/account")
    ids = {each.account_id for each in customers}
    assert {each.id for each in payers["live"] if each.customer in ids} == {platform.account_id}
    assert {each.id for each in payers["live"]} == {platform.account_id, bob.account_id}
    shared = {each for each in payers["test"] if each.customer and each.customer not in ids}
    assert {each.id for each in shared} == {f"test {platform.account_id}"}
    assert len(shared) == 2
    assert [each.id for each in payers["test"] if not each.customer and each.id != bob.account_id] != []


def real(world: World) -> Services:
    """The services outside demo mode, which sends nothing."""
    settings = dataclasses.replace(world.services.settings, demo=False)
    return dataclasses.replace(world.services, settings=settings)


async def take(services: Services, account_id: str, what: str, wanted: int) -> int:
    """Takes uses of a daily budget, and returns how many are granted."""
    async with services.db.transaction([account_id]) as tx:
        if what == "messages":
            return await budget.within_account(tx, services, account_id, wanted)
        taken = 0
        for _ in range(wanted):
            taken += await (
                budget.own_links_of_account(tx, services, account_id)
                if what == "own links"
                else budget.take_text(tx, services, account_id, 1)
            )
        return taken


@pytest.mark.parametrize("has_shares", [True, False])
@pytest.mark.parametrize("what", ["messages", "texts", "own links"])
async def test_a_customer_leaves_messages_to_its_siblings(
    what: str, has_shares: bool, platform: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 40
    settings = dataclasses.replace(real(platform.world).settings, messages_per_day=most, sms_per_day=most)
    services = dataclasses.replace(real(platform.world), settings=settings)
    monkeypatch.setattr(budget, "OWN_LINKS_OF_AN_ACCOUNT", most)
    if not has_shares:
        monkeypatch.setattr("wellwish.delivery.share.room", lambda free, _: max(0, free))
    greedy, sibling = [(await acting(platform)).account_id for _ in range(2)]
    assert await take(services, greedy, what, most) == (most // 2 if has_shares else most)
    assert await take(services, greedy, what, most) == 0
    assert await take(services, sibling, what, most) == (most // 4 if has_shares else 0)
    assert await take(services, platform.account_id, what, most) == (most // 4 if has_shares else 0)
    assert await take(services, bob.account_id, what, most) == most, "another account"


async def test_400_customers_have_the_child_processes_of_one_account(platform: Person, bob: Person) -> None:
    keys = {person.account_id: await with_payer(platform.world.services, Key(person.account_id, "x"))
            for person in (platform, await acting(platform), await acting(platform), bob)}  # fmt: skip
    assert [each.payer for each in keys.values()] == [platform.account_id] * 3 + [""]
    tester = await with_payer(platform.world.services, Key((await platform.tester()).account_id, "x"))
    assert tester.payer == f"test {platform.account_id}"
    for payer, is_fair in ((platform.account_id, True), ("", False)):
        pool = Places(Limiter(4), payer)
        await pool.ask(*(f"customer{number}/x" for number in range(400)))
        assert sum(pool.running.values()) == (2 if is_fair else 4)
        await pool.ask("bob/x")
        assert pool.running["bob"] == (1 if is_fair else 0)
        await pool.close()


class Places(Pool):
    """A pool whose tasks belong to customers of a platform, except those of bob."""

    def __init__(self, shared: Limiter, payer: str) -> None:
        super().__init__(shared)
        self.payer = payer

    async def _hold(self, name: str, wait_s: float) -> None:
        account, _, card = name.partition("/")
        async with self.limiter.slot(Key(account, card, "" if account == "bob" else self.payer), wait_s):
            self.began.append(name)
            end = asyncio.Event()
            self._ends.setdefault(name, []).append(end)
            await end.wait()


async def test_a_customer_leaves_child_processes_to_its_siblings() -> None:
    pool = Places(Limiter(8), "platform")
    await pool.ask(*["a/x"] * 9, *["a/y"] * 9)
    held = pool.running["a"]
    await pool.ask("b/x", "bob/x")
    assert (pool.running["b"], pool.running["bob"]) == (1, 1), held
    await pool.close()
    await settle()
    # The control: if the customers do not count as one account, they take more than one account may have.
    pool = Places(Limiter(8), "")
    await pool.ask(*["a/x"] * 9, *["a/y"] * 9, *["c/x"] * 9, *["d/x"] * 9)
    assert pool.running["a"] + pool.running["c"] + pool.running["d"] > 4
    await pool.close()
    assert limiter.room(8, 0) == 4


ACCOUNTS = """
    insert into accounts (id, name)
    select 'acct_' || lpad(n::text, 26, '0'), 'Customer ' || n from generate_series(1, $1::int) n
    """
CUSTOMERS = """
    insert into customers (account_id, platform_id, created_at, updated_at)
    select id, $1, now(), now() from accounts where name like 'Customer %'
    """


def customer_id(number: int) -> str:
    return f"acct_{number:026}"


@pytest.mark.parametrize("has_shares", [True, False])
async def test_400_customers_do_not_delay_the_job_of_another_account(
    has_shares: bool, platform: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The customers have no running jobs yet, and their jobs hang."""
    if not has_shares:
        forgets = claim._CLAIM.replace("coalesce(c.platform_id, p.account_id)", "null")
        assert forgets != claim._CLAIM
        monkeypatch.setattr(claim, "_CLAIM", forgets)
    await platform.world.owner.execute(ACCOUNTS, 400)
    await platform.world.owner.execute(CUSTOMERS, platform.account_id)
    jobs = Jobs(platform.world)
    for number in range(1, 401):
        await jobs.put(customer_id(number), 2, HANGS)
    worker = jobs.worker()
    running = asyncio.create_task(worker.run())
    (lane,) = worker._lanes
    await until(lambda: lane.held.total() >= (lane.places * 3 // 4 if has_shares else lane.places))
    await jobs.put(bob.account_id)
    if has_shares:
        await jobs.until_ran(bob.account_id)
        await until(lambda: not lane.held[bob.account_id])
        assert lane.held.total() == lane.places * 3 // 4
    else:
        assert jobs.by_account()[bob.account_id] == 0, "no place is left"
    worker.stop()
    jobs.let_go.set()
    await running


@pytest.mark.parametrize("has_shares", [True, False])
async def test_the_jobs_of_a_customer_leave_places_to_its_siblings(
    has_shares: bool, platform: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_shares:
        forgets = claim._CLAIM.replace("payer_id = account_id\n        or", "true or")
        assert forgets != claim._CLAIM
        monkeypatch.setattr(claim, "_CLAIM", forgets)
    await platform.world.owner.execute(ACCOUNTS, 2)
    await platform.world.owner.execute(CUSTOMERS, platform.account_id)
    jobs = Jobs(platform.world)
    await jobs.put(customer_id(1), 300, HANGS)
    worker = jobs.worker()
    running = asyncio.create_task(worker.run())
    (lane,) = worker._lanes
    of_platform = ceil(lane.places * 0.75)
    most = ceil(of_platform * 0.75) if has_shares else of_platform
    await until(lambda: lane.held.total() >= most)
    await jobs.put(customer_id(2))
    if has_shares:
        await jobs.until_ran(customer_id(2))
    # The other account's job runs, although it was enqueued after the customer's.
    await jobs.put(bob.account_id)
    await jobs.until_ran(bob.account_id)
    assert bool(jobs.by_account()[customer_id(2)]) is has_shares
    assert lane.held[customer_id(1)] == most
    worker.stop()
    jobs.let_go.set()
    await running


async def test_an_account_that_is_no_longer_a_platform_has_its_own_share(platform: Person) -> None:
    await appoint(platform, is_platform=False)
    key = await with_payer(platform.world.services, Key(platform.account_id, "x"))
    assert key.payer == ""


def test_the_share_of_a_customer_begins_anew_with_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr(requests.time, "monotonic", lambda: moment)
    shared, customer = Budget(8), Payer.of("acct_1", "acct_p")
    for _ in range(3):
        for _ in range(4):
            shared.take(customer)
        with pytest.raises(TooManyRequests):
            shared.take(customer)
        moment += 60.1
