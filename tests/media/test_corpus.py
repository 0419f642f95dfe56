"""Odd but harmless files come out with the right picture; a few in the quick suites, all with ``--all``."""

import io
from collections.abc import Mapping
from typing import Any, Final

import pytest
from PIL import Image

from tests import make
from tests.media import files
from tests.media.corpus import pictures
from tests.media.corpus.rows import COLOURS, Row, Shown, difference, picture, shown
from tests.world import Person, World
from wellwish.base.errors import MediaBroken
from wellwish.base.limiter import Key
from wellwish.media.picture import redrawn

pytestmark = pytest.mark.anyio

ROWS: Final = list(pictures.rows())
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
    """Returns frames, durations and number of plays of a WebP."""
    seen, durations = list[Shown](), list[int]()
    with Image.open(io.BytesIO(content)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            opened.load()
            seen.append(shown(opened))
            durations.append(int(opened.info.get("duration", 0)))
        return seen, durations, int(opened.info.get("loop", 0))


@pytest.mark.process
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_makes_the_right_picture(row: Row) -> None:
    key = Key("account", "card")
    if row.status != 201:
        with pytest.raises(MediaBroken):
            await redrawn(row.content, row.kind, key)
        return
    made = await redrawn(row.content, row.kind, key)
    pieces = {each.name: each.content for each in made.pieces}
    assert fault(row, "gif" if made.is_gif else row.kind, pieces) is None


@pytest.mark.parametrize("name", SHORT)
async def test_an_upload_gives_the_right_picture(world: World, alice: Person, name: str) -> None:
    [row] = [row for row in ROWS if row.name == name]
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/media", files.body(row.kind, row.content))
    assert answer.status_code == row.status, answer.text
    if row.status == 201:
        media: dict[str, Any] = answer.json()
        made = {each["name"]: (await world.client.get(each["url"])).content for each in media["files"]}
        assert fault(row, media["kind"], made) is None


def test_the_corpus_is_large_and_its_names_differ() -> None:
    assert len(ROWS) >= 250
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_a_wrong_picture_is_noticed() -> None:
    """The control."""
    out, still = io.BytesIO(), io.BytesIO()
    picture(COLOURS[::-1]).save(out, "WEBP")
    picture().save(still, "WEBP")
    row = Row("row", "photo", b"", [shown()])
    assert fault(row, "photo", {"480.webp": out.getvalue()}) is not None
    assert fault(row, "gif", {"480.webp": still.getvalue()}) is not None
    assert fault(row, "photo", {"480.webp": still.getvalue()}) is None
