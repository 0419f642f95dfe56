"""Edit a contribution through the author's link."""

import pytest

from tests import make
from tests.contributions.signing import edits, own_url, signs, wish
from tests.world import Person, World
from wellwish.base.errors import CardClosed, CardState, NotFound

pytestmark = pytest.mark.anyio


async def test_changes_words_name_and_style(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_limit=1)
    signed = await signs(world, card["sign_url"])
    new = wish("Caroline", "Better words", pen="gochi", ink="plum", paper="sky", visibility="recipient")
    changed = await edits(world, own_url(world, signed.row), new)
    made = (await alice.get(f"/api/cards/{card['id']}/contributions/{changed.id}")).json()
    assert (made["name"], made["version"]) == ("Caroline", 2)
    given = {name: made["note"][name] for name in ("text", "pen", "ink", "paper", "visibility")}
    assert given == {
        "text": "Better words", "pen": "gochi", "ink": "plum", "paper": "sky", "visibility": "recipient",
    }  # fmt: skip
    events = (await alice.get("/api/events", params={"type": "contribution.updated"})).json()["data"]
    assert len(events) == 1


async def test_writes_nothing_where_nothing_changes(world: World, alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    signed = await signs(world, card["sign_url"])
    await alice.post(f"/api/cards/{card['id']}/contributions/{signed.row.id}/publish")
    same = await edits(world, own_url(world, signed.row), wish())
    assert (same.note_status, same.version) == ("published", 2)


@pytest.mark.parametrize(
    ("moderation", "moves", "status"),
    [
        ("off", [], "published"),
        ("off", ["hide"], "hidden"),
        ("off", ["reject"], "pending"),
        ("post", ["hide"], "hidden"),
        ("pre", [], "pending"),
        ("pre", ["publish"], "pending"),
        ("pre", ["hide"], "pending"),
        ("pre", ["reject"], "pending"),
    ],
)
async def test_waits_again_where_notes_are_read_first(
    moderation: str, moves: list[str], status: str, world: World, alice: Person
) -> None:
    card = await make.card(alice, moderation=moderation)
    signed = await signs(world, card["sign_url"])
    for move in moves:
        await alice.post(f"/api/cards/{card['id']}/contributions/{signed.row.id}/{move}")
    changed = await edits(world, own_url(world, signed.row), wish(text="Other words"))
    assert changed.note_status == status


async def test_refuses_on_a_closed_and_on_a_cancelled_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    await alice.post(f"/api/cards/{card['id']}/close")
    with pytest.raises(CardClosed):
        await edits(world, own_url(world, signed.row), wish(text="Too late"))
    await alice.post(f"/api/cards/{card['id']}/cancel")
    with pytest.raises(CardState):
        await edits(world, own_url(world, signed.row), wish(text="Too late"))


async def test_hides_the_author_from_then_on(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "x@example.com")
    before = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    signed = await signs(world, sent["link"], wish("Ximena"))
    await edits(world, own_url(world, signed.row), wish("Ximena", anonymous=True))
    [made] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    assert (made["name"], made["invite_id"], made["source"]) == (None, None, None)
    assert (await alice.get(f"/api/cards/invitations/{sent['id']}")).json() == before


async def test_ends_with_the_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    await alice.delete(f"/api/cards/{card['id']}")
    with pytest.raises(NotFound):
        await edits(world, own_url(world, signed.row), wish(text="Other words"))
