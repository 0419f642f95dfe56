"""Animated PNG files: each way to place a frame, and damaged animations, which are still."""

import struct
from collections.abc import Iterator, Sequence
from typing import Literal

from PIL import Image

from tests.media.corpus import pngs
from tests.media.corpus.rows import COLOURS, Row, picture, shown


def moving() -> Iterator[Row]:
    first, second = picture(), picture(COLOURS[::-1])
    yield _animation("APNG of whole frames", [(first, 0, 0, 0, 0), (second, 0, 0, 0, 0)])
    clear = picture([(0, 0, 0, 0)] * 12)
    spot = second.crop((32, 32, 96, 64))
    over = first.copy()
    over.paste(spot, (32, 32))
    alone = clear.copy()
    alone.paste(spot, (32, 32))
    steps = [(first, 0, 0, 0, 0), (spot, 32, 32, 0, 1), (spot, 0, 0, 0, 1)]
    last = over.copy()
    last.paste(spot, (0, 0))
    yield _animation("APNG, frames kept", steps, [first, over, last])
    hole = first.convert("RGBA")
    hole.paste((0, 0, 0, 0), (32, 32, 96, 64))
    hole.paste(spot, (0, 0))
    steps = [(first, 0, 0, 0, 0), (spot, 32, 32, 1, 0), (spot, 0, 0, 0, 1)]
    yield _animation("APNG, a frame cleared", steps, [first, over, hole])
    back = first.copy()
    back.paste(spot, (0, 0))
    steps = [(first, 0, 0, 0, 0), (spot, 32, 32, 2, 0), (spot, 0, 0, 0, 1)]
    yield _animation("APNG, a frame restored", steps, [first, over, back])
    steps = [(first, 0, 0, 2, 0), (spot, 32, 32, 0, 0)]
    yield _animation("APNG, the first frame restored", steps, [first, alone])
    yield _animation(
        "APNG with another picture first", [(first, 0, 0, 0, 0), (second, 0, 0, 0, 0)], hidden=True
    )
    yield _animation("APNG that plays twice", [(first, 0, 0, 0, 0), (second, 0, 0, 0, 0)], plays=2)
    yield _animation("APNG as a GIF", [(first, 0, 0, 0, 0), (second, 0, 0, 0, 0)], kind="gif")
    both = [(first, 0, 0, 0, 0), (second, 0, 0, 0, 0)]
    yield _animation("APNG with delays of 0", both, delay=(0, 100), lasts=100)
    yield _animation("APNG with delays of 10 ms", both, delay=(1, 0), lasts=100)
    yield _animation("APNG with delays of 20 ms", both, delay=(2, 100), lasts=20)
    lone = pngs.png(
        pngs.HEAD, pngs.chunk(b"acTL", struct.pack(">II", 1, 0)), _control(first, 0, 0, 0, 0, 0), pngs.DATA
    )
    yield Row("APNG of one frame", "photo", lone, [shown()])
    empty = pngs.png(
        pngs.HEAD, pngs.chunk(b"acTL", struct.pack(">II", 2, 0)), _control(first, 0, 0, 0, 0, 0), pngs.DATA
    )
    yield Row("APNG without its second frame", "photo", empty, [shown()])


def _control(
    made: Image.Image,
    number: int,
    left: int,
    top: int,
    disposal: int,
    blend: int,
    delay: tuple[int, int] = (80, 1000),
) -> bytes:
    value = struct.pack(">5IHHBB", number, *made.size, left, top, *delay, disposal, blend)
    return pngs.chunk(b"fcTL", value)


def _animation(
    name: str,
    steps: Sequence[tuple[Image.Image, int, int, int, int]],
    seen: Sequence[Image.Image] = (),
    *,
    kind: Literal["photo", "gif"] = "photo",
    plays: int = 0,
    delay: tuple[int, int] = (80, 1000),
    lasts: int = 80,
    hidden: bool = False,
) -> Row:
    """Returns an animation; each step has a picture, its place, and how it is disposed of and blended."""
    parts = [pngs.head(pngs.RGBA, 8), pngs.chunk(b"acTL", struct.pack(">II", len(steps), plays))]
    number = 0
    if hidden:
        parts.append(pngs.chunk(b"IDAT", _rgba(picture([(9, 9, 9)] * 12))))
    for made, left, top, disposal, blend in steps:
        parts.append(_control(made, number, left, top, disposal, blend, delay))
        number += 1
        if number == 1 and not hidden:
            parts.append(pngs.chunk(b"IDAT", _rgba(made)))
        else:
            parts.append(pngs.chunk(b"fdAT", struct.pack(">I", number) + _rgba(made)))
            number += 1
    pictures = seen or [made for made, *_ in steps]
    return Row(
        name, kind, pngs.png(*parts), [shown(each) for each in pictures], [lasts] * len(steps), plays=plays
    )


def _rgba(made: Image.Image) -> bytes:
    return pngs.data(pngs.pixels(made.convert("RGBA")), 8)
