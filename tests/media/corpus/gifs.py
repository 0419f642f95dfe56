"""GIF files: every block, and the oddities of old encoders."""

import struct
from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from tests.media.corpus.rows import COLOURS, SIZE, Row, picture, shown

_BITS: Final = 4  # 16 colours
_CLEAR: Final = 15  # the index of the transparent colour
END: Final = b"\x3b"


def palette(colours: Sequence[tuple[int, ...]] = COLOURS) -> bytes:
    return bytes(value for colour in colours for value in colour[:3]).ljust(48, b"\x00")


def lzw(indexes: Sequence[int], *, ends: bool = True) -> bytes:
    """Returns uncompressed codes in blocks: the table is cleared before it needs wider codes."""
    bits, codes = _BITS + 1, list[int]()
    for at, index in enumerate(indexes):
        if at % 14 == 0:
            codes.append(1 << _BITS)
        codes.append(index)
    codes += [(1 << _BITS) + 1] if ends else []
    # The first code has the lowest bits.
    stream = "".join(f"{code:0{bits}b}" for code in reversed(codes))
    packed = int(stream, 2).to_bytes(-(-len(stream) // 8), "little")
    return bytes([_BITS]) + blocks(packed)


def blocks(value: bytes, size: int = 255) -> bytes:
    parts = [value[at : at + size] for at in range(0, len(value), size)]
    return b"".join(bytes([len(each)]) + each for each in parts) + b"\x00"


def screen(
    size: tuple[int, int] = SIZE,
    colours: bytes | None = None,
    version: bytes = b"GIF89a",
    background: int = 0,
) -> bytes:
    given = palette() if colours is None else colours
    return (
        version + struct.pack("<HHBBB", *size, 0xF0 | (_BITS - 1) if given else 0x70, background, 0) + given
    )


def control(delay: int = 8, disposal: int = 0, clear: int | None = None) -> bytes:
    flags = disposal << 2 | (clear is not None)
    return b"\x21\xf9\x04" + struct.pack("<BHB", flags, delay, clear or 0) + b"\x00"


def loops(count: int, name: bytes = b"NETSCAPE2.0") -> bytes:
    return b"\x21\xff\x0b" + name + b"\x03\x01" + struct.pack("<H", count) + b"\x00"


def indexes(size: tuple[int, int], *, turned: bool = False) -> list[int]:
    """Returns the patches of a picture by the numbers of their colours."""
    width, height = size
    found = [min(y // 32, 2) * 4 + min(x // 32, 3) for y in range(height) for x in range(width)]
    return [11 - each for each in found] if turned else found


def frame(
    place: tuple[int, int, int, int] = (0, 0, *SIZE),
    pixels: Sequence[int] | None = None,
    colours: bytes = b"",
    interlaced: bool = False,
    ends: bool = True,
) -> bytes:
    _, _, width, height = place
    pixels = indexes((width, height)) if pixels is None else pixels
    if interlaced:
        order = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)]
        pixels = [pixels[y * width + x] for y in order for x in range(width)]
    flags = (0x80 | (_BITS - 1) if colours else 0) | 0x40 * interlaced
    return b"\x2c" + struct.pack("<4HB", *place, flags) + colours + lzw(pixels, ends=ends)


TURNED: Final = frame(pixels=indexes(SIZE, turned=True))
FIRST: Final = picture()
SECOND: Final = picture(COLOURS[::-1])


def still() -> Iterator[Row]:
    seen = [shown()]
    comment = b"\x21\xfe" + blocks(b"harmless")
    for name, content in {
        "GIF87a": screen(version=b"GIF87a") + frame() + END,
        "GIF89a": screen() + frame() + END,
        "GIF, interlaced": screen() + frame(interlaced=True) + END,
        "GIF with a local palette only": screen(colours=b"") + frame(colours=palette()) + END,
        "GIF with both palettes": screen(colours=palette(COLOURS[::-1])) + frame(colours=palette()) + END,
        "GIF with comments": screen() + comment + frame() + comment + END,
        "GIF with unknown extensions": screen() + b"\x21\x42" + blocks(b"x" * 600) + frame() + END,
        "GIF with an unknown application": screen()
        + b"\x21\xff\x0bXMP DataXMP"
        + blocks(b"x" * 600)
        + frame()
        + END,
        "GIF with an empty comment": screen() + b"\x21\xfe\x00" + frame() + END,
        "GIF with a background": screen(background=9) + frame() + END,
        "GIF without a trailer": screen() + frame(),
        "GIF without an end of its codes": screen() + frame(ends=False) + END,
        "GIF with a terminator too many": screen() + frame() + b"\x00" + END,
        "GIF, then a line break": screen() + frame() + END + b"\n",
        "GIF, then zeros": screen() + frame() + END + bytes(900),
        "GIF, then bytes": screen() + frame() + END + bytes(range(1, 200)),
        "GIF with a screen of 0 by 0": screen((0, 0)) + frame() + END,
        "GIF with a frame larger than its screen": screen((64, 32)) + frame() + END,
        "GIF with a delay": screen() + control() + frame() + END,
        "GIF that is cut in a comment": screen() + frame() + comment[:6],
        "GIF with plain text": screen()
        + b"\x21\x01"
        + blocks(bytes(12), 12)[:-1]
        + blocks(b"text")
        + frame()
        + END,
    }.items():
        yield Row(name, "gif", content, seen)
    clear = picture([(*colour, 0 if at == 2 else 255) for at, colour in enumerate(COLOURS)])
    yield Row("GIF with transparency", "gif", screen() + control(clear=2) + frame() + END, [shown(clear)])
    part = Image.new("RGBA", SIZE)
    part.paste(FIRST.crop((0, 0, 64, 64)), (32, 32))
    content = screen() + frame((32, 32, 64, 64), _part()) + END
    yield Row("GIF with a frame smaller than its screen", "gif", content, [shown(part)])
    yield Row(
        "GIF that is cut in its picture",
        "gif",
        (screen() + frame())[:-40],
        status=422,
        unlike_chromium="truncated",
    )


def _part() -> list[int]:
    return [y // 32 * 4 + x // 32 for y in range(64) for x in range(64)]


def moving() -> Iterator[Row]:
    both, seen = control() + frame() + control() + TURNED, [FIRST, SECOND]
    for delay, lasts in ((0, 100), (1, 100), (2, 20), (3, 30), (10, 100), (100, 1000)):
        content = screen() + loops(0) + control(delay) + frame() + control(delay) + TURNED + END
        yield _row(f"GIF with delays of {10 * delay} ms", content, seen, [lasts] * 2)
    yield _row("GIF that plays once", screen() + both + END, seen, plays=1)
    yield _row("GIF that repeats twice", screen() + loops(2) + both + END, seen, plays=3)
    yield _row("GIF that repeats by ANIMEXTS1.0", screen() + loops(0, b"ANIMEXTS1.0") + both + END, seen)
    yield _row("GIF that says late that it repeats", screen() + both + loops(0) + END, seen)
    yield _row("GIF with two frames, no trailer", screen() + loops(0) + both, seen)
    local = frame(colours=palette(COLOURS[::-1]))
    content = screen() + loops(0) + control() + frame() + control() + local + END
    yield _row("GIF with a local palette in a frame", content, seen)
    spot, place = FIRST.crop((0, 0, 64, 64)), (32, 32, 64, 64)
    over, corner = FIRST.copy(), FIRST.copy()
    over.paste(spot, (32, 32))
    small = control() + frame((0, 0, 32, 32), [5] * 1024)
    corner.paste(COLOURS[5], (0, 0, 32, 32))
    both_there = over.copy()
    both_there.paste(COLOURS[5], (0, 0, 32, 32))
    hole = corner.convert("RGBA")
    hole.paste((0, 0, 0, 0), (32, 32, 96, 96))
    for name, disposal, last in (
        ("none", 0, both_there), ("kept", 1, both_there), ("cleared", 2, hole), ("restored", 3, corner),
        ("of 4", 4, None), ("of 7", 7, both_there),
    ):  # fmt: skip
        content = screen(background=3) + loops(0) + control() + frame()
        content += control(disposal=disposal) + frame(place, _part()) + small + END
        yield _row(
            f"GIF, disposal {name}", content, [FIRST, over, corner if last is None else last], [80] * 3
        )
    content = (
        screen()
        + loops(0)
        + control(disposal=2)
        + frame()
        + control(clear=_CLEAR)
        + frame(place, _part())
        + END
    )
    alone = Image.new("RGBA", SIZE)
    alone.paste(spot, (32, 32))
    yield _row("GIF, the first frame cleared", content, [FIRST, alone])
    content = screen() + loops(0) + control(disposal=3) + frame() + control() + frame(place, _part()) + END
    yield _row("GIF, the first frame restored", content, [FIRST, alone])
    clear = [each if each % 2 else _CLEAR for each in indexes(SIZE, turned=True)]
    content = screen() + loops(0) + control() + frame() + control(clear=_CLEAR) + frame(pixels=clear) + END
    mixed = picture([COLOURS[11 - at] if (11 - at) % 2 else COLOURS[at] for at in range(12)])
    yield _row("GIF with transparency in a frame", content, [FIRST, mixed])
    beyond = frame((64, 64, 128, 96))
    content = screen() + loops(0) + control() + frame() + control() + beyond + END
    edge = FIRST.copy()
    edge.paste(FIRST, (64, 64))
    yield _row("GIF with a frame beyond the edge", content, [FIRST, edge])
    content = screen() + loops(0) + control() + frame() + TURNED + END
    yield _row("GIF with a frame without control", content, seen, [80, 100])


def _row(
    name: str,
    content: bytes,
    pictures: Sequence[Image.Image],
    lasts: Sequence[int] = (80, 80),
    plays: int = 0,
) -> Row:
    return Row(name, "gif", content, [shown(each) for each in pictures], lasts, plays)
