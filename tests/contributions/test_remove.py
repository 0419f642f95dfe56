"""Authors remove their contribution through their own link."""

import pytest

from tests import make
from tests.contributions.signing import own_url, removes, signs
from tests.world import Person, World
from wellwish.base.errors import NotFound

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("steps", [[], ["close"], ["close", "archive"], ["cancel"]])
async def test_works_whatever_the_cards_state(steps: list[str], world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    for step in steps:
        assert (await alice.post(f"/api/cards/{card['id']}/{step}")).is_success
    removed = await removes(world, own_url(world, signed.row))
    assert (removed.note_status, removed.note_text, removed.name) == ("deleted", "", None)
    with pytest.raises(NotFound):
        await removes(world, own_url(world, signed.row))


async def test_makes_room_for_another_and_lets_the_same_person_sign_again(
    world: World, alice: Person
) -> None:
    card = await make.card(alice, contribution_limit=1)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    first = await signs(world, sent["link"])
    await removes(world, own_url(world, first.row))
    second = await signs(world, sent["link"])
    assert second.is_new
    assert second.row.id != first.row.id
