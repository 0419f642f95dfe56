"""List restricted keys."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/api/account/restricted-keys"


async def test_lists_the_keys_newest_first(alice: Person, mallory: Person) -> None:
    first = await make.restricted_key(alice, "cards.read")
    second = await make.restricted_key(alice, "events.read", name="Monitor", networks=["192.0.2.1"])
    await make.restricted_key(mallory, "cards.read")
    found = (await alice.get(PATH)).json()["data"]
    assert [each["id"] for each in found] == [second["id"], first["id"]]
    assert found[0] == {name: second[name] for name in second if name not in ("api_key", "client_secret")}
    assert found[0]["networks"] == ["192.0.2.1/32"]


async def test_shows_the_last_use_to_the_hour(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    version = "select xmin::text from restricted_keys where account_id = $1"
    owner = alice.world.owner
    with another_time():
        await key.exchange()
        first = await owner.fetchval(version, alice.account_id)
        clock.move(timedelta(minutes=59))
        await key.exchange()
        assert await owner.fetchval(version, alice.account_id) == first
        clock.move(timedelta(minutes=61))  # the control
        await key.exchange()
        assert await owner.fetchval(version, alice.account_id) != first
    assert (await alice.get(PATH)).json()["data"][0]["last_used_at"] is not None


async def test_only_owners_list_them(alice: Person) -> None:
    await alice.world.owner.execute(
        "update memberships set role = 'member' where account_id = $1", alice.account_id
    )
    is_problem(await alice.get(PATH), 403, "owner_required")
