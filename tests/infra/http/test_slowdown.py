"""Responses to a client that continues after 429 are delayed more and more; other clients are unaffected."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterator

import httpx2
import pytest

from tests.world import Person, World
from wellwish.app import application
from wellwish.infra.http import Budget, Visits, slowdown
from wellwish.infra.http.slowdown import MOST_S, PLACES, PLACES_OF_CLIENT, STEP_S, UNDELAYED, Slowdown

pytestmark = pytest.mark.anyio


class Sleeps:
    """Records the delays instead of waiting; ``held`` keeps the requests waiting."""

    def __init__(self) -> None:
        self.delays_s: list[float] = []
        self.held: asyncio.Event | None = None

    async def sleep(self, delay_s: float) -> None:
        self.delays_s.append(delay_s)
        if self.held is not None:
            await self.held.wait()


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sleeps]:
    made = Sleeps()
    with monkeypatch.context() as patched:
        patched.setattr(slowdown, "sleep", made.sleep)
        yield made


@pytest.fixture
async def small(world: World) -> AsyncIterator[httpx2.AsyncClient]:
    """The same service with small limits."""
    services = dataclasses.replace(
        world.services, budget=Budget(5), visits=Visits(5, 5, 5, failures=3), slowdown=Slowdown()
    )
    transport = httpx2.ASGITransport(application(services), client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        yield client


async def test_answers_later_and_later(small: httpx2.AsyncClient, sleeps: Sleeps) -> None:
    statuses = [(await small.get("/sign-in")).status_code for _ in range(100)]
    assert statuses == [200] * 5 + [429] * 95
    delays_s = sleeps.delays_s
    assert len(delays_s) == 95 - UNDELAYED
    assert delays_s == sorted(delays_s)
    assert (delays_s[0], delays_s[-1]) == (STEP_S, MOST_S)


async def test_delays_no_valid_token_behind_the_same_address(
    small: httpx2.AsyncClient, alice: Person, mallory: Person, sleeps: Sleeps
) -> None:
    headers = {"Authorization": f"Bearer {await alice.exchange()}"}
    for _ in range(30):
        await small.get("/api/cards", headers={"Authorization": "Bearer wwt_wrong"})
    of_flood = len(sleeps.delays_s)
    assert of_flood == 30 - 3 - UNDELAYED  # the control
    assert (await small.get("/api/cards", headers=headers)).status_code == 200
    other = {"Authorization": f"Bearer {await mallory.exchange()}"}
    statuses = [(await small.get("/api/cards", headers=other)).status_code for _ in range(20)]
    assert statuses == [200] * 5 + [429] * 15
    assert sleeps.delays_s[of_flood:] == [pytest.approx(STEP_S * each) for each in range(1, 11)]
    before = len(sleeps.delays_s)
    assert (await small.get("/api/cards", headers=headers)).status_code == 200
    assert len(sleeps.delays_s) == before


async def test_few_refusals_wait_and_the_connections_of_others_are_closed(
    small: httpx2.AsyncClient, sleeps: Sleeps
) -> None:
    sleeps.held = asyncio.Event()
    for _ in range(5 + UNDELAYED):
        await small.get("/sign-in")
    waiting = [asyncio.ensure_future(small.get("/sign-in")) for _ in range(PLACES_OF_CLIENT + 7)]
    done, pending = await asyncio.wait(waiting, timeout=2)
    assert (len(done), len(pending)) == (7, PLACES_OF_CLIENT)
    assert {each.result().headers.get("Connection") for each in done} == {"close"}
    sleeps.held.set()
    answers = await asyncio.gather(*pending)
    assert {(each.status_code, each.headers.get("Connection")) for each in answers} == {(429, None)}
    sleeps.held = None
    assert (await small.get("/sign-in")).headers.get("Connection") is None  # the places are free again


async def test_all_clients_together_have_few_places(sleeps: Sleeps) -> None:
    made, sleeps.held = Slowdown(), asyncio.Event()
    clients = [f"client {number}" for number in range(2 * PLACES)]
    for client in clients:
        for _ in range(UNDELAYED):
            assert await made.wait(client)
    tasks = [asyncio.ensure_future(made.wait(client)) for client in clients]
    done, pending = await asyncio.wait(tasks, timeout=2)
    assert (len(done), len(pending)) == (PLACES, PLACES)
    sleeps.held.set()
    await asyncio.gather(*tasks)
    assert not made._waiting


async def test_forgives_after_a_minute_and_bounds_its_memory(
    monkeypatch: pytest.MonkeyPatch, sleeps: Sleeps
) -> None:
    moment = 1000.0
    monkeypatch.setattr(slowdown.time, "monotonic", lambda: moment)
    made = Slowdown()
    for _ in range(UNDELAYED + 1):
        await made.wait("a")
    assert len(sleeps.delays_s) == 1
    moment += 61
    for _ in range(UNDELAYED):
        await made.wait("a")
    assert len(sleeps.delays_s) == 1
    monkeypatch.setattr(slowdown, "_MOST_CLIENTS", 50)
    for number in range(200):
        await made.wait(f"client {number}")
    assert len(made._refused) == 50
