"""Photos, GIFs, drawings and recordings on a note, sent with the form or uploaded earlier."""

import json
import re
from typing import Any

import pytest

from tests import make
from tests.media.files import animated, gif, located, phone_photo, photo
from tests.media.sounds import mp4
from tests.web.signing.test_sign import notes, shared
from tests.web.visitor import Visitor
from tests.world import World

pytestmark = pytest.mark.anyio

STROKES = json.dumps([{"ink": "rust", "width": 14, "points": [[10, 10], [200, 120], [400, 60]]}])


def chosen(name: str, content: bytes, kind: str = "image/jpeg") -> dict[str, Any]:
    return {name: ("my secret file name.jpg", content, kind)}


async def media(world: World, card: dict[str, Any]) -> list[dict[str, Any]]:
    rows = await world.owner.fetch(
        "select kind, description, transcript, contribution_id from media where card_id = $1 order by kind",
        card["id"],
    )
    return [dict(each) for each in rows]


async def test_takes_a_photo_with_its_description(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(path, chosen("photo", located()), description="Four friends at the sea")
    assert answer.status_code == 303
    [kept] = await media(world, card)
    assert (kept["kind"], kept["description"]) == ("photo", "Four friends at the sea")
    assert kept["contribution_id"] is not None
    await visitor.open(f"{path}/signed")
    assert 'alt="Four friends at the sea"' in visitor.page
    found = re.search(r'<img src="(/media/[^"]+)"', visitor.page)
    assert found is not None
    picture = await world.client.get(found[1])
    assert picture.status_code == 200
    assert b"Secret" not in picture.content


async def test_takes_a_drawing_a_recording_and_a_gif_at_once(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    files = {**chosen("voice", mp4(4), "audio/mp4"), **chosen("gif", gif(), "image/gif")}
    answer = await visitor.sign(path, files, drawing=STROKES, transcript="Happy birthday to you")
    assert answer.status_code == 303
    assert [each["kind"] for each in await media(world, card)] == ["drawing", "gif", "voice"]
    assert (await media(world, card))[2]["transcript"] == "Happy birthday to you"
    await visitor.open(f"{path}/signed")
    assert "<audio" in visitor.page
    assert visitor.page.count('<img src="/media/') == 2
    await visitor.open(path)
    assert visitor.page.count('name="without"') == 3


@pytest.mark.parametrize("kind", ["photo", "gif", "drawing", "voice"])
async def test_a_note_needs_no_words(world: World, kind: str) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    content = {"photo": photo(), "gif": gif(), "voice": mp4(4)}
    sent = chosen(kind, content[kind]) if kind in content else None
    answer = await visitor.sign(path, sent, text=" ", **({} if sent else {"drawing": STROKES}))
    assert answer.status_code == 303, visitor.page
    [note] = await notes(world, card)
    assert (note["note"]["text"], len(note["note"]["media"])) == ("", 1)
    await visitor.open(f"{path}/signed")
    assert "c-note-text" not in visitor.page.partition("<article")[2]
    assert 'alt=""' not in visitor.page.partition("<article")[2]
    await visitor.open(path)
    assert (await visitor.send(path, text="", ink="rust")).status_code == 303
    [note] = await notes(world, card)
    assert (note["note"]["ink"], len(note["note"]["media"])) == ("rust", 1)


async def test_refuses_an_empty_note(world: World) -> None:
    """Includes the removal of the only picture of a note without text."""
    card, path = await shared(world)
    visitor = Visitor(world)
    says = "Write a few words, or add a photo, drawing or voice note"
    assert (await visitor.sign(path, text=" \n ")).status_code == 422
    assert says in visitor.page
    assert (await visitor.sign(path, chosen("photo", photo()), text="")).status_code == 303
    await visitor.open(path)
    [kept] = visitor.hidden()["media"]
    assert (await visitor.send(path, text="", without=kept, media=kept)).status_code == 422
    assert says in visitor.page
    assert len((await notes(world, card))[0]["note"]["media"]) == 1


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("photo", gif(), "gif"),
        ("photo", animated("WEBP"), "gif"),
        ("photo", animated("PNG"), "gif"),
        ("gif", animated("WEBP"), "gif"),
        ("gif", photo(form="PNG"), "photo"),
    ],
)
async def test_a_picture_is_a_gif_if_it_moves(world: World, name: str, content: bytes, kind: str) -> None:
    card, path = await shared(world)
    await Visitor(world).sign(path, chosen(name, content))
    assert [each["kind"] for each in await media(world, card)] == [kind]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("photo", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Choose a JPEG, PNG, WebP or GIF"),
        ("photo", b"\xff\xd8\xff" + b"x" * 46_000_000, "This file is too large. Pictures can be up to 20 MB"),
        ("photo", b"\xff\xd8\xff\xe0 nothing behind", "We couldn't read this file. Choose another one"),
        ("gif", b"not a gif", "Choose a JPEG, PNG, WebP or GIF"),
        ("photo", phone_photo(b"heic"), "in the HEIC format. Save it as a JPEG"),
        ("gif", phone_photo(b"avif"), "in the AVIF format. Open it in a photo app"),
        ("voice", mp4(2, codec=b"alac"), "in the Apple Lossless format"),
        ("voice", mp4(90), "one minute"),
        ("voice", b"x" * 1000, "an MP3, MP4, WebM or Ogg voice note"),
    ],
)
async def test_explains_a_refused_file_and_keeps_the_text(
    world: World, name: str, content: bytes, says: str
) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(path, chosen(name, content), text="These stay", drawing=STROKES)
    assert answer.status_code == 422
    assert re.search(rf'id="{name}-fault" role="alert">.*{says}', visitor.page)
    assert re.search(rf'id="{name}" [^>]*aria-describedby="{name}-fault" autofocus>', visitor.page)
    assert "These stay</textarea>" in visitor.page
    assert visitor.page.count('name="media"') == 1
    assert await notes(world, card) == []


async def test_a_photo_of_a_refused_form_need_not_be_chosen_again(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    assert (await visitor.sign(path, chosen("photo", photo()), name="", drawing=STROKES)).status_code == 422
    assert visitor.page.count('name="media"') == 2
    assert (await visitor.send(path, text="Now with words")).status_code == 303
    [note] = await notes(world, card)
    kept = await media(world, card)
    assert [each["kind"] for each in kept] == ["drawing", "photo"]
    assert {each["contribution_id"] for each in kept} == {note["id"]}


async def test_erases_removed_files(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, chosen("photo", photo()))
    await visitor.open(path)
    [kept] = visitor.hidden()["media"]
    assert (await visitor.send(path, without=kept)).status_code == 303
    assert await media(world, card) == []


async def test_several_photos_are_added_described_ordered_and_removed(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    both = [("photo", (f"{each}.jpg", photo(), "image/jpeg")) for each in range(2)]
    assert (await visitor.sign(path, both, drawing=STROKES)).status_code == 303
    await visitor.open(path)
    one, two, _ = visitor.hidden()["media"]
    described = {f"alt-{one}": "The sea", f"alt-{two}": "A boat"}
    kept = {"media": visitor.hidden()["media"], "first": two, **described}
    assert (await visitor.send(path, chosen("photo", gif()), description="A wave", **kept)).status_code == 303
    [note] = await notes(world, card)
    assert note["note"]["media"][:2] == [two, one]
    await visitor.open(f"{path}/signed")
    assert re.findall(r'alt="(A boat|The sea|A wave)"', visitor.page) == ["A boat", "The sea", "A wave"]
    assert visitor.page.count('class="c-album"') == 1
    await visitor.open(path)
    kept = {"media": visitor.hidden()["media"], "without": one, f"alt-{two}": ""}
    assert (await visitor.send(path, **kept)).status_code == 303
    rows = await media(world, card)
    assert [(each["kind"], each["description"]) for each in rows] == [
        ("drawing", None), ("gif", "A wave"), ("photo", None),
    ]  # fmt: skip


async def test_a_fifth_photo_is_refused_and_four_are_kept(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    five = [("photo", (f"{each}.jpg", photo(), "image/jpeg")) for each in range(5)]
    assert (await visitor.sign(path, five)).status_code == 422
    assert re.search(r'id="photo-fault" role="alert">.*up to four photos and GIFs', visitor.page)
    kept = visitor.hidden()["media"]
    assert (len(kept), await notes(world, card)) == (4, [])
    assert (await visitor.send(path, media=kept)).status_code == 303
    assert [each["kind"] for each in await media(world, card)] == ["photo"] * 4


async def test_a_file_sent_ahead_waits_for_its_note(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    page = visitor.page
    answer = await visitor.request(
        "POST",
        f"{path}/media",
        data={"form_token": visitor.token(), "kind": "photo"},
        files=chosen("file", photo()),
        headers={"Accept": "*/*"},
    )
    assert answer.status_code == 201
    made = answer.json()
    assert (made["kind"], made["status"]) == ("photo", "ready")
    visitor.page = page
    assert (await visitor.send(path, media=made["id"], description="A boat")).status_code == 303
    [kept] = await media(world, card)
    assert (kept["description"], kept["contribution_id"] is not None) == ("A boat", True)


@pytest.mark.parametrize(
    ("fields", "content", "status"),
    [
        ({"kind": "photo"}, b"<svg/>", 415),
        ({"kind": "photo"}, b"", 422),
        ({"kind": "logo"}, b"x", 400),
        ({"kind": "photo", "form_token": "x"}, b"x", 403),
        ({"kind": "photo"}, b"x" * (22 * 1024 * 1024), 413),
        ({"kind": "voice"}, mp4(90), 413),
    ],
)
async def test_explains_why_an_uploaded_file_is_refused(
    world: World, fields: dict[str, str], content: bytes, status: int
) -> None:
    card, path = await shared(world)
    visitor = Visitor(world, **{"Accept-Language": "de"})
    await visitor.open(path)
    data = {"form_token": visitor.token(), **fields}
    answer = await visitor.request("POST", f"{path}/media", data=data, files=chosen("file", content))
    assert answer.status_code == status
    assert answer.json()["message"] != ""
    assert await media(world, card) == []


async def test_a_closed_card_takes_no_file(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    token = visitor.token()
    await world.alice.post(f"/api/cards/{card['id']}/close")
    data = {"form_token": token, "kind": "photo"}
    answer = await visitor.request("POST", f"{path}/media", data=data, files=chosen("file", photo()))
    assert answer.status_code == 409
    assert answer.json() == {"message": "This card is closed"}


async def test_the_file_of_somebody_elses_note_cannot_be_taken(world: World) -> None:
    card, path = await shared(world)
    visitor, mallory = Visitor(world), Visitor(world)
    await visitor.sign(path, chosen("photo", photo()))
    await visitor.open(path)
    [taken] = visitor.hidden()["media"]
    foreign = (await make.card(world.mallory))["id"]
    for media_id in (taken, foreign, "nonsense"):
        answer = await mallory.sign(f"{path}?another=1", media=media_id)
        assert answer.status_code == 422
        assert "A file was deleted because the page was open for too long" in mallory.page
        assert taken not in mallory.page
    [kept] = await media(world, card)
    assert len(await notes(world, card)) == 1
    assert kept["contribution_id"] == (await notes(world, card))[0]["id"]


@pytest.mark.parametrize("field", ["media", "description", "transcript", "drawing"])
async def test_refuses_a_null_character_and_keeps_the_text(world: World, field: str) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(path, **{field: "a\x00b"}, text="These stay")
    assert answer.status_code == 422
    assert "These stay</textarea>" in visitor.page


async def test_reports_a_long_description_and_does_not_truncate_it(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(path, chosen("photo", photo()), description="x" * 301)
    assert answer.status_code == 422
    assert "Shorten the description to 300 characters or fewer" in visitor.page
    assert (await visitor.send(path, description="x" * 300)).status_code == 303
    assert [each["description"] for each in await media(world, card)] == ["x" * 300]


async def test_shows_the_files_of_a_note_in_one_order_and_how_long_a_recording_is(world: World) -> None:
    """Covers the author's pages, and those of other signers."""
    _, path = await shared(world)
    author, other = Visitor(world), Visitor(world)
    files = {**chosen("voice", mp4(4), "audio/mp4"), **chosen("photo", photo())}
    assert (await author.sign(path, files, drawing=STROKES)).status_code == 303
    assert (await other.sign(path, name="Sami")).status_code == 303
    for visitor, at in ((author, f"{path}/signed"), (author, path), (other, path), (other, f"{path}/signed")):
        await visitor.open(at)
        note = visitor.page.partition('id="others"')[2] if visitor is other else visitor.page
        names = re.findall(r"Your drawing|A drawing|Your photo|A photo|Voice message", note)
        kinds = [each.split()[-1].replace("message", "voice") for each in dict.fromkeys(names)]
        assert kinds == ["photo", "drawing", "voice"], at
        assert "4 seconds" in note, at
