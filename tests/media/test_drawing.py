"""Large drawings are rendered without blocking the event loop."""

import asyncio

import pytest

from tests.waiting import turns
from wellwish.base.limiter import Key
from wellwish.media.drawing import MAX_ALL_POINTS, MAX_POINTS, Stroke, drawn
from wellwish.media.store_upload import Upload, _made

pytestmark = pytest.mark.anyio


async def test_others_are_answered_while_a_large_drawing_is_made() -> None:
    points = [[float(each % 1200), float(each * 7 % 900), 0.5] for each in range(MAX_POINTS)]
    upload = Upload("drawing", strokes=[Stroke(points=points)] * (MAX_ALL_POINTS // MAX_POINTS))
    count = 0

    async def others() -> None:
        nonlocal count
        while True:
            count += 1
            await turns()

    waiting = asyncio.create_task(others())
    kept = await _made(upload, Key("account", "card"))
    waiting.cancel()
    assert kept.pieces
    assert count > 1


@pytest.mark.parametrize(
    ("points", "frame"),
    [
        ([[0.0, 0.0], [1200.0, 900.0]], "0 0 1200 900"),
        ([[600.0, 450.0]], "360 330 480 240"),
        ([[5.0, 895.0]], "0 660 480 240"),
        ([[100.0, 200.0], [900.0, 200.0], [900.0, 700.0]], "57 157 886 586"),
    ],
)
def test_crops_the_empty_paper(points: list[list[float]], frame: str) -> None:
    made = drawn([Stroke(points=points)])
    _, _, width, height = frame.split()
    assert f'viewBox="{frame}" width="{width}" height="{height}"' in made.pieces[0].content.decode()
    assert (made.width, made.height) == (int(width), int(height))
