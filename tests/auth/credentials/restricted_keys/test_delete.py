"""End restricted keys."""

import asyncio

import pytest

from tests import make
from tests.auth.credentials.pairs import pair_in, pair_of, rotate
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/api/account/restricted-keys"


async def test_the_tokens_end_with_the_key(alice: Person) -> None:
    """On another process, too: the next request looks up the token again."""
    key, other = await make.restricted(alice, "cards.read"), await make.restricted(alice, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    [_, found] = (await alice.get(PATH)).json()["data"]
    assert (await alice.delete(f"{PATH}/{found['id']}")).status_code == 204
    is_problem(await key.get("/api/cards"), 401, "invalid_token")
    exchanged = await alice.world.client.post(
        "/account/api-access/token",
        headers={"x-api-key": key.api_key, "x-client-secret": key.client_secret},
    )
    is_problem(exchanged, 401, "invalid_client")
    assert (await other.get("/api/cards")).status_code == 200
    is_problem(await alice.delete(f"{PATH}/{found['id']}"), 404, "not_found")


async def test_another_account_ends_none(alice: Person, mallory: Person) -> None:
    made = await make.restricted_key(alice, "cards.read")
    is_problem(await mallory.delete(f"{PATH}/{made['id']}"), 404, "not_found")
    assert len((await alice.get(PATH)).json()["data"]) == 1


async def test_a_key_ends_when_its_user_leaves_the_account(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    await alice.world.owner.execute("delete from memberships where user_id = $1", alice.user_id)
    is_problem(await key.get("/api/cards"), 401, "invalid_token")


async def test_a_new_test_pair_ends_the_restricted_test_keys(alice: Person) -> None:
    key, test_key = (
        await make.restricted(alice, "cards.read"),
        await make.restricted(await alice.tester(), "cards.read"),
    )
    assert (await test_key.get("/api/cards")).status_code == 200
    await alice.tester()
    is_problem(await test_key.get("/api/cards"), 401, "invalid_token")
    assert (await key.get("/api/cards")).status_code == 200


async def test_a_rotation_without_overlap_ends_every_key(alice: Person, mallory: Person) -> None:
    """Somebody who had the pair could have made any of them, also with a former pair."""
    key, other = await make.restricted(alice, "cards.read"), await make.restricted(mallory, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    kept = await rotate(alice.world, pair_of(alice))
    assert kept.json()["restricted_keys_ended"] == 0
    assert (await key.get("/api/cards")).status_code == 200  # the control
    await make.restricted_key(Person(alice.world, alice.name, {**vars(alice), **kept.json()}), "cards.read")
    made = await rotate(alice.world, pair_in(kept), 0)
    assert made.json()["restricted_keys_ended"] == 2
    is_problem(await key.get("/api/cards"), 401, "invalid_token")
    pair = {"x-api-key": key.api_key, "x-client-secret": key.client_secret}
    exchanged = await alice.world.client.post("/account/api-access/token", headers=pair)
    is_problem(exchanged, 401, "invalid_client")
    assert (await other.get("/api/cards")).status_code == 200
    alice.api_key, alice.client_secret = made.json()["api_key"], made.json()["client_secret"]
    alice.token = None
    assert (await alice.get(PATH)).json()["data"] == []
    events = (await alice.get("/api/events", params={"type": "restricted_key.ended"})).json()["data"]
    assert len(events) == 2


async def test_of_a_rotation_and_a_new_key_at_once_no_key_is_left(alice: Person) -> None:
    """In either order: the key ends with the pair, or its creation is refused."""
    given = {"name": "Reports", "scopes": ["cards.read"]}
    _, made = await asyncio.gather(
        rotate(alice.world, pair_of(alice), 0),
        alice.post(make.RESTRICTED_KEYS, given, headers=make.by_pair(alice)),
    )
    assert made.status_code in (201, 401)
    assert await alice.world.owner.fetchval("select count(*) from restricted_keys") == 0
