"""Requests that count as several against the rate limit, in proportion to their cost."""

import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx2
import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.app import application
from wellwish.base.settings import Settings
from wellwish.infra.http import Budget

ORDINARY = Settings.requests_per_minute

Serve = Callable[[int], Awaitable[Person]]


@pytest.fixture
async def serve(world: World) -> AsyncIterator[Serve]:
    """Serves alice with another limit of requests per minute; her token is not counted."""
    clients: list[httpx2.AsyncClient] = []

    async def start(per_minute: int) -> Person:
        world.alice.world = world
        world.alice.token = await world.alice.exchange()
        services = dataclasses.replace(world.services, budget=Budget(per_minute))
        transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
        clients.append(httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080"))
        world.alice.world = World(services, clients[-1], world.owner)
        return world.alice

    yield start
    for client in clients:
        await client.aclose()


def left(answer: httpx2.Response) -> int:
    """The remaining quota that a response states."""
    return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])


def emails(count: int, name: str = "p") -> list[dict[str, Any]]:
    return [
        {"delivery_type": "email", "delivery_id": f"{name}{number}@example.com"} for number in range(count)
    ]


async def invite(alice: Person, card_id: str, invitees: list[dict[str, Any]]) -> httpx2.Response:
    return await alice.post("/api/cards/invitations", {"card_id": card_id, "invitees": invitees})


async def test_a_thousand_invitees_do_not_count_like_one_read(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(ORDINARY)
    before = left(await alice.get("/api/limits"))
    answer = await invite(alice, card["id"], emails(1000))
    assert answer.status_code == 201
    spent = before - left(answer)
    assert 100 <= spent <= 110  # a hundred for the invitees, one for the request, the rest for its size
    assert left(await alice.get("/api/limits")) == before - spent - 1  # the control: a read counts as one


async def test_one_invitee_counts_like_one_read(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(ORDINARY)
    assert left(await invite(alice, card["id"], emails(1))) == ORDINARY - 1


async def test_ten_thousand_invitees_fit_into_one_minute(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(ORDINARY)
    # Addresses that are already invited cost the same, and take less time here.
    answers = [await invite(alice, card["id"], emails(1000)) for _ in range(12)]
    statuses = [each.status_code for each in answers]
    assert statuses[:10] == [201] * 10
    assert statuses[-1] == 429


async def test_text_invitees_count_twice(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(ORDINARY)
    texts = [{"delivery_type": "sms", "delivery_id": f"+1206555{number:04d}"} for number in range(100)]
    assert left(await invite(alice, card["id"], texts)) == ORDINARY - 1 - 20


async def test_refuses_what_does_not_fit_and_does_nothing(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(20)
    for _ in range(12):
        await alice.get("/api/limits")
    answer = await invite(alice, card["id"], emails(80))
    is_problem(answer, 429, "too_many_requests")
    assert "counts as 9 requests" in answer.json()["detail"]
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert left(answer) == 7  # only the request itself was counted
    assert await world.owner.fetchval("select count(*) from invitations") == 0
    assert (await invite(alice, card["id"], emails(50))).status_code == 201


async def test_a_request_above_the_whole_quota_needs_the_whole_quota(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(5)
    answer = await invite(alice, card["id"], emails(100))
    assert (answer.status_code, left(answer)) == (201, 0)
    alice = await serve(5)
    await alice.get("/api/limits")
    is_problem(await invite(alice, card["id"], emails(100)), 429, "too_many_requests")


async def test_a_thousand_invitees_work_with_a_small_quota(world: World, serve: Serve) -> None:
    """The costs for their size and for their number exceed the quota only together."""
    card = await make.card(world.alice)
    alice = await serve(100)
    invitees = [{**each, "name": "A name of forty letters, as people have them"} for each in emails(1000)]
    answer = await invite(alice, card["id"], invitees)
    assert (answer.status_code, left(answer)) == (201, 0)


async def test_counts_the_size_of_a_body_before_it_is_parsed(world: World, serve: Serve) -> None:
    alice = await serve(ORDINARY)
    answer = await alice.post("/api/groups", {"name": "Team", "members": [{"a": 1}] * 20_000})
    assert answer.status_code == 422
    assert ORDINARY - left(answer) >= 10
    small = await serve(5)
    await small.get("/api/limits")
    is_problem(await small.post("/api/groups", {"name": "a" * 100_000}), 429, "too_many_requests")


async def test_groups_count_by_their_members(world: World, serve: Serve) -> None:
    card = await make.card(world.alice)
    alice = await serve(ORDINARY)
    members = [{"email": f"p{number}@example.com"} for number in range(300)]
    made = await alice.post("/api/groups", {"name": "Team", "members": members})
    assert left(made) == ORDINARY - 1 - 3
    changed = await alice.patch(f"/api/groups/{made.json()['id']}", {"members": members})
    assert left(changed) == ORDINARY - 2 * (1 + 3)
    renamed = await alice.patch(f"/api/groups/{made.json()['id']}", {"name": "All"})
    assert left(renamed) == ORDINARY - 2 * (1 + 3) - 1
    group = [{"delivery_type": "group", "delivery_id": made.json()["id"]}]
    asked = await invite(alice, card["id"], group)
    assert left(asked) == ORDINARY - 2 * (1 + 3) - 1 - (1 + 3)


async def test_resends_count_by_their_messages(world: World, serve: Serve) -> None:
    alice = world.alice
    members = [{"email": f"p{number}@example.com"} for number in range(40)]
    made = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()
    card = await make.card(alice)
    group = [{"delivery_type": "group", "delivery_id": made["id"]}]
    asked = (await invite(alice, card["id"], group)).json()["data"][0]
    await world.work()
    alice = await serve(ORDINARY)
    answer = await alice.post("/api/cards/invitations/resend", {"invite_id": asked["id"]})
    assert answer.status_code == 201
    assert left(answer) == ORDINARY - 1 - 4


async def test_an_export_counts_as_several(serve: Serve) -> None:
    alice = await serve(ORDINARY)
    assert left(await alice.get("/api/movements.csv")) == ORDINARY - 11


async def test_shows_the_costs(alice: Person) -> None:
    shown = (await alice.get("/api/limits")).json()["request_costs"]
    assert shown == {
        "invitees": 10, "text_invitees": 5, "resent_messages": 10, "group_members": 100,
        "body_bytes": 16384, "media_body_bytes": 1048576,
    }  # fmt: skip


async def test_has_no_costs_in_demo_mode(world: World, alice: Person) -> None:
    card = await make.card(alice)
    answer = await invite(alice, card["id"], emails(1000))
    assert answer.status_code == 201
    assert "RateLimit" not in answer.headers
