"""Retrieve the account."""

import pytest

from tests.members.joining import join
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_returns_the_callers_account(alice: Person, mallory: Person) -> None:
    found = (await alice.get("/api/account")).json()
    expected = {"id": alice.account_id, "name": "alice and co", "country": None, "currency": "USD"}
    assert found.items() >= expected.items()
    assert found.items() >= {"timezone": "UTC", "locale": "en", "version": 1}.items()
    assert (await mallory.get("/api/account")).json()["id"] == mallory.account_id


async def test_members_read_it(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    sql = "update credentials set account_id = $1 where user_id = $2"
    await alice.world.owner.execute(sql, alice.account_id, bob.user_id)
    bob.token = await bob.exchange()
    assert (await bob.get("/api/account")).json()["id"] == alice.account_id
    assert (await bob.patch("/api/account", {"name": "Mine"})).status_code == 403
