"""The general rate limit: requests per minute and account, reported by headers and enforced with 429."""

import dataclasses
from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.app import application
from wellwish.base.errors import TooManyRequests
from wellwish.infra.http import Budget
from wellwish.infra.http import budget as module


@pytest.fixture
async def small(world: World) -> AsyncIterator[httpx2.AsyncClient]:
    """The same service with a limit of five requests per minute."""
    app = application(dataclasses.replace(world.services, budget=Budget(5)))
    transport = httpx2.ASGITransport(app, client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        yield client


async def bearing(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {await person.exchange()}"}


async def test_counts_down_and_then_refuses(small: httpx2.AsyncClient, alice: Person) -> None:
    headers = await bearing(alice)
    for left in (4, 3, 2, 1, 0):
        answer = await small.get("/api/templates?limit=1", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"requests";q=5;w=60'
        assert answer.headers["RateLimit"].startswith(f'"requests";r={left};t=')
    answer = await small.get("/api/templates?limit=1", headers=headers)
    is_problem(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["RateLimit"].startswith('"requests";r=0;t=')
    assert answer.headers["RateLimit-Policy"] == '"requests";q=5;w=60'


async def test_counts_refused_requests_too(small: httpx2.AsyncClient, alice: Person) -> None:
    headers = await bearing(alice)
    for left in (4, 3):
        answer = await small.get("/api/cards/nonsense", headers=headers)
        assert answer.status_code == 404
        assert answer.headers["RateLimit"].startswith(f'"requests";r={left};t=')


async def test_keeps_accounts_apart(small: httpx2.AsyncClient, alice: Person, mallory: Person) -> None:
    headers = await bearing(mallory)
    for _ in range(7):
        await small.get("/api/templates?limit=1", headers=headers)
    answer = await small.get("/api/templates?limit=1", headers=await bearing(alice))
    assert answer.headers["RateLimit"].startswith('"requests";r=4;t=')


async def test_counts_all_tokens_of_an_account_together(small: httpx2.AsyncClient, alice: Person) -> None:
    for left in (4, 3, 2):
        answer = await small.get("/api/templates?limit=1", headers=await bearing(alice))
        assert answer.headers["RateLimit"].startswith(f'"requests";r={left};t=')


async def test_does_nothing_over_the_budget(small: httpx2.AsyncClient, world: World, alice: Person) -> None:
    from tests import make

    headers, body = await bearing(alice), await make.body(alice)
    statuses = [(await small.post("/api/cards", headers=headers, json=body)).status_code for _ in range(8)]
    assert statuses == [201] * 5 + [429] * 3
    assert await world.owner.fetchval("select count(*) from cards") == 5


async def test_has_no_limit_in_demo_mode(alice: Person) -> None:
    answer = await alice.get("/api/templates")
    assert "RateLimit" not in answer.headers
    assert "RateLimit-Policy" not in answer.headers


async def test_a_new_budget_begins_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    from wellwish.base.errors import TooManyRequests
    from wellwish.infra.http import budget

    moment = 1000.0
    monkeypatch.setattr(budget.time, "monotonic", lambda: moment)
    small = Budget(2)
    small.take("a")
    small.take("a")
    moment += 59.9
    with pytest.raises(TooManyRequests):
        small.take("a")
    moment += 0.2
    assert small.take("a")["RateLimit"] == '"requests";r=1;t=60'


def test_forgets_each_window_that_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(5)
    for number in range(1000):
        budget.take(f"2001:db8:{number:x}::/64")
    assert len(budget._windows) == 1000
    monkeypatch.setattr(module, "WINDOW_S", 0)
    budget.take("203.0.113.9")
    assert list(budget._windows) == ["203.0.113.9"]


def test_a_window_that_has_passed_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(1)
    budget.take("203.0.113.9")
    with pytest.raises(TooManyRequests):
        budget.take("203.0.113.9")
    monkeypatch.setattr(module, "WINDOW_S", 0)
    budget.take("203.0.113.9")
