"""Retrieve a photo, GIF, drawing or recording."""

import pytest

from tests import make
from tests.media import files
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_reads_what_was_uploaded(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    made = (await alice.post(f"/api/cards/{card['id']}/media", files.body("photo", files.photo()))).json()
    answer = await alice.get(f"/api/media/{made['id']}")
    assert answer.json() == made
    assert answer.headers["etag"] == '"1"'
    assert (await bob.get(f"/api/media/{made['id']}")).status_code == 404
    await make.admin(alice, card["id"], bob)
    assert (await bob.get(f"/api/media/{made['id']}")).json() == made
    assert (await mallory.get(f"/api/media/{made['id']}")).status_code == 404


async def test_shows_paths_that_reveal_nothing(world: World, alice: Person) -> None:
    card = await make.card(alice)
    made = (await alice.post(f"/api/cards/{card['id']}/media", files.body("photo", files.photo()))).json()
    url = made["files"][0]["url"]
    for part in (made["id"], card["id"], alice.account_id):
        assert part.partition("_")[2] not in url
    stored = await world.owner.fetch(
        "select media::text from media union all select media_paths::text from media_paths"
    )
    token = url.split("/")[-2]
    assert len(token) == 22
    assert not [row for row in stored if token in row[0]]
