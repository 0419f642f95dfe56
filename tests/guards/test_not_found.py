"""Requests for another account's objects and for missing ones run the same statements in the same time."""

import asyncio
import statistics
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests import make
from tests.guards.test_tenants import ROWS, SUBJECTS, WITH_SUBJECT, call, each, name_of, subject_of, subjects
from tests.world import Person, World
from wellwish.base import ids
from wellwish.infra.http import Route
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

# 200 samples each on five operations, with less than 2 ms between the medians.
SAMPLES = 200
LEAST_S = 0.002
MEASURED = (
    "GET /api/cards/{card_id}",
    "PATCH /api/cards/{card_id}",
    "GET /api/cards/invitations/{invite_id}",
    "GET /api/groups/{group_id}",
    "GET /api/webhook-endpoints/{webhook_endpoint_id}",
)


@asynccontextmanager
async def statements(world: World) -> AsyncGenerator[list[str]]:
    """Yields the statements of the connection used last, which consecutive requests reuse."""
    said: list[str] = []

    def note(record: Any) -> None:
        said.append(record.query)

    async with world.services.db.statement() as tx:
        connection: Any = tx._connection
    connection.add_query_logger(note)
    try:
        yield said
    finally:
        connection.remove_query_logger(note)


@each(WITH_SUBJECT)
async def test_makes_the_same_queries_for_a_foreign_and_a_missing_record(
    route: Route, world: World, alice: Person, mallory: Person
) -> None:
    kind = subject_of(route) or ""
    made = await subjects(alice, kind, ROWS[name_of(route)].prepared)
    # Mallory has access to a card of another account, so that her grants are looked up as well.
    await make.admin(world.bob, (await make.card(world.bob))["id"], mallory, can_update=True)
    await mallory.get("/api/limits")
    asked: list[list[str]] = []
    for given in (ids.new(SUBJECTS[kind]), made.ids[kind]):
        async with statements(world) as said:
            assert (await call(mallory, route, given, made)).status_code == 404
        asked.append(said)
    assert asked[0] == asked[1]
    assert asked[0]


async def test_control_another_answer_takes_other_statements(world: World, alice: Person) -> None:
    card = await make.card(alice)
    asked: list[list[str]] = []
    for given in (ids.new("card"), card["id"]):
        async with statements(world) as said:
            await alice.get(f"/api/cards/{given}")
        asked.append(said)
    assert asked[0] != asked[1]


async def apart_s(one: Callable[[], Awaitable[Any]], other: Callable[[], Awaitable[Any]]) -> float:
    """Returns the difference between the medians of two calls that alternate."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(SAMPLES):
        for each_took, ask in zip(took, (one, other), strict=True):
            began = time.perf_counter()
            await ask()
            each_took.append(time.perf_counter() - began)
    return abs(statistics.median(took[0]) - statistics.median(took[1]))


@pytest.mark.full
@each([route for route in OPERATIONS if name_of(route) in MEASURED])
async def test_takes_equally_long_for_a_foreign_and_a_missing_record(
    route: Route, alice: Person, mallory: Person
) -> None:
    kind = subject_of(route) or ""
    made = await subjects(alice, kind)
    foreign, absent = made.ids[kind], ids.new(SUBJECTS[kind])
    apart = await apart_s(
        lambda: call(mallory, route, foreign, made), lambda: call(mallory, route, absent, made)
    )
    print(f"\n{name_of(route)}: medians of {SAMPLES} each are {apart * 1000:.3f} ms apart")
    assert apart < LEAST_S


@pytest.mark.full
async def test_control_detects_a_slower_response(mallory: Person) -> None:
    async def longer() -> None:
        await asyncio.sleep(2 * LEAST_S)  # the difference that the test must detect
        await mallory.get(f"/api/cards/{ids.new('card')}")

    assert await apart_s(longer, lambda: mallory.get(f"/api/cards/{ids.new('card')}")) > LEAST_S
