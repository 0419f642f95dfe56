"""A video on a note, from the upload to every copy of the card."""

import io
import json
import re
import zipfile

import pypdf
import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.media import files
from tests.media.films import SECRET, film
from tests.media.test_attach import noted, sent
from tests.web.signing.test_attachments import chosen, media
from tests.web.signing.test_sign import notes, shared
from tests.web.view.card import HTML, finished, note, own_link, page
from tests.web.view.card import media as upload
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.media import film as module

pytestmark = pytest.mark.anyio
LIMIT = 25_000_000


async def test_every_view_and_copy_shows_it(alice: Person) -> None:
    card = await finished(alice, close=False)
    made = await upload(alice, card["id"], "video", film(1, metadata={"title": SECRET}), description="A song")
    await note(alice, card["id"], "Press play", name="Ana", media=[made])
    wall = (await alice.post(f"/api/cards/{card['id']}/wall")).json()["wall_url"]
    assert 'alt="A song"' in await page(alice, wall)
    await alice.post(f"/api/cards/{card['id']}/close")
    link = own_link(card)
    assert 'alt="A song"' in await page(alice, link + "?inside")
    for way in ("board", "book", "slides"):
        text = await page(alice, f"{link}?as={way}")
        [player] = re.findall(r"<video [^>]+>", text)
        assert 'controls playsinline preload="none"' in player
        assert "autoplay" not in player
        for address in re.findall(r'(?:src|poster)="([^"]+)"', player):
            assert (await alice.world.client.get(address)).status_code == 200
    kept = await alice.world.client.get(link + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(kept.content)) as archive:
        [copied] = json.loads(archive.read("card.json"))["notes"][0]["media"]
        assert (copied["kind"], copied["description"]) == ("video", "A song")
        assert archive.read(copied["file"])[4:8] == b"ftyp"
        assert SECRET.encode() not in archive.read(copied["file"])
        assert f'src="{copied["file"]}"' in archive.read("index.html").decode()
    answer = await alice.world.client.get(link + "/card.pdf", headers=HTML)
    pages = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert "Includes a video" in " ".join(" ".join(each.extract_text() for each in pages).split())
    assert sum(len(each.images) for each in pages) >= 1


async def test_serves_a_part_of_it_and_the_whole(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.web.files.media._PIECE_BYTES", 500)
    card = await finished(alice, close=False)
    made = await alice.post(f"/api/cards/{card['id']}/media", files.body("video", film(1)))
    assert made.status_code == 201, made.text
    record = made.json()
    assert (record["kind"], record["content_type"], record["width"]) == ("video", "video/mp4", 64)
    file = record["files"][0]
    whole = await alice.world.client.get(file["url"])
    assert (whole.status_code, len(whole.content)) == (200, file["bytes"])
    for start, end in ((0, 99), (100, 1399), (file["bytes"] - 10, file["bytes"] - 1)):
        part = await alice.world.client.get(file["url"], headers={"Range": f"bytes={start}-{end}"})
        assert (part.status_code, part.content) == (206, whole.content[start : end + 1])
        assert part.headers["Content-Range"] == f"bytes {start}-{end}/{file['bytes']}"


async def test_takes_the_place_of_photos(alice: Person) -> None:
    card = await finished(alice, close=False)
    video = await upload(alice, card["id"], "video", film(1))
    other = await upload(alice, card["id"], "video", film(1))
    photo = (await sent(alice, card["id"]))["id"]
    drawing = (await sent(alice, card["id"], "drawing"))["id"]
    for pair in ([video, photo], [photo, video], [video, other]):
        answer = await noted(alice, card["id"], *pair)
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/note/media/1")
    answer = await noted(alice, card["id"], drawing, video)
    assert answer.json()["note"]["media"] == [video, drawing]


async def test_is_signed_with_a_form_and_removed(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(path, chosen("video", film(1, "webm"), "video/webm"), description="A song")
    assert answer.status_code == 303, visitor.page
    [kept] = await media(world, card)
    assert (kept["kind"], kept["description"]) == ("video", "A song")
    await visitor.open(f"{path}/signed")
    assert '<video controls playsinline preload="none"' in visitor.page
    await visitor.open(path)
    assert (await visitor.send(path, chosen("photo", files.photo()))).status_code == 422
    assert "A note can have photos and GIFs, or a video" in visitor.page
    await visitor.open(path)
    assert (await visitor.send(path, without=kept_id(visitor))).status_code == 303
    assert await media(world, card) == []
    assert (await notes(world, card))[0]["note"]["media"] == []


def kept_id(visitor: Visitor) -> str:
    return visitor.hidden()["media"][0]


async def test_explains_why_a_video_is_refused(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    old = film(1, "webm", codecs=("libvpx", "libopus"))
    assert (await visitor.sign(path, chosen("video", old), text="These stay")).status_code == 422
    assert re.search(r'id="video-fault" role="alert">.*Choose an MP4 video', visitor.page)
    assert "These stay</textarea>" in visitor.page
    assert await notes(world, card) == []


async def test_without_the_extra_there_is_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    assert 'name="video"' in visitor.page, "the control"
    assert (await world.alice.get("/api/limits")).json()["video_bytes"] == LIMIT
    monkeypatch.setattr(module, "is_there", lambda: False)
    await visitor.open(path)
    assert 'name="video"' not in visitor.page
    assert (await world.alice.get("/api/limits")).json()["video_bytes"] is None
    answer = await world.alice.post(f"/api/cards/{card['id']}/media", files.body("video", film(1)))
    is_problem(answer, 422, "invalid_request")
    assert answer.json()["errors"][0]["pointer"] == "/kind"
