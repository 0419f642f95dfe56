"""The limit on failed authentications per network address, which refuses no valid credentials."""

import dataclasses
from collections.abc import Callable
from datetime import timedelta

import httpx2
import pytest

from tests.auth.credentials.pairs import EXCHANGE, Pair, pair_of
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.app import application
from wellwish.auth.credentials import purge
from wellwish.infra.http import Visits

LIMIT = 5


def client(world: World, address: str, limit: int = LIMIT) -> httpx2.AsyncClient:
    """Returns a client at this address, of a service with separate counts."""
    services = dataclasses.replace(world.services, visits=Visits(0, 0, 0, limit))
    transport = httpx2.ASGITransport(application(services), client=(address, 50000))
    return httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080")


async def rows(world: World) -> int:
    return await world.owner.fetchval("select count(*) from throttles")


async def wrong(client: httpx2.AsyncClient, number: int) -> httpx2.Response:
    return await client.post(EXCHANGE, headers=Pair(f"wwk_{number}", "wws_wrong").headers)


async def test_invented_keys_write_few_rows(world: World) -> None:
    async with client(world, "203.0.113.9") as one:
        answers = [await wrong(one, number) for number in range(20)]
    assert [each.status_code for each in answers] == [401] * LIMIT + [429] * 15
    is_problem(answers[-1], 429, "too_many_failures")
    assert answers[-1].json()["error"] == "temporarily_unavailable"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert await rows(world) == LIMIT


async def test_without_a_limit_each_key_writes_a_row(world: World) -> None:
    """The control."""
    async with client(world, "203.0.113.9", 0) as one:
        answers = [await wrong(one, number) for number in range(20)]
    assert {each.status_code for each in answers} == {401}
    assert await rows(world) == 20


async def test_a_valid_pair_and_token_work_from_the_same_address(world: World, alice: Person) -> None:
    async with client(world, "203.0.113.9") as one:
        answers = [await wrong(one, number) for number in range(LIMIT + 3)]
        assert answers[-1].status_code == 429
        answer = await one.post(EXCHANGE, headers=pair_of(alice).headers)
        assert answer.status_code == 200
        headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        assert (await one.get("/api/cards", headers=headers)).status_code == 200


async def test_an_expired_token_does_not_count_as_a_wrong_guess(
    world: World, alice: Person, later: Callable[[timedelta], None]
) -> None:
    """Clients that share an address with a faulty one still learn that they need a new token."""
    async with client(world, "203.0.113.9") as one:
        answer = await one.post(EXCHANGE, headers=pair_of(alice).headers)
        headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        later(timedelta(hours=2))
        await purge.run(world.services, {})
        assert [(await wrong(one, number)).status_code for number in range(LIMIT + 1)][-1] == 429
        expired = [await one.get("/api/cards", headers=headers) for _ in range(LIMIT + 1)]
        assert {each.status_code for each in expired} == {401}
        is_problem(expired[-1], 401, "invalid_token")


async def test_counts_networks_of_one_subscriber_together(world: World) -> None:
    services = dataclasses.replace(world.services, visits=Visits(0, 0, 0, LIMIT))
    app = application(services)
    statuses: list[int] = []
    for number in range(LIMIT + 2):
        transport = httpx2.ASGITransport(app, client=(f"2001:db8::{number}", 50000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as one:
            statuses.append((await wrong(one, number)).status_code)
    assert statuses == [401] * LIMIT + [429] * 2


@pytest.mark.parametrize("authorization", ["", "Bearer wwt_wrong", "Basic x"])
async def test_limits_the_failures_of_the_api(world: World, authorization: str) -> None:
    headers = {"Authorization": authorization} if authorization else {}
    async with client(world, "203.0.113.9") as one:
        answers = [await one.get("/api/cards", headers=headers) for _ in range(LIMIT + 2)]
        assert [each.status_code for each in answers] == [401] * LIMIT + [429] * 2
        is_problem(answers[-1], 429, "too_many_failures")
        rotated = await one.post(
            "/account/api-access/credentials/rotate", headers=Pair("wwk_x", "wws_x").headers
        )
        assert rotated.status_code == 429


async def test_failures_at_one_address_do_not_limit_another(world: World) -> None:
    app = application(dataclasses.replace(world.services, visits=Visits(0, 0, 0, LIMIT)))
    statuses: dict[str, int] = {}
    for address in ("203.0.113.9", "198.51.100.7"):
        transport = httpx2.ASGITransport(app, client=(address, 50000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as one:
            for number in range(LIMIT + 1 if address == "203.0.113.9" else 1):
                statuses[address] = (await wrong(one, number)).status_code
    assert statuses == {"203.0.113.9": 429, "198.51.100.7": 401}


async def test_shows_the_limit(world: World, alice: Person) -> None:
    headers = {"Authorization": f"Bearer {await alice.exchange()}"}
    async with client(world, "203.0.113.9") as one:
        shown = (await one.get("/api/limits", headers=headers)).json()
    assert shown["failures"] == {"quota": LIMIT, "window_seconds": 60}
