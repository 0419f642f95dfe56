"""Add a note in someone else's name at the desk."""

from typing import Any

import pytest

from tests import make
from tests.media import files
from tests.media.sounds import mp4
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio


async def notes(alice: Person, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]


async def send(visitor: Visitor, card: dict[str, Any], **fields: str) -> int:
    path = f"/desk/cards/{card['id']}/notes/new"
    hidden = {name: visitor.value(name) for name in ("form_token", "form_key")}
    return (await visitor.press(path, **{**hidden, **fields})).status_code


async def test_adds_a_note_in_someones_name(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/notes/new")
    fields = {
        "name": "Grandma Ilse",
        "text": "Dear Maya,\r\nhugs",
        "paper": "mint",
        "visibility": "recipient",
    }
    given = {name: visitor.value(name) for name in ("form_token", "form_key")}
    assert [await send(visitor, card, **given, **fields) for _ in range(2)] == [303, 303]  # pressed twice
    [made] = await notes(alice, card)
    assert (made["name"], made["note"]["text"]) == ("Grandma Ilse", "Dear Maya,\nhugs")
    assert (made["note"]["paper"], made["note"]["visibility"]) == ("mint", "recipient")


async def test_keeps_what_was_typed(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/notes/new")
    assert await send(visitor, card, name="", text="Hugs & <kisses>", paper="sky") == 422
    assert "Whose note is it?" in visitor.page
    assert "Hugs &amp; &lt;kisses&gt;" in visitor.page
    assert 'value="sky" checked' in visitor.page
    assert visitor.page.count('aria-invalid="true"') == 1
    assert await send(visitor, card, name="Ilse", text=" ") == 422
    assert "Please write something." in visitor.page
    assert 'value="Ilse"' in visitor.page
    assert await send(visitor, card, name="x" * 101, text="Hugs") == 422
    assert 'aria-describedby="name-fault"' in visitor.page
    assert await notes(alice, card) == []


async def test_a_card_that_closed_meanwhile_keeps_the_text(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/notes/new")
    await alice.patch(f"/api/cards/{card['id']}", {"contribution_limit": 1})
    await alice.post(f"/api/cards/{card['id']}/contributions", {"name": "Noor", "note": {"text": "First"}})
    assert await send(visitor, card, name="Ilse", text="Second") == 409
    assert "Nothing was saved" in visitor.page
    assert "Second" in visitor.page
    assert len(await notes(alice, card)) == 1
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(f"/desk/cards/{card['id']}/notes/new")
    assert "isn't open" in visitor.page.replace("&#39;", "'")


async def test_is_only_for_the_owner(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, invite_contributors=True)
    visitor = await signed_in(bob)
    assert (await visitor.open(f"/desk/cards/{card['id']}/notes/new")).status_code == 403
    await visitor.open(f"/desk/cards/{card['id']}")
    fields = {"form_token": visitor.token(), "form_key": "1", "name": "Noor", "text": "Hi"}
    answer = await visitor.press(f"/desk/cards/{card['id']}/notes/new", **fields)
    assert answer.status_code == 403
    assert await notes(alice, card) == []


async def test_adds_a_photo_and_a_recording(alice: Person) -> None:
    card = await make.card(alice)
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/notes/new"
    await visitor.open(path)
    hidden = {name: visitor.value(name) for name in ("form_token", "form_key")}
    chosen = {"photo": ("a.jpg", files.photo(40, 40), "image/jpeg"), "voice": ("a", mp4(4), "audio/mp4")}
    body = {**hidden, "name": "Ilse", "text": "", "description": "Us"}
    for _ in range(2):  # pressed twice
        answer = await visitor.request("POST", path, files=chosen, data=body)
        assert answer.status_code == 303, answer.text
    [made] = await notes(alice, card)
    kinds = [(await alice.get(f"/api/media/{each}")).json() for each in made["note"]["media"]]
    assert [(each["kind"], each["description"]) for each in kinds] == [("photo", "Us"), ("voice", None)]


async def test_keeps_a_file_while_the_rest_is_corrected(alice: Person) -> None:
    card = await make.card(alice)
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/notes/new"
    await visitor.open(path)
    hidden = {name: visitor.value(name) for name in ("form_token", "form_key")}
    wrong = {"photo": ("a.txt", b"not a picture", "image/jpeg")}
    answer = await visitor.request("POST", path, files=wrong, data={**hidden, "name": "Ilse", "text": "Hi"})
    assert answer.status_code == 422
    assert "Choose a JPEG, PNG, WebP or GIF image" in visitor.page
    assert 'aria-describedby="photo-hint photo-fault"' in visitor.page
    hidden = {name: visitor.value(name) for name in ("form_token", "form_key")}
    right = {"photo": ("a.jpg", files.photo(40, 40), "image/jpeg")}
    answer = await visitor.request("POST", path, files=right, data={**hidden, "name": "", "text": "Hi"})
    assert answer.status_code == 422
    assert "1 file is kept for this note." in visitor.page
    hidden = {name: visitor.value(name) for name in ("form_token", "form_key", "media")}
    assert (await visitor.press(path, **hidden, name="Ilse", text="Hi")).status_code == 303
    [made] = await notes(alice, card)
    assert made["note"]["media"] == [hidden["media"]]
