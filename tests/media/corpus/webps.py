"""WebP files with every chunk of the format."""

import io
import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from PIL import Image

from tests.media.corpus import exifs, profiles
from tests.media.corpus.rows import COLOURS, SIZE, Row, picture, shown

_CLEAR: Final = picture([(*colour, 0 if at in (2, 7) else 255) for at, colour in enumerate(COLOURS)])


def by_pillow(made: Image.Image, **given: Any) -> bytes:
    out = io.BytesIO()
    made.save(out, "WEBP", **given)
    return out.getvalue()


def chunk(name: bytes, value: bytes) -> bytes:
    return name + struct.pack("<I", len(value)) + value + bytes(len(value) % 2)


def riff(*chunks: bytes) -> bytes:
    value = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(value)) + value


def extended(flags: int, size: tuple[int, int] = SIZE) -> bytes:
    across, down = (struct.pack("<I", each - 1)[:3] for each in size)
    return chunk(b"VP8X", bytes([flags, 0, 0, 0]) + across + down)


def parts(content: bytes) -> bytes:
    """Returns the chunks of the pixels of a simple file."""
    at, made = 12, b""
    while at + 8 <= len(content):
        size = struct.unpack_from("<I", content, at + 4)[0]
        if content[at : at + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
            made += content[at : at + 8 + size + size % 2]
        at += 8 + size + size % 2
    return made


LOSSLESS: Final = by_pillow(picture(), lossless=True)
LOSSY: Final = by_pillow(picture(), quality=95)


def still() -> Iterator[Row]:
    seen = [shown()]
    pixels = parts(LOSSLESS)
    for name, content in {
        "lossless": LOSSLESS,
        "lossy": LOSSY,
        "extended, without anything": riff(extended(0), pixels),
        "with unknown chunks": riff(extended(0), chunk(b"abcd", b"x"), pixels, chunk(b"efgh", b"odd")),
        "with XMP that is not announced": riff(extended(0), pixels, chunk(b"XMP ", b"<x/>")),
        "then a line break": LOSSLESS + b"\n",
        "then four bytes": LOSSLESS + b"more",
        "then zeros": LOSSLESS + bytes(900),
        "with a profile of zeros": riff(extended(0x20), chunk(b"ICCP", bytes(200)), pixels),
        "with a profile of junk": riff(extended(0x20), chunk(b"ICCP", bytes(range(200))), pixels),
    }.items():
        yield Row(f"WebP, {name}", "photo", content, seen)
    wider = parts(by_pillow(picture([profiles.to_swapped(each) for each in COLOURS]), lossless=True))
    content = riff(extended(0x20), chunk(b"ICCP", profiles.swapped()), wider)
    yield Row("WebP with a profile of swapped colours", "photo", content, seen)
    for name, given in {
        "lossless": {"lossless": True},
        "lossy": {"quality": 95},
        "half": {"quality": 95},
    }.items():
        made = _CLEAR.copy()
        if name == "half":
            made.putalpha(Image.new("L", SIZE, 128))
        yield Row(f"WebP with transparency, {name}", "photo", by_pillow(made, **given), [shown(made)])
    for orientation in range(1, 9):
        stored = exifs.stored(picture(), orientation)
        value = chunk(b"EXIF", exifs.exif(orientation))
        content = riff(extended(8, stored.size), parts(by_pillow(stored, lossless=True)), value)
        why = "Chromium ignores Exif data in a WebP" if orientation > 1 else ""
        yield Row(f"WebP with orientation {orientation}", "photo", content, [shown()], unlike_chromium=why)
    for name, value in exifs.damaged().items():
        content = riff(extended(8), pixels, chunk(b"EXIF", value))
        yield Row(f"WebP with Exif data {name}", "photo", content, seen)
    yield Row(
        "WebP that is cut in its picture", "photo", LOSSLESS[:-20], status=422, unlike_chromium="truncated"
    )


def frame(
    made: Image.Image,
    left: int = 0,
    top: int = 0,
    *,
    clears: bool = False,
    blends: bool = False,
    lasts: int = 80,
) -> bytes:
    numbers = (left // 2, top // 2, made.width - 1, made.height - 1, lasts)
    value = b"".join(struct.pack("<I", each)[:3] for each in numbers)
    flags = 2 * (not blends) | clears
    return chunk(b"ANMF", value + bytes([flags]) + parts(by_pillow(made, lossless=True)))


def animation(*frames: bytes, plays: int = 0, background: bytes = bytes(4)) -> bytes:
    return riff(extended(0x12), chunk(b"ANIM", background + struct.pack("<H", plays)), *frames)


def moving() -> Iterator[Row]:
    first, second = picture(), picture(COLOURS[::-1])
    both = (frame(first), frame(second))
    seen = [first, second]
    kinds: tuple[Literal["photo", "gif"], ...] = ("photo", "gif")
    for kind in kinds:
        yield _row(f"WebP of two frames as a {kind}", animation(*both), seen, kind=kind)
    yield _row("WebP that plays twice", animation(*both, plays=2), seen, plays=2)
    yield _row("WebP with a red background", animation(*both, background=b"\x00\x00\xff\xff"), seen)
    for given, lasts in ((0, 100), (10, 100), (11, 11), (20, 20)):
        content = animation(frame(first, lasts=given), frame(second, lasts=given))
        yield _row(f"WebP with delays of {given} ms", content, seen, [lasts] * 2)
    spot = second.crop((32, 32, 96, 64))
    over = first.copy()
    over.paste(spot, (32, 32))
    last = over.copy()
    last.paste(spot, (0, 0))
    content = animation(frame(first), frame(spot, 32, 32, blends=True), frame(spot, blends=True))
    yield _row("WebP, frames kept", content, [first, over, last], [80] * 3)
    hole = first.convert("RGBA")
    hole.paste((0, 0, 0, 0), (32, 32, 96, 64))
    hole.paste(spot, (0, 0))
    content = animation(frame(first), frame(spot, 32, 32, clears=True), frame(spot, blends=True))
    yield _row("WebP, a frame cleared", content, [first, over, hole], [80] * 3)
    clear = first.convert("RGBA")
    half = spot.convert("RGBA")
    half.putalpha(0)
    clear.paste(half, (32, 32))
    content = animation(frame(first), frame(half, 32, 32))
    yield _row("WebP, a transparent frame that replaces", content, [first, clear])
    half.paste(COLOURS[0], (0, 0, 32, 32))
    over = first.copy()
    over.paste(COLOURS[0], (32, 32, 64, 64))
    content = animation(frame(first), frame(half, 32, 32, blends=True))
    yield _row("WebP, a transparent frame over another", content, [first, over])
    yield Row("WebP animation of one frame", "photo", animation(frame(first)), [shown()])
    yield _row("WebP animation, then bytes", animation(*both) + b"more", seen)


def _row(
    name: str,
    content: bytes,
    pictures: Sequence[Image.Image],
    lasts: Sequence[int] = (80, 80),
    plays: int = 0,
    kind: Literal["photo", "gif"] = "photo",
) -> Row:
    return Row(name, kind, content, [shown(each) for each in pictures], lasts, plays)
