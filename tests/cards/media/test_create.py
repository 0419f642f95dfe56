"""Upload photos, GIFs, drawings and recordings, valid and hostile."""

import io
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
from PIL import Image

from tests import make
from tests.media import files, sounds
from tests.world import Person, World
from wellwish.privacy.journal import FOLDER as JOURNAL

pytestmark = pytest.mark.anyio


async def upload(person: Person, kind: str, content: bytes, **more: Any) -> httpx2.Response:
    card = await make.card(person)
    return await person.post(f"/api/cards/{card['id']}/media", files.body(kind, content, **more))


async def served(world: World, url: str) -> httpx2.Response:
    answer = await world.client.get(url)
    assert answer.status_code == 200, answer.text
    return answer


async def kept(world: World) -> int:
    """Returns the number of media in the storage, without the journal of erasures."""
    return len(stored(world))


def stored(world: World) -> set[Path]:
    """Returns the media files in the storage, including those of earlier tests."""
    folder = world.services.settings.data_dir / "media"
    return {each for each in folder.rglob("*") if each.is_file() and JOURNAL not in each.parts}


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
async def test_draws_a_photo_anew_in_the_sizes_of_pages(world: World, alice: Person, form: str) -> None:
    answer = await upload(alice, "photo", files.photo(2400, 1500, form), description="Us at the lake")
    assert answer.status_code == 201, answer.text
    media = answer.json()
    assert (media["object"], media["kind"], media["status"]) == ("media", "photo", "ready")
    assert (media["width"], media["height"]) == (1600, 1000)
    assert media["content_type"] == f"image/{form.lower()}"
    assert media["description"] == "Us at the lake"
    assert [(each["name"], each["content_type"], each["width"]) for each in media["files"]] == [
        ("480.webp", "image/webp", 480), ("1600.webp", "image/webp", 1600), ("1600.jpg", "image/jpeg", 1600),
    ]  # fmt: skip
    for file in media["files"]:
        got = await served(world, file["url"])
        assert (got.headers["content-type"], len(got.content)) == (file["content_type"], file["bytes"])
        with Image.open(io.BytesIO(got.content)) as picture:
            assert picture.size == (file["width"], file["height"])


async def test_leaves_place_camera_and_author_behind(world: World, alice: Person) -> None:
    sent = files.located()
    for secret in (b"SecretCamera", b"Jonas Secret", b"SecretComment", b"Exif"):
        assert secret in sent, "the control: the upload contains it"
    media = (await upload(alice, "photo", sent)).json()
    for file in media["files"]:
        content = (await served(world, file["url"])).content
        assert b"Secret" not in content
        assert b"Exif" not in content
        assert b"ICC" not in content
        with Image.open(io.BytesIO(content)) as picture:
            assert not picture.getexif()


@pytest.mark.parametrize(("orientation", "corner"), [(1, (0, 0)), (6, (1, 0)), (3, (1, 1)), (8, (0, 1))])
async def test_turns_a_photo_upright(
    world: World, alice: Person, orientation: int, corner: tuple[int, int]
) -> None:
    media = (await upload(alice, "photo", files.located(orientation))).json()
    content = (await served(world, media["files"][0]["url"])).content
    with Image.open(io.BytesIO(content)) as picture:
        assert (picture.width < picture.height) == (orientation in (6, 8))
        x, y = (int((0.25 + 0.5 * at) * size) for at, size in zip(corner, picture.size, strict=True))
        red, _, blue = cast("tuple[int, int, int]", picture.convert("RGB").getpixel((x, y)))
        assert red - blue > 100


async def test_takes_a_photo_of_12000_pixels(alice: Person) -> None:
    answer = await upload(alice, "photo", files.photo(12_000, 3_000))
    assert answer.status_code == 201, answer.text
    assert (answer.json()["width"], answer.json()["height"]) == (1600, 400)


async def test_keeps_an_animation_moving_and_gives_a_still(world: World, alice: Person) -> None:
    media = (await upload(alice, "gif", files.gif(12))).json()
    assert [each["name"] for each in media["files"]] == ["480.webp", "still.webp", "still.jpg"]
    with Image.open(io.BytesIO((await served(world, media["files"][0]["url"])).content)) as moving:
        assert getattr(moving, "n_frames", 1) == 12
    with Image.open(io.BytesIO((await served(world, media["files"][1]["url"])).content)) as still:
        assert getattr(still, "n_frames", 1) == 1


HOSTILE: dict[str, tuple[str, bytes, int, str]] = {
    "nothing": ("photo", b"", 422, "media_broken"),
    "cut short": ("photo", files.photo()[:-400], 422, "media_broken"),
    "a PNG cut short": ("photo", files.photo(form="PNG")[:-20], 422, "media_broken"),
    "a damaged PNG": ("photo", files.png_header(200, 200, b"\x07" * 50), 422, "media_broken"),
    "an SVG": ("photo", b"<svg xmlns='x'><script>alert(1)</script></svg>", 415, "media_not_accepted"),
    "a page": ("photo", b"<!doctype html><script>alert(1)</script>", 415, "media_not_accepted"),
    "a TIFF": ("photo", files.photo(form="TIFF"), 415, "media_not_accepted"),
    "a BMP": ("photo", files.photo(form="BMP"), 415, "media_not_accepted"),
    "a GIF as photo": ("photo", files.gif(), 415, "media_not_accepted"),
    "a photo as GIF": ("gif", files.photo(), 415, "media_not_accepted"),
    "a photo as recording": ("voice", files.photo(), 415, "media_not_accepted"),
    "a bomb": ("photo", files.png_header(20_000, 20_000), 413, "media_too_large"),
    "a full bomb": ("photo", files.png_header(7_000, 7_000, bytes(7_000 * 21_001)), 413, "media_too_large"),
    "a GIF of many frames": ("gif", files.gif(301, 8, 8), 413, "media_too_large"),
    "a GIF with a script behind": ("gif", files.gif() + b"/*/=1;alert(1)//", 422, "media_broken"),
    "a JPEG with an archive behind": (
        "photo",
        files.photo() + b"PK\x03\x04evil.htmlPK\x05\x06",
        422,
        "media_broken",
    ),
    "a JPEG with a page behind": ("photo", files.photo() + b"<HTML><SCRIPT>1</SCRIPT>", 422, "media_broken"),
    "a PNG with an archive behind": ("photo", files.photo(form="PNG") + b"PK\x03\x04", 422, "media_broken"),
    "a WebP with a page behind": ("photo", files.photo(form="WEBP") + b"<html>", 422, "media_broken"),
    "an MP3 with a page behind": ("voice", sounds.mp3(3) + b"<html>", 422, "media_broken"),
    "a JPEG that claims 40 megapixels": ("photo", files.jpeg_header(6_324, 6_324), 422, "media_broken"),
    "a still WebP as GIF": ("gif", files.photo(form="WEBP"), 415, "media_not_accepted"),
    "a film as recording": ("voice", sounds.mp4(5, b"vide"), 415, "media_not_accepted"),
    "a WebM with pictures": ("voice", sounds.webm(5, track=1), 415, "media_not_accepted"),
    "an Ogg of something else": ("voice", sounds.ogg(5, b"fishead\x00"), 415, "media_not_accepted"),
    "a recording of 62 seconds": ("voice", sounds.ogg(62), 413, "media_too_large"),
    "a WebM of 62 seconds": ("voice", sounds.webm(62), 413, "media_too_large"),
    "an MP4 of 62 seconds": ("voice", sounds.mp4(62), 413, "media_too_large"),
    "fragments of 62 seconds": ("voice", sounds.mp4(62, fragments=True), 413, "media_too_large"),
    "a recording of over 1 MB": ("voice", sounds.ogg(5) + bytes(1_000_000), 413, "media_too_large"),
    "a WebM with a scale of 200 bytes": ("voice", sounds.webm(5, scale=b"\xff" * 200), 422, "media_broken"),
    "a WebM with a scale of 9 bytes": (
        "voice",
        sounds.webm(5, scale=bytes(8) + b"\x01"),
        422,
        "media_broken",
    ),
    "a WebM with a time of 900 kB": ("voice", sounds.webm(1, time=b"\xff" * 900_000), 422, "media_broken"),
    "a WebM with the largest scale": ("voice", sounds.webm(5, scale=b"\xff" * 8), 422, "media_broken"),
    "a recording cut short": ("voice", sounds.mp4(5, data_first=False)[:-300], 422, "media_broken"),
    "a recording with a page behind": (
        "voice",
        sounds.ogg(5) + b"<script>alert(1)</script>",
        422,
        "media_broken",
    ),
}


@pytest.mark.parametrize("what", sorted(HOSTILE))
async def test_refuses_hostile_and_unsupported_files(world: World, alice: Person, what: str) -> None:
    kind, content, status, code = HOSTILE[what]
    before = await kept(world)
    answer = await upload(alice, kind, content)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["errors"][0]["pointer"] == "/content"
    assert await kept(world) == before
    assert await world.owner.fetchval("select count(*) from media") == 0


@pytest.mark.parametrize(
    ("kind", "content", "code", "help_"),
    [
        ("photo", files.phone_photo(b"heic"), "heic", "Send it as a JPEG"),
        ("photo", files.phone_photo(b"avif"), "avif", "save it as a JPEG or PNG"),
        ("gif", files.phone_photo(b"heix"), "heic", "Send it as a JPEG"),
        ("voice", sounds.mp4(2, codec=b"alac"), "lossless", "Record it as AAC"),
        ("gif", files.photo(form="PNG"), "not_accepted", "A still picture has the kind `photo`"),
    ],
)
async def test_says_how_to_convert_a_file(
    alice: Person, kind: str, content: bytes, code: str, help_: str
) -> None:
    answer = await upload(alice, kind, content)
    assert answer.status_code == 415
    [fault] = answer.json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("/content", code)
    assert help_ in fault["detail"]


async def test_drops_everything_but_the_picture(world: World, alice: Person) -> None:
    """The control: a valid picture with an embedded script is accepted, and the script removed."""
    sent = files.photo(comment=b"<script>alert(1)</script>") + b"a film of the camera"
    media = (await upload(alice, "photo", sent)).json()
    for file in media["files"]:
        content = (await served(world, file["url"])).content
        assert b"script" not in content
        assert b"camera" not in content


@pytest.mark.parametrize(
    ("content", "kind", "ms"),
    [
        (sounds.ogg(12.5), "audio/ogg", 12_500),
        (sounds.webm(9), "audio/webm", 8_980),
        (sounds.webm(9, scale=(1_000_000).to_bytes(8)), "audio/webm", 8_980),
        (sounds.mp4(21), "audio/mp4", 21_000),
        (sounds.mp4(21, fragments=True), "audio/mp4", 21_000),
    ],
    ids=["ogg", "webm", "webm with 8 bytes", "mp4", "fragments"],
)
async def test_keeps_nothing_of_a_recording_but_its_sound(
    world: World, alice: Person, content: bytes, kind: str, ms: int
) -> None:
    answer = await upload(alice, "voice", content, transcript="All the best,\nMaya")
    assert answer.status_code == 201, answer.text
    media = answer.json()
    assert (media["content_type"], media["duration_ms"]) == (kind, ms)
    assert media["transcript"] == "All the best,\nMaya"
    got = await served(world, media["files"][0]["url"])
    assert got.headers["content-type"] == kind
    for secret in (b"Secret", sounds.PLACE, b"script"):
        assert secret not in got.content
        assert secret in content or kind == "audio/ogg", "the control: the upload has it"
    assert all(frame in got.content for frame in sounds.frames(9))


async def test_draws_a_drawing_from_its_strokes(world: World, alice: Person) -> None:
    card = await make.card(alice)
    body = {"kind": "drawing", "strokes": files.STROKES, "description": "A smile"}
    answer = await alice.post(f"/api/cards/{card['id']}/media", body)
    assert answer.status_code == 201, answer.text
    (file,) = answer.json()["files"]
    got = await served(world, file["url"])
    assert got.headers["content-type"].startswith("image/svg+xml")
    assert got.text.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="')
    assert got.text.count("<path ") == 1
    assert got.text.count("<circle ") == 1
    assert "nan" not in got.text


@pytest.mark.parametrize(
    ("strokes", "pointer"),
    [
        ([], "/strokes"),
        ([{"points": [[1, 1]]}] * 501, "/strokes"),
        ([{"points": [[1, 1]] * 5_000}] * 5, "/strokes"),
        ([{"points": []}], "/strokes/0/points"),
        ([{"points": [[1, 901]]}], "/strokes/0/points"),
        ([{"points": [[1, 1, 2]]}], "/strokes/0/points"),
        ([{"points": [[1, -1]]}], "/strokes/0/points/0/1"),
        ([{"points": [[1, 1]], "ink": '"/><script>'}], "/strokes/0/ink"),
        ([{"points": [[1, 1]], "width": 61}], "/strokes/0/width"),
    ],
)
async def test_refuses_invalid_strokes(alice: Person, strokes: Any, pointer: str) -> None:
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/media", {"kind": "drawing", "strokes": strokes})
    assert answer.status_code == 422, answer.text
    assert pointer in [fault["pointer"] for fault in answer.json()["errors"]], answer.text


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"kind": "photo"}, "/content"),
        ({"kind": "photo", "content": "not base64!"}, "/content"),
        ({"kind": "film", "content": ""}, "/kind"),
        ({"kind": "drawing", "content": "aGk=", "strokes": files.STROKES}, "/content"),
        ({"kind": "photo", "content": "aGk=", "strokes": files.STROKES}, "/strokes"),
        ({"kind": "photo", "content": "aGk=", "description": "x" * 301}, "/description"),
        ({"kind": "voice", "content": "aGk=", "transcript": "x" * 1001}, "/transcript"),
        ({"kind": "photo", "content": "aGk=", "name": "../../etc/passwd"}, "/name"),
    ],
)
async def test_refuses_a_body_that_breaks_the_contract(alice: Person, body: Any, pointer: str) -> None:
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/media", body)
    assert answer.status_code == 422, answer.text
    assert pointer in [fault["pointer"] for fault in answer.json()["errors"]], answer.text


@pytest.mark.parametrize(("size", "code"), [(20_100_000, "media_too_large"), (25_100_000, "body_too_large")])
async def test_refuses_more_bytes_than_it_takes(alice: Person, size: int, code: str) -> None:
    answer = await upload(alice, "photo", bytes(size))
    assert (answer.status_code, answer.json()["code"]) == (413, code)


async def test_replays_the_response_for_the_same_key(world: World, alice: Person) -> None:
    card = await make.card(alice)
    path, body = f"/api/cards/{card['id']}/media", files.body("photo", files.photo())
    first = await alice.post(path, body, key="one")
    again = await alice.post(path, body, key="one")
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert await world.owner.fetchval("select count(*) from media") == 1
    other = await alice.post(path, files.body("photo", files.photo(200)), key="one")
    assert other.json()["code"] == "idempotency_key_reused"


async def test_refuses_a_closed_card_and_leaves_the_files_to_the_purge(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await alice.post(f"/api/cards/{card['id']}/media", files.body("photo", files.photo()))
    assert (answer.status_code, answer.json()["code"]) == (409, "card_closed")
