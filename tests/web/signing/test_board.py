"""Signers read the notes of others if the card's `see_notes` permits it."""

from typing import Any

import pytest

from tests import make
from tests.media import files
from tests.web.view.card import media, note
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World

pytestmark = pytest.mark.anyio

TITLE = "On the card so far"


async def card(alice: Person, **fields: Any) -> tuple[dict[str, Any], str]:
    """Creates a card with a public, a private and a hidden note. Returns it and its signing link."""
    made = await make.card(alice, recipients=[{"name": "Maya"}], **fields)
    await note(alice, made["id"], "For all to read", name="Ana Public")
    await note(alice, made["id"], "Between us", name="Ben Private", visibility="recipient")
    hidden = await note(alice, made["id"], "Out of sight", name="Cleo Hidden")
    await alice.post(f"/api/cards/{made['id']}/contributions/{hidden['id']}/hide")
    return made, path_of(made["sign_url"])


@pytest.mark.parametrize(
    ("see_notes", "before", "after"),
    [("everyone", True, True), ("signed", False, True), ("nobody", False, False)],
)
async def test_shows_the_notes_of_others_to_those_whom_the_card_names(
    world: World, alice: Person, see_notes: str, before: bool, after: bool
) -> None:
    _, path = await card(alice, see_notes=see_notes)
    one = Visitor(world)
    await one.open(path)
    assert (TITLE in one.page, "For all to read" in one.page) == (before, before)
    await one.send(path, text="My own words")
    for place in (one.next, path):
        await one.open(place)
        assert (TITLE in one.page, "For all to read" in one.page) == (after, after), place
        assert one.page.count("My own words") == 1, "the visitor's own note is not among those of others"
        assert "Between us" not in one.page
        assert "Out of sight" not in one.page


async def test_names_follow_the_card(world: World, alice: Person) -> None:
    for names, is_named in ((0, True), (2, False)):
        made, path = await card(alice, see_notes="everyone", collection={"see_contributor_names": names})
        await note(alice, made["id"], "From nobody")
        one = Visitor(world)
        await one.open(path)
        assert "From nobody" in one.page
        assert ("Ana Public" in one.page) is is_named


async def test_another_visitor_does_not_read_an_anonymous_name(world: World, alice: Person) -> None:
    _, path = await card(alice, see_notes="everyone")
    author, other = Visitor(world), Visitor(world)
    await author.sign(path, name="Dora Secret", text="Guess who", anonymous="yes")
    await other.open(path)
    assert "Guess who" in other.page
    assert "Dora" not in other.page


async def test_shows_ready_pictures_and_descriptions(world: World, alice: Person) -> None:
    made, path = await card(alice, see_notes="everyone")
    photo = await media(alice, made["id"], "photo", files.photo(400, 300), description="Us at the lake")
    drawing = await media(alice, made["id"], "drawing", strokes=files.STROKES)
    await note(alice, made["id"], "With a photo", name="Emil", media=[photo, drawing])
    one = Visitor(world)
    await one.open(path)
    assert 'alt="Us at the lake"' in one.page
    assert 'alt="A drawing"' in one.page


async def test_turns_pages_of_twenty_four(world: World, alice: Person) -> None:
    made, path = await card(alice, see_notes="everyone")
    for number in range(25):
        await note(alice, made["id"], f"Words number {number:02}.", name="Ana")
    one = Visitor(world)
    await one.open(path)
    assert one.page.count("Words number") == 23
    assert f'href="{path}?notes=2#others"' in one.page
    await one.open(f"{path}?notes=2")
    assert (one.page.count("Words number"), "Words number 24." in one.page) == (2, True)
    assert "notes=3" not in one.page
    await one.open(f"{path}?notes=99")
    assert f'href="{path}?notes=98#others"' in one.page


async def test_a_refused_form_loads_no_notes(world: World, alice: Person) -> None:
    _, path = await card(alice, see_notes="everyone")
    one = Visitor(world)
    answer = await one.sign(path, text="")
    assert answer.status_code == 422
    assert TITLE not in one.page


async def test_an_invitee_who_becomes_the_recipient_reads_nothing(world: World, alice: Person) -> None:
    """The control is an invitee with another address."""
    made, _ = await card(alice, see_notes="everyone")
    rows = await make.invitations(alice, made["id"], "maya@example.com", "noor@example.com")
    recipient = {"name": "Maya", "email": "maya@example.com"}
    await alice.patch(f"/api/cards/{made['id']}", {"recipients": [recipient]})
    for invitation, reads in zip(rows, (False, True), strict=True):
        one = Visitor(world)
        await one.open(path_of(invitation["link"]))
        assert ("For all to read" in one.page) is reads
