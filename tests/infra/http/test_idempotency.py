"""``Idempotency-Key``: repeating a request returns the same bytes and has its effect only once."""

import asyncio
import json
from datetime import timedelta

import httpx2
import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.waiting import until_waiting
from tests.world import Person, World
from wellwish.base import clock


async def cards_of(world: World) -> int:
    return await world.owner.fetchval("select count(*) from cards")


async def keys_of(world: World) -> int:
    return await world.owner.fetchval("select count(*) from idempotency_keys")


def same(one: httpx2.Response, other: httpx2.Response) -> bool:
    kept = ("content-type", "etag")
    return (one.status_code, one.content, [one.headers.get(name) for name in kept]) == (
        other.status_code,
        other.content,
        [other.headers.get(name) for name in kept],
    )


async def test_replays_the_same_bytes(world: World, alice: Person) -> None:
    body = await make.body(alice, recipent="warned about")
    first = await alice.post("/api/cards", body, key="k1")
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    again = await alice.post("/api/cards", body, key="k1")
    assert same(first, again)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Request-Id"] != first.headers["Request-Id"]
    assert await cards_of(world) == 1


async def test_replays_what_was_even_when_the_card_has_changed(alice: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key="k1")
    await alice.patch(f"/api/cards/{first.json()['id']}", {"title": "Another"})
    assert same(first, await alice.post("/api/cards", body, key="k1"))


async def test_makes_two_of_the_same_without_a_key(world: World, alice: Person) -> None:
    """The control: without a key, the effect happens twice."""
    body = await make.body(alice)
    for _ in range(2):
        assert (await alice.post("/api/cards", body)).status_code == 201
    assert await cards_of(world) == 2


async def test_refuses_the_key_for_another_request(world: World, alice: Person) -> None:
    body = await make.body(alice)
    card = (await alice.post("/api/cards", body, key="k1")).json()
    for path, other in (
        ("/api/cards", {**body, "title": "Another"}),
        ("/api/cards?x=1", body),
        ("/api/card-admins", {"card_id": card["id"], "email": "bob@example.com"}),
        (f"/api/cards/{card['id']}/close", None),
    ):
        answer = await alice.post(path, other, key="k1")
        is_problem(answer, 422, "idempotency_key_reused")
    # A different encoding of the same JSON is a different request: the bytes are compared.
    content = json.dumps(body, indent=1)
    headers = {"Idempotency-Key": "k1", "Content-Type": "application/json"}
    answer = await alice.request("POST", "/api/cards", content=content, headers=headers)
    is_problem(answer, 422, "idempotency_key_reused")
    assert await cards_of(world) == 1


async def test_keeps_the_keys_of_accounts_apart(world: World, alice: Person, mallory: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key="k1")
    other = await mallory.post("/api/cards", body, key="k1")
    assert other.status_code == 201
    assert other.json()["id"] != first.json()["id"]
    assert await cards_of(world) == 2


async def test_keeps_the_key_with_the_acting_account(alice: Person, bob: Person) -> None:
    """An admin's key belongs to the admin's account, even for another account's card."""
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, admin_management=True)
    body = {"card_id": card["id"], "email": "dora@example.com"}
    first = await bob.post("/api/card-admins", body, key="k1")
    assert first.status_code == 201
    assert same(first, await bob.post("/api/card-admins", body, key="k1"))
    is_problem(await alice.post("/api/card-admins", body, key="k1"), 409, "card_admin_exists")


async def test_does_not_keep_refusals(world: World, alice: Person) -> None:
    body = await make.body(alice)
    await world.owner.execute("update bundle_purchases set cards_used = cards_total")
    is_problem(await alice.post("/api/cards", body, key="k1"), 409, "no_bundle_available")
    is_problem(await alice.post("/api/cards", {**body, "title": 1}, key="k1"), 422, "invalid_request")
    assert await keys_of(world) == 0
    await world.owner.execute("update bundle_purchases set cards_used = 0")
    assert (await alice.post("/api/cards", body, key="k1")).status_code == 201


async def test_has_one_effect_of_twenty_at_once(world: World, alice: Person) -> None:
    body = await make.body(alice)
    answers = await asyncio.gather(*(alice.post("/api/cards", body, key="k1") for _ in range(20)))
    running = [answer for answer in answers if answer.status_code == 409]
    made = [answer for answer in answers if answer.status_code == 201]
    assert len(made) >= 1
    assert len(made) + len(running) == 20
    assert len({answer.content for answer in made}) == 1
    for answer in running:
        is_problem(answer, 409, "idempotency_key_running")
        assert int(answer.headers["Retry-After"]) >= 1
    assert await cards_of(world) == 1
    assert same(made[0], await alice.post("/api/cards", body, key="k1"))


async def test_makes_twenty_of_twenty_keys_at_once(world: World, alice: Person) -> None:
    """The control: with different keys, twenty concurrent requests create twenty cards."""
    body = await make.body(alice)
    await asyncio.gather(*(alice.post("/api/cards", body, key=f"k{n}") for n in range(20)))
    assert await cards_of(world) == 20


async def test_says_that_the_first_is_still_running(world: World, alice: Person) -> None:
    """The card's row is locked, so the first request has stored its key but cannot finish."""
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/close"
    async with world.owner.transaction():
        await world.owner.execute("select 1 from cards where id = $1 for update", card["id"])
        first = asyncio.create_task(alice.post(path, key="k1"))
        await until_waiting(world.owner)
        second = await alice.post(path, key="k1")
    is_problem(second, 409, "idempotency_key_running")
    assert second.headers["Retry-After"] == "1"
    closed = await first
    assert closed.status_code == 200
    assert same(closed, await alice.post(path, key="k1"))


async def test_holds_up_no_other_account_with_the_same_key(
    world: World, alice: Person, mallory: Person
) -> None:
    card = await make.card(alice)
    body = await make.body(mallory)
    async with world.owner.transaction():
        await world.owner.execute("select 1 from cards where id = $1 for update", card["id"])
        first = asyncio.create_task(alice.post(f"/api/cards/{card['id']}/close", key="k1"))
        await until_waiting(world.owner)
        other = await mallory.post("/api/cards", body, key="k1")
    assert other.status_code == 201
    assert (await first).status_code == 200


async def test_checks_the_privilege_before_it_replays(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, admin_management=True)
    body = {"card_id": card["id"], "email": "dora@example.com"}
    assert (await bob.post("/api/card-admins", body, key="k1")).status_code == 201
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {}})
    is_problem(await bob.post("/api/card-admins", body, key="k1"), 403, "missing_privilege")
    await alice.delete(f"/api/card-admins/{admin['id']}")
    is_problem(await bob.post("/api/card-admins", body, key="k1"), 404, "not_found")


async def test_authenticates_before_it_replays(world: World, alice: Person) -> None:
    body = await make.body(alice)
    await alice.post("/api/cards", body, key="k1")
    answer = await world.client.post("/api/cards", json=body, headers={"Idempotency-Key": "k1"})
    is_problem(answer, 401, "unauthenticated")


async def test_seals_stored_responses(world: World, alice: Person) -> None:
    card = (await alice.post("/api/cards", await make.body(alice, title="Zanzibar"), key="k1")).json()
    row = await world.owner.fetchrow("select * from idempotency_keys")
    assert row is not None
    text = b"".join(value for value in row.values() if isinstance(value, bytes))
    for plain in ("Zanzibar", card["id"], card["sign_url"].rsplit("/")[-1], "k1"):
        assert plain.encode() not in text
    # The encryption is bound to account and key, so that a response cannot be moved to another account.
    await world.owner.execute("update idempotency_keys set account_id = $1", world.mallory.account_id)
    answer = await world.mallory.post("/api/cards", await make.body(alice, title="Zanzibar"), key="k1")
    assert card["id"] not in answer.text


async def test_does_not_keep_an_answer_that_bears_a_secret(world: World, alice: Person) -> None:
    headers = {
        "x-api-key": alice.api_key,
        "x-client-secret": alice.client_secret,
        "Idempotency-Key": "k1",
    }
    path = "/account/api-access/credentials/rotate"
    first = await world.client.post(path, headers=headers)
    assert first.status_code == 201
    assert await world.owner.fetchval("select answer from idempotency_keys") is None
    again = await world.client.post(path, headers=headers)
    is_problem(again, 409, "secret_no_longer_available")


async def test_keeps_a_key_for_a_day_at_least_and_not_for_ever(world: World, alice: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key="k1")
    try:
        clock.move(timedelta(hours=24))
        alice.token = await alice.exchange()
        assert same(first, await alice.post("/api/cards", body, key="k1"))
        clock.move(timedelta(days=3))
        alice.token = await alice.exchange()
        other = await alice.post("/api/cards", body | {"title": "Another"}, key="k1")
        assert other.status_code == 201
        assert other.json()["id"] != first.json()["id"]
        assert same(other, await alice.post("/api/cards", body | {"title": "Another"}, key="k1"))
        is_problem(await alice.post("/api/cards", body, key="k1"), 422, "idempotency_key_reused")
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize("key", ["k", "x" * 255, "8e03978e-40d5-43e8-bc93-6894a57f9324", '"quoted"', "!~"])
async def test_takes_any_visible_key(key: str, alice: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key=key)
    assert same(first, await alice.post("/api/cards", body, key=key))


async def test_takes_the_quoted_and_the_bare_key_for_one(alice: Person) -> None:
    body = await make.body(alice)
    first = await alice.post("/api/cards", body, key="abc")
    assert same(first, await alice.post("/api/cards", body, key='"abc"'))


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a b", "caf\u00e9", "a\tb", '""'])
async def test_refuses_a_key_that_cannot_be_one(key: str, world: World, alice: Person) -> None:
    body = await make.body(alice)
    headers = {"Idempotency-Key": key.encode("latin-1")}
    answer = await alice.request("POST", "/api/cards", json=body, headers=headers)
    is_problem(answer, 400, "invalid_idempotency_key")
    assert await cards_of(world) == 0


async def test_ignores_the_key_of_an_update(alice: Person) -> None:
    card = await make.card(alice)
    for title in ("One", "Two"):
        answer = await alice.patch(
            f"/api/cards/{card['id']}", {"title": title}, headers={"Idempotency-Key": "k1"}
        )
        assert answer.json()["title"] == title


async def test_ignores_the_key_of_a_token_exchange(world: World, alice: Person) -> None:
    headers = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret, "Idempotency-Key": "k1"}
    tokens = [
        (await world.client.post("/account/api-access/token", headers=headers)).json()["access_token"]
        for _ in range(2)
    ]
    assert len(set(tokens)) == 2
    assert await keys_of(world) == 0
