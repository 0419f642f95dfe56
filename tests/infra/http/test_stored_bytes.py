"""The responses stored for idempotency keys have a limit of bytes per account."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx2
import msgspec

from tests import make
from tests.infra.http.limited import limited
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.auth.credentials import purge
from wellwish.base import clock


async def stored(world: World) -> int:
    """The bytes of the stored responses, without their rows."""
    return await world.owner.fetchval("select coalesce(sum(octet_length(answer)), 0) from idempotency_keys")


async def labels(alice: Person, card_id: str, count: int, key: str) -> httpx2.Response:
    invitees = [{"delivery_type": "group", "delivery_id": f"Team {number}"} for number in range(count)]
    return await alice.post(
        "/api/cards/invitations", {"card_id": card_id, "invitees": invitees, "send": False}, key=key
    )


async def test_twenty_repeats_of_a_large_request_store_no_more_than_the_limit(world: World) -> None:
    limit = 60_000
    async with limited(world, stored_response_bytes=limit) as small:
        card = await make.card(small.alice)
        answers = [await labels(small.alice, card["id"], 200, f"k{number}") for number in range(20)]
    refused = [each for each in answers if each.status_code != 201]
    assert 1 <= len(refused) < 20
    for answer in refused:
        is_problem(answer, 429, "too_many_stored_responses")
        assert 24 * 3600 <= int(answer.headers["Retry-After"]) <= 26 * 3600
    assert 0 < await stored(world) <= limit


async def test_without_a_limit_the_repeats_store_all(world: World) -> None:
    """The control."""
    async with limited(world, stored_response_bytes=0) as large:
        card = await make.card(large.alice)
        answers = [await labels(large.alice, card["id"], 200, f"k{number}") for number in range(20)]
    assert {each.status_code for each in answers} == {201}
    assert await stored(world) > 60_000


async def test_twenty_at_once_exceed_no_limit_and_leave_nothing_of_the_refused(world: World) -> None:
    limit = 8_000
    async with limited(world, stored_response_bytes=limit) as small:
        body = await make.body(small.alice)
        small.alice.token = await small.alice.exchange()
        answers = await asyncio.gather(
            *(small.alice.post("/api/cards", body, key=f"k{number}") for number in range(20))
        )
    made = [each for each in answers if each.status_code == 201]
    assert 1 <= len(made) < 20
    assert sorted({each.status_code for each in answers}) == [201, 429]
    assert await world.owner.fetchval("select count(*) from cards") == len(made)
    assert await world.owner.fetchval("select cards_used from bundle_purchases order by id limit 1") == len(
        made
    )
    count = await world.owner.fetchval("select count(*) from idempotency_keys")
    assert await stored(world) + 200 * count <= limit


async def test_replays_when_there_is_no_room(world: World) -> None:
    async with limited(world, stored_response_bytes=4_000) as small:
        body = await make.body(small.alice)
        first = await small.alice.post("/api/cards", body, key="first")
        assert first.status_code == 201
        statuses = [
            (await small.alice.post("/api/cards", body, key=f"k{number}")).status_code for number in range(9)
        ]
        assert statuses[-1] == 429
        again = await small.alice.post("/api/cards", body, key="first")
        assert (again.status_code, again.content) == (201, first.content)
        assert (await small.alice.post("/api/cards", body)).status_code == 201  # without a key


async def test_counts_each_account_separately(world: World) -> None:
    async with limited(world, stored_response_bytes=4_000) as small:
        body = await make.body(small.alice)
        answers = [await small.alice.post("/api/cards", body, key=f"k{number}") for number in range(9)]
        is_problem(answers[-1], 429, "too_many_stored_responses")
        assert (await small.mallory.post("/api/cards", body, key="k0")).status_code == 201


async def test_has_room_again_when_the_oldest_have_expired(world: World) -> None:
    async with limited(world, stored_response_bytes=4_000) as small:
        body = await make.body(small.alice)
        answers = [await small.alice.post("/api/cards", body, key=f"k{number}") for number in range(9)]
        refused = answers[-1]
        wait_s = int(refused.headers["Retry-After"])
        try:
            for moved, status in ((timedelta(seconds=wait_s - 60), 429), (timedelta(seconds=wait_s), 201)):
                clock.move(moved)
                small.alice.token = await small.alice.exchange()
                answer = await small.alice.post("/api/cards", body, key="later")
                assert answer.status_code == status
        finally:
            clock.move(timedelta())


async def test_removes_no_response_within_a_day(world: World, alice: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key="k1")
    try:
        clock.move(timedelta(hours=24))
        await purge.run(world.services, {})
        alice.token = await alice.exchange()
        again = await alice.post("/api/cards", body, key="k1")
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.content == first.content
        clock.move(timedelta(hours=27))
        await purge.run(world.services, {})
        for table in ("idempotency_keys", "stored_response_bytes"):
            assert await world.owner.fetchval(f"select count(*) from {table}") == 0
    finally:
        clock.move(timedelta())


async def test_a_large_response_is_replayed_byte_for_byte_and_stored_compressed(
    world: World, alice: Person
) -> None:
    card = await make.card(alice)
    first = await labels(alice, card["id"], 300, "k")
    assert len(first.content) > 3 * await stored(world)
    again = await labels(alice, card["id"], 300, "k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.content == first.content


async def test_counts_stored_bytes(world: World, alice: Person) -> None:
    await alice.post("/api/cards", await make.body(alice), key="k1")
    hours: Any = await world.owner.fetchval("select hours::text from stored_response_bytes")
    [used] = msgspec.json.decode(hours, type=dict[str, int]).values()
    assert used == 200 + await stored(world)
    assert (await alice.get("/api/limits")).json()["stored_response_bytes"] == 1_000_000_000
