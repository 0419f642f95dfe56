"""Publish the notes that wait for review by one press."""

import asyncio
import re
from typing import Any

import pytest

from tests import make
from tests.web.desk.notes.test_list import page_of, status, write
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import press
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.web.desk.notes import publish_all

pytestmark = pytest.mark.anyio


async def waiting(alice: Person, *texts: str) -> dict[str, Any]:
    """Returns a card on which these notes wait for review."""
    card = await make.card(alice, moderation="pre")
    for text in texts:
        await Visitor(alice.world).sign(path_of(card["sign_url"]), text=text)
    return card


async def statuses(alice: Person, card: dict[str, Any]) -> list[tuple[str, str]]:
    listed = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    return sorted((each["note"]["text"], each["note"]["status"]) for each in listed)


async def test_publishes_all_waiting_notes_and_no_others(alice: Person) -> None:
    card, other = await waiting(alice, "First", "Second"), await waiting(alice, "On another card")
    hidden = await write(alice, card, "Hidden")
    assert (await alice.post(f"/api/cards/{card['id']}/contributions/{hidden}/hide")).status_code == 200
    desk = await signed_in(alice)
    await desk.open(page_of(card))
    assert "Publish all 2 waiting notes" in desk.page
    assert (await press(desk, page_of(card, "/publish"))).status_code == 303
    await desk.open(desk.next)
    assert "2 notes are on the card." in desk.page
    assert "waiting note" not in desk.page
    assert await statuses(alice, card) == [
        ("First", "published"), ("Hidden", "hidden"), ("Second", "published"),
    ]  # fmt: skip
    assert await statuses(alice, other) == [("On another card", "pending")]


async def test_two_presses_publish_each_note_once(alice: Person) -> None:
    card = await waiting(alice, "First", "Second", "Third")
    desks = [await signed_in(alice), await signed_in(alice)]
    for desk in desks:
        await desk.open(page_of(card))
    answers = await asyncio.gather(*(press(desk, page_of(card, "/publish")) for desk in desks))
    assert {each.status_code for each in answers} == {303}
    counted = [int(found[1]) for desk in desks if (found := re.search(r"[?&]n=(\d+)", desk.next))]
    assert sum(counted) == 3
    events = (await alice.get("/api/events", params={"type": "contribution.published"})).json()["data"]
    assert len(events) == 3


async def test_publishes_a_limited_number_by_one_press(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish_all, "_EACH", 1)
    monkeypatch.setattr(publish_all, "MOST", 2)
    card = await waiting(alice, "First", "Second", "Third")
    desk = await signed_in(alice)
    await desk.open(page_of(card))
    await press(desk, page_of(card, "/publish"))
    await desk.open(desk.next)
    assert "2 notes are on the card." in desk.page
    assert "Publish 1 waiting note" in desk.page
    await desk.open(f"/desk/cards/{card['id']}/closing")
    await press(desk, f"/desk/cards/{card['id']}/close", notes="publish")
    assert desk.next.startswith(f"/desk/cards/{card['id']}/give")


async def test_closing_asks_again_about_notes_that_still_wait(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish_all, "_EACH", 1)
    monkeypatch.setattr(publish_all, "MOST", 2)
    card = await waiting(alice, "First", "Second", "Third")
    desk = await signed_in(alice)
    await desk.open(f"/desk/cards/{card['id']}/closing")
    await press(desk, f"/desk/cards/{card['id']}/close", notes="publish")
    assert desk.next == f"/desk/cards/{card['id']}/closing"
    await desk.open(desk.next)
    assert "1 note waits for you" in desk.page
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "open"


async def test_needs_the_privilege_to_change_the_card(alice: Person, bob: Person, mallory: Person) -> None:
    card = await waiting(alice, "First")
    await make.admin(alice, card["id"], bob)
    for person, expected in ((bob, 403), (mallory, 404)):
        desk = await signed_in(person)
        if person is bob:
            await desk.open(page_of(card))
            assert "waiting note" not in desk.page
        else:
            await desk.open("/desk")
        assert (await desk.press(page_of(card, "/publish"))).status_code == expected
    assert [each for _, each in await statuses(alice, card)] == ["pending"]


async def test_leaves_a_note_that_was_edited_since_it_was_listed(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An author edits the note between the list and its publication: the new words wait for review."""
    card = await waiting(alice, "First")
    [note] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    call = publish_all.call

    async def edited(*args: Any, **given: Any) -> Any:
        if args[3].startswith("POST"):
            await alice.world.owner.execute(
                "update contributions set version = version + 1 where id = $1", note["id"]
            )
        return await call(*args, **given)

    monkeypatch.setattr(publish_all, "call", edited)
    desk = await signed_in(alice)
    await desk.open(page_of(card))
    await press(desk, page_of(card, "/publish"))
    assert await status(alice, card, note["id"]) == "pending"
