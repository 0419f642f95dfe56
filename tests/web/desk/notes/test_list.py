"""The notes of a card at the desk: the queue, buttons, privileges and concurrent changes."""

import re
from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import forms, press
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import ids
from wellwish.web.desk.notes import list as notes

pytestmark = pytest.mark.anyio


async def write(alice: Person, card: dict[str, Any], text: str = "All the best", **fields: Any) -> str:
    body = {"name": "Noor", "note": {"text": text}, **fields}
    answer = await alice.post(f"/api/cards/{card['id']}/contributions", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def status(alice: Person, card: dict[str, Any], note: str) -> str:
    return (await alice.get(f"/api/cards/{card['id']}/contributions/{note}")).json()["note"]["status"]


def page_of(card: dict[str, Any], query: str = "") -> str:
    return f"/desk/cards/{card['id']}/notes{query}"


def buttons(visitor: Visitor, note: str) -> set[str]:
    actions = (action.partition("?")[0] for action in forms(visitor))
    return {action.rpartition("/")[2] for action in actions if f"/{note}/" in action}


async def report(world: World, card: dict[str, Any], note: str, text: str) -> None:
    visitor, path = Visitor(world), f"{path_of(card['view_url'])}/report"
    await visitor.open(path)
    answer = await visitor.press(path, note=note, reason="spam", text=text)
    assert answer.status_code == 303, answer.text


async def test_moves_a_note_through_its_states(alice: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    visitor = await signed_in(alice)
    for action, shown, after in (
        ("hide", {"hide", "reject", "delete"}, "hidden"),
        ("reject", {"publish", "reject", "delete"}, "rejected"),
        ("publish", {"publish", "delete"}, "published"),
        ("delete", {"hide", "reject", "delete"}, "deleted"),
    ):
        await visitor.open(page_of(card))
        assert buttons(visitor, note) == shown
        answer = await press(visitor, page_of(card, f"/{note}/{action}"))
        said = after if after != "deleted" else "erased"
        assert (answer.status_code, visitor.next) == (303, page_of(card, f"?said={said}"))
        assert await status(alice, card, note) == after
    await visitor.open(page_of(card))
    assert note not in visitor.page


async def test_the_queue_has_waiting_notes_and_stays_open(alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    visitor = Visitor(alice.world)
    for text in ("First", "Second"):
        visitor.cookies = {}
        await visitor.sign(path_of(card["sign_url"]), text=text)
    await write(alice, card, "From the owner")
    desk = await signed_in(alice)
    await desk.open(page_of(card, "?show=pending"))
    assert "First" in desk.page
    assert "Second" in desk.page
    assert "From the owner" not in desk.page
    action = next(each for each in forms(desk) if "/notes/ctb_" in each and "/publish" in each)
    assert (await press(desk, action)).status_code == 303
    assert desk.next == page_of(card, "?show=pending&said=published")


async def test_shows_reports_with_their_texts_to_moderators_only(
    world: World, alice: Person, bob: Person
) -> None:
    card = await make.card(alice, public_read=True)
    note, other = await write(alice, card, "A rude joke"), await write(alice, card, "A kind word")
    await alice.post(f"/api/cards/{card['id']}/close")
    await report(world, card, note, "<b>Not nice</b>")
    visitor = await signed_in(alice)
    await visitor.open(page_of(card, "?show=reported"))
    assert note in visitor.page
    assert other not in visitor.page
    assert "&lt;b&gt;Not nice&lt;/b&gt;" in visitor.page
    assert "Spam" in visitor.page
    await make.admin(alice, card["id"], bob)
    reader = await signed_in(bob)
    await reader.open(page_of(card, "?show=reported"))
    assert other in reader.page  # the whole list
    assert "Not nice" not in reader.page
    assert "1 report" not in reader.page


async def test_an_admin_has_the_buttons_of_their_privileges(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    admin = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(page_of(card))
    assert buttons(visitor, note) == set()
    fields = {"form_token": visitor.token(), "version": "1"}
    assert (await visitor.press(page_of(card, f"/{note}/hide"), **fields)).status_code == 403
    assert await status(alice, card, note) == "published"
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    await visitor.open(page_of(card))
    assert (await press(visitor, page_of(card, f"/{note}/hide"))).status_code == 303
    assert await status(alice, card, note) == "hidden"


async def test_shows_a_change_in_between(alice: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    await alice.post(f"/api/cards/{card['id']}/contributions/{note}/hide")
    answer = await press(visitor, page_of(card, f"/{note}/reject"))
    assert answer.status_code == 409
    assert "Someone changed this note" in visitor.page
    assert await status(alice, card, note) == "hidden"
    assert buttons(visitor, note) == {"publish", "reject", "delete"}  # the current state
    assert (await press(visitor, page_of(card, f"/{note}/reject"))).status_code == 303


async def test_an_archived_card_has_no_buttons(alice: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    for action in ("close", "archive"):
        await alice.post(f"/api/cards/{card['id']}/{action}")
    answer = await press(visitor, page_of(card, f"/{note}/hide"))
    assert (answer.status_code, buttons(visitor, note)) == (409, set())
    assert await status(alice, card, note) == "published"


async def test_pages_through_many_notes(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "_COUNT", 2)
    card = await make.card(alice)
    written = [await write(alice, card, f"Note {number}") for number in range(5)]
    visitor = await signed_in(alice)
    path, seen = page_of(card), list[str]()
    for _ in range(3):
        await visitor.open(path)
        seen += [note for note in reversed(written) if note in visitor.page]
        path = "".join(re.findall(r'<a class="c-quiet" href="([^"]+cursor=[^"]+)"', visitor.page))
    assert (seen, path) == (written[::-1], "")
    assert (await visitor.open(page_of(card, "?cursor=nonsense"))).status_code == 303


async def test_shows_no_author_of_an_anonymous_note(alice: Person) -> None:
    card = await make.card(alice)
    await write(alice, card, anonymous=True)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    assert "Anonymous" in visitor.page
    assert "Noor" not in visitor.page


async def test_downloads_the_notes(alice: Person) -> None:
    card = await make.card(alice)
    await write(alice, card, "=1+1")
    visitor = await signed_in(alice)
    answer = await visitor.open(page_of(card, ".csv"))
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert ',"\'=1+1",' in answer.text


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    visitor = await signed_in(mallory)
    await visitor.open("/desk")
    fields = {"form_token": visitor.token(), "version": "1"}
    pages: dict[str, set[str]] = {}
    for card_id in (card["id"], ids.new("card")):
        for path in ("/notes", "/notes.csv", "/notes/new", f"/notes/{note}/hide"):
            if path.endswith("hide"):
                answer = await visitor.press(f"/desk/cards/{card_id}{path}", **fields)
            else:
                answer = await visitor.open(f"/desk/cards/{card_id}{path}")
            assert answer.status_code == 404
            text = answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD")
            pages.setdefault(path, set()).add(text)
    assert {len(texts) for texts in pages.values()} == {1}
    owner = await signed_in(alice)  # the control
    assert (await owner.open(page_of(card))).status_code == 200
    assert await status(alice, card, note) == "published"


async def test_refuses_a_form_of_another_site(alice: Person) -> None:
    card = await make.card(alice)
    note = await write(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    fields = forms(visitor)[page_of(card, f"/{note}/hide")]
    path = page_of(card, f"/{note}/hide")
    assert (await visitor.press(path, **{**fields, "form_token": "1.x"})).status_code == 403
    headers = {"Origin": "https://evil.example"}
    assert (await visitor.request("POST", path, data=fields, headers=headers)).status_code == 403
    assert await status(alice, card, note) == "published"
    assert (await visitor.press(path, **fields)).status_code == 303  # the control
