"""Delete a wall."""

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_a_second_deletion_finds_none(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}/wall"
    assert (await alice.delete(path)).status_code == 404
    await alice.post(path)
    assert (await bob.delete(path)).status_code == 403
    assert (await mallory.delete(path)).status_code == 404
    assert (await alice.delete(path)).status_code == 204
    assert (await alice.delete(path)).status_code == 404


async def test_a_wall_of_an_archived_card_can_be_deleted(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    await alice.post(f"{path}/wall")
    for each in ("close", "archive"):
        await alice.post(f"{path}/{each}")
    assert (await alice.delete(f"{path}/wall")).status_code == 204
