"""End restricted keys."""

import pytest

from tests import make
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
