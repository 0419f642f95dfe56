"""Remove a contribution as a moderator."""

import pytest

from tests import make
from tests.contributions.signing import edits, own_url, signs, wish
from tests.world import Person, World
from wellwish.base.errors import NotFound

pytestmark = pytest.mark.anyio


async def test_erases_what_was_written_and_ends_the_authors_link(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"], wish("Ximena", "Secret words"), key="form")
    url, path = own_url(world, signed.row), f"/api/cards/{card['id']}/contributions/{signed.row.id}"
    answer = await alice.delete(path)
    assert answer.status_code == 200
    gone = answer.json()
    assert (gone["name"], gone["note"]["text"], gone["note"]["status"]) == (None, "", "deleted")
    assert gone["note"]["deleted_at"] is not None
    assert (await alice.get(path)).json() == gone
    row = str(await world.owner.fetchrow("select * from contributions"))
    assert "Ximena" not in row
    assert "Secret" not in row
    with pytest.raises(NotFound):
        await edits(world, url, wish())


async def test_changes_nothing_the_second_time(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_limit=2)
    signed = await signs(world, card["sign_url"])
    path = f"/api/cards/{card['id']}/contributions/{signed.row.id}"
    first, second = await alice.delete(path), await alice.delete(path)
    assert first.json() == second.json()
    assert await world.owner.fetchval("select places_taken from cards") == 0
