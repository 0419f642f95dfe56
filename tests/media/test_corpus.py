"""Odd but harmless files keep the right picture or sound: a few are tested quickly, all with ``--all``."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import pytest
from PIL import Image

from tests import make
from tests.media import files
from tests.media.corpus import pictures, recordings
from tests.media.corpus.recordings import Recording, decoded
from tests.media.corpus.rows import COLOURS, Row, Shown, difference, picture, shown
from tests.world import Person, World
from wellwish.base.errors import Refusal
from wellwish.base.limiter import Key
from wellwish.media.picture import redrawn
from wellwish.media.sound import rewritten

pytestmark = pytest.mark.anyio

Kind = TypeVar("Kind", Row, Recording)
KEY: Final = Key("account", "card")
SHORT_RECORDINGS: Final = (
    "AAC, 3GP",
    "Apple Lossless",
    "MP3, variable rate",
    "MP3, with APE and ID3v1",
    "Opus, WebM",
    "Vorbis, Ogg, then bytes",
)
SHORT: Final = (
    "JPEG, progressive, 4:2:0",
    "JPEG, 4:1:1",
    "JPEG, YCCK by Adobe",
    "JPEG with a profile of 200 zeros",
    "JPEG without its end",
    "JPEG, two pictures (MPO)",
    "JPEG with orientation 6",
    "PNG, grey, 16 bits, up to 4095",
    "PNG, RGB, 16 bits, one transparent",
    "PNG, a palette, 2 bits, interlaced",
    "PNG with a wrong checksum of a text",
    "PNG, then an older picture",
    "PNG with linear gamma",
    "APNG, a frame restored",
    "GIF without a trailer",
    "GIF with delays of 0 ms",
    "GIF that repeats twice",
    "GIF, disposal cleared",
    "WebP, then four bytes",
    "WebP, a frame cleared",
    "GIF that is cut in its picture",
)


def fault(row: Row, kind: str, made: Mapping[str, bytes]) -> str | None:
    """Returns the first fault of the files made from a row, or None."""
    moves = len(row.shown) > 1
    if kind != ("gif" if moves else row.kind):
        return f"became a {kind}"
    name = "480.webp" if moves or kind == "photo" else "still.webp"
    seen, durations, plays = _frames(made[name])
    if moves and (durations != list(row.durations) or plays != row.plays):
        return f"lasts {durations}, plays {plays} times"
    if moves:
        seen.append(_frames(made["still.webp"])[0][0])
    for one, other in zip(seen, [*row.shown, row.shown[0]] if moves else row.shown, strict=True):
        if one.size != other.size or difference(one.colours, other.colours) > row.tolerance:
            return f"shows {one}, expected {other}"
    return None


def _frames(content: bytes) -> tuple[list[Shown], list[int], int]:
    """Returns the frames of a WebP, their durations, and the number of plays."""
    seen, durations = list[Shown](), list[int]()
    with Image.open(io.BytesIO(content)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            opened.load()
            seen.append(shown(opened))
            durations.append(int(opened.info.get("duration", 0)))
        return seen, durations, int(opened.info.get("loop", 0))


def _named(family: object) -> str:
    return f"{getattr(family, '__module__', '').rpartition('.')[2]} {getattr(family, '__name__', '')}"


@pytest.mark.process
@pytest.mark.parametrize("family", pictures.FAMILIES, ids=_named)
async def test_makes_the_right_pictures(family: Callable[[], Iterable[Row]]) -> None:
    async def made(row: Row) -> str | None:
        try:
            made = await redrawn(row.content, row.kind, KEY)
        except Refusal as refusal:
            return None if refusal.status == row.status else str(refusal)
        if row.status != 201:
            return "accepted"
        return fault(
            row, "gif" if made.is_gif else row.kind, {each.name: each.content for each in made.pieces}
        )

    assert not await faults(family(), made)


async def faults(rows: Iterable[Kind], made: Callable[[Kind], Awaitable[str | None]]) -> dict[str, str]:
    """Returns the faults by the names of rows; two rows are processed at a time."""
    free = asyncio.Semaphore(2)

    async def one(row: Kind) -> tuple[str, str | None]:
        async with free:
            return row.name, await made(row)

    found = await asyncio.gather(*(one(row) for row in rows))
    return {name: says for name, says in found if says}


@pytest.mark.parametrize("name", SHORT)
async def test_an_upload_gives_the_right_picture(world: World, alice: Person, name: str) -> None:
    [row] = [row for row in pictures.rows() if row.name == name]
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/media", files.body(row.kind, row.content))
    assert answer.status_code == row.status, answer.text
    if row.status == 201:
        media: dict[str, Any] = answer.json()
        made = {each["name"]: (await world.client.get(each["url"])).content for each in media["files"]}
        assert fault(row, media["kind"], made) is None


def sound_fault(row: Recording, content: bytes) -> str | None:
    """Returns the first fault of the file made from a recording, or None."""
    expected, found = decoded(row.sound or row.content), decoded(content)
    if found == expected:
        return None
    return f"{len(found)} bytes of samples, expected {len(expected)}"


@pytest.mark.process
@pytest.mark.parametrize("family", recordings.FAMILIES, ids=_named)
async def test_keeps_the_samples(family: Callable[[], Iterable[Recording]]) -> None:
    async def made(row: Recording) -> str | None:
        try:
            made = await rewritten(row.content, "voice", KEY)
        except Refusal as refusal:
            codes = [each.code for each in refusal.faults]
            return None if codes == [row.code] else str(codes)
        [piece] = made.pieces
        if row.code or piece.type != row.media_type or b"harmless" in piece.content:
            return f"accepted as {piece.type}"
        # Within two frames of AAC at 8 kHz.
        if abs((made.duration_ms or 0) - 1000 * recordings.SECONDS) > 170:
            return f"lasts {made.duration_ms} ms"
        return sound_fault(row, piece.content)

    assert not await faults(family(), made)


@pytest.mark.parametrize("name", SHORT_RECORDINGS)
async def test_an_upload_keeps_the_samples(world: World, alice: Person, name: str) -> None:
    [row] = [row for row in recordings.rows() if row.name == name]
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/media", files.body("voice", row.content))
    assert answer.status_code == (415 if row.code else 201), answer.text
    if not row.code:
        [file] = answer.json()["files"]
        assert sound_fault(row, (await world.client.get(file["url"])).content) is None


def test_other_samples_are_noticed() -> None:
    """The control."""
    one, other = [row for row in recordings.rows() if row.name in ("MP3, without tags", "MP3, stereo")]
    assert sound_fault(one, one.content) is None
    assert sound_fault(one, other.content) is not None


def test_the_corpus_is_large_and_its_names_differ() -> None:
    names = [each.name for each in (*pictures.rows(), *recordings.rows())]
    assert len(set(names)) == len(names) >= 330


def test_detects_a_wrong_picture() -> None:
    """The control."""
    out, still = io.BytesIO(), io.BytesIO()
    picture(COLOURS[::-1]).save(out, "WEBP")
    picture().save(still, "WEBP")
    row = Row("row", "photo", b"", [shown()])
    assert fault(row, "photo", {"480.webp": out.getvalue()}) is not None
    assert fault(row, "gif", {"480.webp": still.getvalue()}) is not None
    assert fault(row, "photo", {"480.webp": still.getvalue()}) is None
