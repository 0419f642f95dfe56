"""Operations called without HTTP follow the same rules as requests with a token."""

import asyncio
import dataclasses
from typing import Any

import pytest

from tests import make
from tests.world import Person, World
from wellwish.base.errors import (
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
    TooManyRequests,
)
from wellwish.infra.http import Budget, Caller, Result, Route
from wellwish.infra.http.operation import call
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

ROUTES = {f"{route.method} {route.path}": route for route in OPERATIONS}
CARD = "/api/cards/{card_id}"


def caller_of(person: Person) -> Caller:
    return Caller(person.account_id, person.user_id)


async def perform(world: World, person: Person, route: str, **given: Any) -> Result:
    return await call(ROUTES[route], world.services, caller_of(person), **given)


async def test_creates_a_card(world: World, alice: Person) -> None:
    result = await perform(world, alice, "POST /api/cards", body=await make.body(alice, title="  Hooray "))
    assert (result.status, result.record.title) == (201, "Hooray")
    answer = await alice.get(f"/api/cards/{result.record.id}")
    read = await perform(world, alice, f"GET {CARD}", path={"card_id": result.record.id})
    assert (answer.content, answer.headers["etag"]) == (read.body, read.headers["ETag"])


async def test_updates_a_card_only_at_the_accepted_version(world: World, alice: Person) -> None:
    made = await make.card(alice)
    path, body = {"card_id": made["id"]}, {"title": "Second"}
    with pytest.raises(PreconditionFailed):
        await perform(world, alice, f"PATCH {CARD}", path=path, body=body, if_match='"999"')
    etag = (await alice.get(f"/api/cards/{made['id']}")).headers["etag"]
    result = await perform(world, alice, f"PATCH {CARD}", path=path, body=body, if_match=etag)
    assert result.record.title == "Second"
    assert result.headers["ETag"] != etag


async def test_replays_a_call_with_the_same_key(world: World, alice: Person) -> None:
    body = await make.body(alice)
    first = await perform(world, alice, "POST /api/cards", body=body, idempotency_key="one")
    again = await perform(world, alice, "POST /api/cards", body=body, idempotency_key="one")
    assert (first.is_replayed, again.is_replayed) == (False, True)
    assert (again.status, again.headers, again.body) == (first.status, first.headers, first.body)
    with pytest.raises(IdempotencyKeyReused):
        await perform(world, alice, "POST /api/cards", body={**body, "title": "Other"}, idempotency_key="one")
    assert len((await alice.get("/api/cards")).json()["data"]) == 1


async def test_takes_effect_once_for_two_calls_at_once(world: World, alice: Person) -> None:
    body = await make.body(alice)
    calls = [perform(world, alice, "POST /api/cards", body=body, idempotency_key="one") for _ in range(4)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(each) for each in results} <= {Result, IdempotencyKeyRunning}
    assert len((await alice.get("/api/cards")).json()["data"]) == 1


async def test_requires_a_key_to_move_money(world: World, alice: Person) -> None:
    made = await make.card(alice)
    body = {"name": "Noor", "money": {"amount": 500, "currency": "EUR"}}
    with pytest.raises(IdempotencyKeyRequired):
        await perform(world, alice, f"POST {CARD}/contributions", path={"card_id": made["id"]}, body=body)


async def test_counts_against_the_rate_limit_of_the_account(world: World, alice: Person) -> None:
    services = dataclasses.replace(world.services, budget=Budget(2))
    for _ in range(2):
        await call(ROUTES["GET /api/limits"], services, caller_of(alice))
    with pytest.raises(TooManyRequests):
        await call(ROUTES["GET /api/limits"], services, caller_of(alice))


async def test_does_not_find_a_card_of_another_account(world: World, alice: Person, mallory: Person) -> None:
    made = await make.card(alice)
    with pytest.raises(NotFound):
        await perform(world, mallory, f"GET {CARD}", path={"card_id": made["id"]})
    with pytest.raises(NotFound):
        await perform(world, alice, f"GET {CARD}", path={"card_id": "no id\x00"})


async def test_demands_the_privilege_of_an_admin(world: World, alice: Person, bob: Person) -> None:
    made = await make.card(alice)
    await make.admin(alice, made["id"], bob, invite_contributors=True)
    with pytest.raises(MissingPrivilege):
        await perform(world, bob, f"PATCH {CARD}", path={"card_id": made["id"]}, body={"title": "Mine"})


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"titel": "Hooray"}, {"/titel"}),
        ({"title": "x" * 256, "timezone": "Mars/Olympus"}, {"/title", "/timezone"}),
    ],
)
async def test_refuses_a_body_with_every_fault(
    body: dict[str, Any], pointers: set[str], world: World, alice: Person
) -> None:
    made = await make.card(alice)
    with pytest.raises(InvalidRequest) as refused:
        await perform(world, alice, f"PATCH {CARD}", path={"card_id": made["id"]}, body=body)
    assert {fault.pointer for fault in refused.value.faults} == pointers
    assert (await alice.get(f"/api/cards/{made['id']}")).json()["title"] == made["title"]


async def test_refuses_an_unknown_query_parameter(world: World, alice: Person) -> None:
    assert (await perform(world, alice, "GET /api/cards", query={"status": "open"})).record.data == []
    with pytest.raises(InvalidRequest):
        await perform(world, alice, "GET /api/cards", query={"colour": "red"})


async def test_runs_the_slow_part_between_two_transactions(world: World, alice: Person) -> None:
    route = ROUTES["POST /api/payment-provider/check"]
    assert isinstance(route, Route)
    assert route.prepare is not None
    await alice.put("/api/payment-provider", {"provider": "sandbox"})
    result = await perform(world, alice, "POST /api/payment-provider/check")
    assert result.status == 200
