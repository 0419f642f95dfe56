"""Drawings are made without holding anybody up."""

import asyncio

import pytest

from wellwish.media.drawing import MAX_ALL_POINTS, MAX_POINTS, Stroke
from wellwish.media.keep import Upload, _made

pytestmark = pytest.mark.anyio


async def test_others_are_answered_while_a_large_drawing_is_made() -> None:
    points = [[float(each % 1200), float(each * 7 % 900), 0.5] for each in range(MAX_POINTS)]
    upload = Upload("drawing", strokes=[Stroke(points=points)] * (MAX_ALL_POINTS // MAX_POINTS))
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    waiting = asyncio.create_task(others())
    kept = await _made(upload)
    waiting.cancel()
    assert kept.pieces
    assert turns > 1
