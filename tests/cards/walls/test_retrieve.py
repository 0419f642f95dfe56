"""Retrieve a wall."""

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_returns_the_wall_until_it_is_deleted(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}/wall"
    assert (await alice.get(path)).status_code == 404
    made = (await alice.post(path)).json()
    found = await alice.get(path)
    assert (found.status_code, found.json()) == (200, made)
    assert (await bob.get(path)).status_code == 403
    assert (await mallory.get(path)).status_code == 404
    await alice.delete(path)
    assert (await alice.get(path)).status_code == 404
