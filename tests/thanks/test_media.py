"""The photo and the recording of a recipient's thanks: who sees them, and when they are deleted."""

import asyncio
import io
import json
import re
import zipfile
from typing import Any

import pypdf
import pytest

from tests import make
from tests.contributions.signing import own_url, removes, signs
from tests.media import files
from tests.media.sounds import mp4
from tests.thanks.test_list import events
from tests.web.view.card import HTML, finished, media, own_link, page
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.cards import erase

pytestmark = pytest.mark.anyio

PHOTO = {"photo": ("my secret name.jpg", files.located(), "image/jpeg")}
VOICE = {"voice": ("voice", mp4(4), "audio/mp4")}


async def thank(
    world: World, card: dict[str, Any], chosen: Any = None, status: int = 303, **fields: Any
) -> Visitor:
    """Sends the form as a browser without scripts does, to one author with ``note``."""
    visitor, path = Visitor(world), f"{path_of(own_link(card))}/thanks"
    query = f"?note={fields['note']}" if "note" in fields else ""
    await visitor.open(path + query)
    body = {"form_token": visitor.token(), "text": "Thank you", **fields}
    answer = await visitor.request("POST", path, files=chosen or {"none": ("", b"")}, data=body)
    assert answer.status_code == status, answer.text
    return visitor


async def said(person: Person, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await person.get(f"/api/cards/{card['id']}/thanks")).json()["data"]


def addresses(text: str) -> list[str]:
    return re.findall(r'class="c-said"[^>]* src="(/media/[^"]+)"', text)


async def signed(alice: Person) -> tuple[dict[str, Any], dict[str, str], list[str]]:
    """Returns a closed card, the links of Ana and Ben, who signed it, and the IDs of their notes."""
    card = await make.card(alice, recipients=[{"name": "Maya"}, {"name": "Noor"}], public_read=True)
    invited = await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com")
    rows = [(await signs(alice.world, each["link"])).row for each in invited]
    await alice.post(f"/api/cards/{card['id']}/close")
    links = {name: own_url(alice.world, row) for name, row in zip(("ana", "ben"), rows, strict=True)}
    return card, links, [row.id for row in rows]


async def test_everyone_who_signed_sees_the_photo_and_hears_the_recording(alice: Person) -> None:
    card, links, _ = await signed(alice)
    await thank(alice.world, card, PHOTO | VOICE, description="All of us", transcript="Thank you all")
    [record] = await said(alice, card)
    assert [(each["kind"], each["status"], each["recipient_id"]) for each in record["media"]] == [
        (kind, "ready", card["recipients"][0]["id"]) for kind in ("photo", "voice")
    ]
    assert [each["contribution_id"] for each in record["media"]] == [None, None]
    for address in (links["ana"], links["ben"], own_link(card) + "?as=board", own_link(card) + "?inside"):
        text = await page(alice, address)
        found = addresses(text)
        assert len(found) == 2, address
        assert 'alt="All of us"' in text
        assert "Thank you all" in text
        answers = [await alice.world.client.get(each) for each in found]
        assert [each.status_code for each in answers] == [200, 200]
        assert not any(b"Secret" in each.content for each in answers)
    assert addresses(await page(alice, card["view_url"] + "?as=board")) == []
    fetched = await alice.get(f"/api/media/{record['media'][0]['id']}")
    assert fetched.json() == record["media"][0]


async def test_a_photo_for_one_author_is_seen_by_that_author_and_the_recipient(alice: Person) -> None:
    """The control is the photo for everyone, which the other author sees, too."""
    card, links, notes = await signed(alice)
    await thank(alice.world, card, VOICE, text="", note=notes[0])
    assert len(addresses(await page(alice, links["ana"]))) == 1
    own = own_link(card)
    assert "Voice message" in (await page(alice, own + "?as=board")).partition('class="v-answer"')[2]
    assert len(addresses(await page(alice, f"{own}/thanks?note={notes[0]}"))) == 1
    other = card["recipients"][1]["view_url"]
    for link in (links["ben"], card["view_url"] + "?as=board", other + "?as=board", own + "/thanks"):
        assert addresses(await page(alice, link)) == [], link
    await thank(alice.world, card, PHOTO)
    assert len(addresses(await page(alice, links["ben"]))) == 1


async def test_a_file_replaces_the_former_one_and_the_same_file_does_not(alice: Person) -> None:
    card = await finished(alice, "Words")
    for _ in range(2):
        await thank(alice.world, card, PHOTO)
    [before] = (await said(alice, card))[0]["media"]
    assert len(await events(alice)) == 1
    await thank(alice.world, card, {"photo": ("b.png", files.photo(64, 64, "PNG"), "image/png")})
    [after] = (await said(alice, card))[0]["media"]
    assert (after["id"] != before["id"], after["width"]) == (True, 64)
    assert len(await events(alice)) == 2
    assert (await alice.world.client.get(path_of(before["files"][0]["url"]))).status_code == 404
    assert (await alice.world.client.get(path_of(after["files"][0]["url"]))).status_code == 200


async def test_two_at_once_leave_one_photo(alice: Person) -> None:
    card = await finished(alice, "Words")
    path = f"{path_of(own_link(card))}/thanks"
    visitor = Visitor(alice.world)
    await visitor.open(path)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    headers, body = {**HTML, "Cookie": cookie}, {"form_token": visitor.token(), "text": "Thanks"}
    answers = await asyncio.gather(
        *(
            alice.world.client.post(
                path, files={"photo": ("a", files.photo(40 + each, 40))}, headers=headers, data=body
            )
            for each in range(3)
        )
    )
    assert [each.status_code for each in answers] == [303, 303, 303]
    assert len((await said(alice, card))[0]["media"]) == 1
    assert await alice.world.owner.fetchval("select count(*) from media") == 1


async def test_a_file_is_removed_and_with_the_last_one_the_thanks(alice: Person) -> None:
    card = await finished(alice, "Words")
    await thank(alice.world, card, PHOTO | VOICE, text="")
    [record] = await said(alice, card)
    assert (record["text"], len(record["media"])) == ("", 2)
    await thank(alice.world, card, text="", without="voice")
    [record] = await said(alice, card)
    assert [each["kind"] for each in record["media"]] == ["photo"]
    deleted = await alice.delete(f"/api/media/{record['media'][0]['id']}")
    assert deleted.status_code == 204
    assert await said(alice, card) == []
    assert "v-said" not in (await page(alice, own_link(card) + "?as=board")).partition("</style>")[2]
    await thank(alice.world, card, text="", without="photo")
    assert await alice.world.owner.fetchval("select count(*) from thanks") == 0
    assert await alice.world.owner.fetchval("select count(*) from media") == 0


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"photo": ("a.gif", files.gif(), "image/gif")}, "Choose a JPEG, PNG or WebP image"),
        ({"photo": ("a.heic", files.phone_photo(b"heic"), "image/heic")}, "in the HEIC format"),
        ({"voice": ("a", mp4(90), "audio/mp4")}, "voice notes up to one minute"),
        ({"voice": ("a", b"nothing", "audio/mp4")}, "Choose an MP3, MP4, WebM or Ogg voice note"),
    ],
)
async def test_explains_a_refused_file_and_keeps_the_text(alice: Person, chosen: Any, says: str) -> None:
    card = await finished(alice, "Words")
    visitor = await thank(alice.world, card, PHOTO | chosen, status=422, text="How lovely", transcript="La")
    assert says in visitor.page
    assert "How lovely" in visitor.page
    assert await said(alice, card) == []
    assert await alice.world.owner.fetchval("select count(*) from media") == 0


async def test_a_photo_of_thanks_does_not_move(alice: Person) -> None:
    card = await finished(alice, "Words")
    await thank(alice.world, card, {"photo": ("a.webp", files.animated("WEBP"), "image/webp")})
    [photo] = (await said(alice, card))[0]["media"]
    assert photo["kind"] == "photo"
    assert {each["name"] for each in photo["files"]} == {"480.webp", "1600.webp", "1600.jpg"}


async def test_other_notes_and_accounts_cannot_use_the_file(
    alice: Person, bob: Person, mallory: Person
) -> None:
    """No note and no other account can use the file, and an admin with read access cannot delete it."""
    card = await finished(alice, "Words")
    await thank(alice.world, card, PHOTO)
    [photo] = (await said(alice, card))[0]["media"]
    other = await make.card(alice)
    for target in (card, other):
        body = {"name": "Noor", "note": {"text": "Mine", "media": [photo["id"]]}}
        answer = await alice.post(f"/api/cards/{target['id']}/contributions", body)
        assert answer.status_code in (404, 409)
    await alice.post(f"/api/cards/{card['id']}/reopen")
    body = {"name": "Noor", "note": {"text": "Mine", "media": [photo["id"]]}}
    assert (await alice.post(f"/api/cards/{card['id']}/contributions", body)).status_code == 404
    await make.admin(alice, card["id"], bob)
    assert (await bob.delete(f"/api/media/{photo['id']}")).status_code == 403
    assert (await mallory.delete(f"/api/media/{photo['id']}")).status_code == 404
    assert (await mallory.get(f"/api/media/{photo['id']}")).status_code == 404
    assert (await alice.world.client.get(path_of(photo["files"][0]["url"]))).status_code == 200


async def test_files_are_erased_with_recipient_note_or_card(alice: Person) -> None:
    card, links, notes = await signed(alice)
    await thank(alice.world, card, PHOTO)
    await thank(alice.world, card, PHOTO, note=notes[0])
    found = [path_of(each["media"][0]["files"][0]["url"]) for each in await said(alice, card)]

    async def status() -> list[int]:
        return [(await alice.world.client.get(each)).status_code for each in found]

    assert await status() == [200, 200]
    await removes(alice.world, links["ana"])
    assert await status() == [200, 404]
    assert [each["contribution_id"] for each in await said(alice, card)] == [None]
    await alice.patch(f"/api/cards/{card['id']}", {"recipients": [{"name": "Noor"}]})
    assert await status() == [404, 404]
    assert await alice.world.owner.fetchval("select count(*) from media") == 0
    second = await finished(alice, "Words")
    await thank(alice.world, second, PHOTO)
    await alice.delete(f"/api/cards/{second['id']}")
    await erase.run(alice.world.services, {"account_id": alice.account_id, "card_id": second["id"]})
    assert await alice.world.owner.fetchval("select count(*) from media") == 0


async def test_it_is_kept_with_the_card(alice: Person) -> None:
    card = await finished(alice, "One", "Two")
    await thank(alice.world, card, PHOTO | VOICE, description="All of us", transcript="La la")
    answer = await alice.world.client.get(own_link(card) + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    photo, voice = re.findall(r'class="c-said"[^>]* src="([^"]+)"', held["index.html"].decode())
    assert {photo, voice} <= held.keys()
    [kept] = json.loads(held["card.json"])["thanks"]
    assert [(each["kind"], each["file"]) for each in kept["media"]] == [("photo", photo), ("voice", voice)]
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    [*_, last] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert len(last.images) == 1
    assert "La la" in last.extract_text()


async def test_files_of_thanks_do_not_count_as_waiting_uploads(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control is a file that waits for its note."""
    monkeypatch.setattr("wellwish.media.waiting.MAX_OF_API", 1)
    card = await finished(alice, "Words")
    await thank(alice.world, card, PHOTO)
    await alice.post(f"/api/cards/{card['id']}/reopen")
    await media(alice, card["id"], "photo", files.photo(40, 40))
    body = files.body("photo", files.photo(40, 40))
    assert (await alice.post(f"/api/cards/{card['id']}/media", body)).status_code == 409


async def test_a_refused_form_of_another_site_stores_nothing(alice: Person) -> None:
    card = await finished(alice, "Words")
    path = f"{path_of(own_link(card))}/thanks"
    answer = await Visitor(alice.world).request("POST", path, files=PHOTO, data={"form_token": "x"})
    assert answer.status_code == 403
    assert await alice.world.owner.fetchval("select count(*) from media") == 0
