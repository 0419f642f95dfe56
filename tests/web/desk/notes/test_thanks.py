"""Recipients' thanks at the desk, and the removal of files of notes and thanks."""

import pytest

from tests import make
from tests.media import files
from tests.thanks.test_list import say
from tests.thanks.test_media import PHOTO, VOICE, said, thank
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import forms, press
from tests.web.view.card import finished, media, note
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk.notes import thanks

pytestmark = pytest.mark.anyio


async def test_shows_the_thanks_and_removes_a_file(alice: Person) -> None:
    card = await finished(alice, "Words")
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/give/thanks"
    await visitor.open(path)
    assert "No recipient has said thanks yet." in visitor.page
    await thank(alice.world, card, PHOTO | VOICE, text="How <lovely>", description="All of us")
    await visitor.open(path)
    assert "How &lt;lovely&gt;" in visitor.page
    assert 'alt="All of us"' in visitor.page
    assert "To everyone who signed" in visitor.page
    [photo, voice] = (await said(alice, card))[0]["media"]
    action = f"/desk/cards/{card['id']}/files/{photo['id']}/remove"
    fields = forms(visitor)[action]
    answer = await visitor.press(action, **fields)
    assert (answer.status_code, visitor.next) == (303, f"{path}?said=file_removed")
    again = await visitor.press(action, **fields)
    assert (again.status_code, visitor.next) == (303, f"{path}?said=file_removed")
    assert [each["id"] for each in (await said(alice, card))[0]["media"]] == [voice["id"]]
    await visitor.open(f"/desk/cards/{card['id']}/give")
    assert path in visitor.page


async def test_pages_have_a_number_of_messages(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thanks, "_EACH", 1)
    card = await finished(alice, "One")
    await say(alice, card, "To all of you")
    [written] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    await thank(alice.world, card, text="Dear Ana", note=written["id"])
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/give/thanks"
    await visitor.open(path)
    assert ("To all of you" in visitor.page, "Dear Ana" in visitor.page) == (True, False)
    assert "?page=2" in visitor.page
    await visitor.open(path + "?page=2")
    assert ("To all of you" in visitor.page, "Dear Ana" in visitor.page) == (False, True)


async def test_removes_a_photo_of_a_note(alice: Person, bob: Person) -> None:
    """An admin without the privilege has no button and is refused."""
    card = await make.card(alice)
    photo = await media(alice, card["id"], "photo", files.photo(40, 40))
    await note(alice, card["id"], "Look", name="Ana", media=[photo])
    await make.admin(alice, card["id"], bob)
    action, path = f"/desk/cards/{card['id']}/files/{photo}/remove", f"/desk/cards/{card['id']}/notes"
    reader = await signed_in(bob)
    await reader.open(path)
    assert action not in forms(reader)
    await reader.open(f"/desk/cards/{card['id']}/invitations")
    assert (await reader.press(action, back="notes")).status_code == 403
    visitor = await signed_in(alice)
    await visitor.open(path)
    assert (await press(visitor, action)).status_code == 303
    assert visitor.next == f"{path}?said=file_removed"
    [written] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    assert written["note"]["media"] == []


async def test_keeps_the_files_of_other_cards(alice: Person, mallory: Person) -> None:
    """Another account's card and an unknown card get the same response."""
    card, other = await make.card(alice), await make.card(alice)
    photo = await media(alice, card["id"], "photo", files.photo(40, 40))
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{other['id']}/notes/new")
    answer = await visitor.press(f"/desk/cards/{other['id']}/files/{photo}/remove", back="notes")
    assert answer.status_code == 303
    assert (await alice.get(f"/api/media/{photo}")).status_code == 200
    assert (
        await visitor.press(f"/desk/cards/{card['id']}/files/{photo}/remove", form_token="x")
    ).status_code == 403
    stranger = await signed_in(mallory)
    own = await make.card(mallory)
    seen = set[str]()
    for target in (card["id"], ids.new("card")):
        await stranger.open(f"/desk/cards/{own['id']}/notes/new")
        gone = await stranger.press(f"/desk/cards/{target}/files/{photo}/remove", back="notes")
        shown = await stranger.open(f"/desk/cards/{target}/give/thanks")
        assert (gone.status_code, shown.status_code) == (404, 404)
        seen.add(gone.text.replace(target, "").split("req_")[0])
    assert len(seen) == 1
    assert (await alice.get(f"/api/media/{photo}")).status_code == 200
