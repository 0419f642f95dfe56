"""The key pairs of an account, with their last use."""

from datetime import timedelta
from typing import Any

import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.world import Person
from wellwish.base import clock, ids

pytestmark = pytest.mark.anyio
PATH = "/api/account/credentials"


async def listed(person: Person) -> list[dict[str, Any]]:
    answer = await person.get(PATH)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_lists_the_pairs_without_secrets(alice: Person, mallory: Person) -> None:
    [pair] = await listed(alice)
    assert ids.is_id("cred", pair["id"])
    assert (pair["object"], pair["email"], pair["status"]) == ("credential", alice.email, "current")
    assert pair["expires_at"] is None
    text = (await alice.get(PATH)).text
    assert not any(secret in text for secret in (alice.api_key, alice.client_secret, mallory.email))


async def test_the_last_use_is_written_once_an_hour(alice: Person) -> None:
    version = "select xmin::text from credentials where account_id = $1"
    owner = alice.world.owner
    with another_time():
        await alice.exchange()
        first = await owner.fetchval(version, alice.account_id)
        [before] = await listed(alice)
        clock.move(timedelta(minutes=59))
        await alice.exchange()
        assert await owner.fetchval(version, alice.account_id) == first
        clock.move(timedelta(minutes=61))  # the control
        await alice.exchange()
        assert await owner.fetchval(version, alice.account_id) != first
        alice.token = None
        [pair] = await listed(alice)
        assert pair["last_used_at"] > before["last_used_at"]


async def test_a_pair_that_was_never_used(alice: Person, bob: Person) -> None:
    await bob.exchange()
    token = await alice.exchange()
    sent = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    rotated = await alice.world.client.post("/account/api-access/credentials/rotate", headers=sent)
    assert rotated.status_code == 201
    alice.token = token
    new, former = await listed(alice)
    assert (new["status"], new["last_used_at"], new["expires_at"]) == ("current", None, None)
    assert (former["status"], former["expires_at"]) == ("previous", rotated.json()["previous_expires_at"])
    assert former["last_used_at"] is not None


async def test_only_owners_list_them(alice: Person) -> None:
    await alice.world.owner.execute(
        "update memberships set role = 'member' where account_id = $1", alice.account_id
    )
    is_problem(await alice.get(PATH), 403, "owner_required")
