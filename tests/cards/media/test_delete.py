"""Delete a photo, GIF, drawing or recording."""

import pytest

from tests import make
from tests.cards.media.test_create import kept
from tests.media import files
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_ends_its_addresses_at_once_and_deletes_its_files_after(world: World, alice: Person) -> None:
    card = await make.card(alice)
    before = await kept(world)
    made = (await alice.post(f"/api/cards/{card['id']}/media", files.body("photo", files.photo()))).json()
    url = made["files"][0]["url"]
    assert (await world.client.get(url)).status_code == 200
    assert await kept(world) == before + 3
    assert (await alice.delete(f"/api/media/{made['id']}")).status_code == 204
    assert (await world.client.get(url)).status_code == 404
    assert (await alice.get(f"/api/media/{made['id']}")).status_code == 404
    assert (await alice.delete(f"/api/media/{made['id']}")).status_code == 404
    await world.work()
    assert await kept(world) == before


async def test_needs_the_privilege(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    made = (await alice.post(f"/api/cards/{card['id']}/media", files.body("photo", files.photo()))).json()
    await make.admin(alice, card["id"], bob)
    assert (await bob.delete(f"/api/media/{made['id']}")).json()["code"] == "missing_privilege"
    assert (await alice.get(f"/api/media/{made['id']}")).status_code == 200
