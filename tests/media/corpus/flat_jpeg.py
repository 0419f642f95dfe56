"""An encoder of baseline JPEGs of blocks of one colour (ITU-T T.81), for what Pillow cannot write."""

import struct
from collections.abc import Sequence
from typing import Final

from PIL import Image

from tests.media.corpus.rows import SIZE, Colour, picture

# The DC table of ITU-T T.81, table K.3, and an AC table with the only symbol that flat blocks need.
_DC_COUNTS: Final = bytes([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
_AC_COUNTS: Final = bytes([1, *[0] * 15])
_START: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
JFIF: Final = b"JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00"


def segment(marker: int, value: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(value) + 2) + value


def _codes(counts: bytes) -> list[str]:
    """Returns the Huffman codes of the symbols 0, 1, 2 ... (annex C)."""
    made, code = list[str](), 0
    for length, count in enumerate(counts, 1):
        for _ in range(count):
            made.append(f"{code:0{length}b}")
            code += 1
        code <<= 1
    return made


_CODES: Final = _codes(_DC_COUNTS)


def _difference(value: int) -> str:
    """Returns the bits of a difference of DC values (F.1.2.1)."""
    size = abs(value).bit_length()
    if not size:
        return _CODES[0]
    return _CODES[size] + f"{value if value > 0 else value + (1 << size) - 1:0{size}b}"


def ycc(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = colour[:3]
    return (
        round(0.299 * red + 0.587 * green + 0.114 * blue),
        round(128 - 0.168736 * red - 0.331264 * green + 0.5 * blue),
        round(128 + 0.5 * red - 0.418688 * green - 0.081312 * blue),
    )


def flat(
    planes: Sequence[Image.Image],
    sampling: Sequence[tuple[int, int]],
    *,
    ids: Sequence[int] = (1, 2, 3, 4),
    head: bytes = segment(0xE0, JFIF),
    interleaved: bool = True,
    restart: int = 0,
    process: int = 0xC0,
    height: int | None = None,
    after_scan: bytes = b"",
    fill: bytes = b"",
) -> bytes:
    """Returns a baseline JPEG of blocks of one colour each, with any sampling."""
    width, tall = SIZE
    widest, tallest = max(h for h, _ in sampling), max(v for _, v in sampling)
    frame = struct.pack(">BHHB", 8, tall if height is None else height, width, len(planes))
    frame += b"".join(bytes([ids[at], h << 4 | v, 0]) for at, (h, v) in enumerate(sampling))
    made = _START + head
    made += segment(0xDB, b"\x00" + bytes([8] * 64)) + fill + segment(process, frame)
    made += segment(0xC4, b"\x00" + _DC_COUNTS + bytes(range(12)))
    made += segment(0xC4, b"\x10" + _AC_COUNTS + b"\x00")
    if restart:
        made += segment(0xDD, struct.pack(">H", restart))
    groups = [list(range(len(planes)))] if interleaved else [[at] for at in range(len(planes))]
    for group in groups:
        scan = bytes([len(group)]) + b"".join(bytes([ids[at], 0]) for at in group) + b"\x00\x3f\x00"
        made += segment(0xDA, scan) + _scan(planes, sampling, group, (widest, tallest), restart) + after_scan
        after_scan = b""
    return made + _END


def _scan(
    planes: Sequence[Image.Image],
    sampling: Sequence[tuple[int, int]],
    group: Sequence[int],
    most: tuple[int, int],
    restart: int,
) -> bytes:
    width, height = SIZE
    alone = len(group) == 1
    across, down = [], []
    for at in group:
        h, v = sampling[at]
        across.append(-(-width * h // (8 * most[0])) if alone else -(-width // (8 * most[0])))
        down.append(-(-height * v // (8 * most[1])) if alone else -(-height // (8 * most[1])))
    before, bits, out, count = dict.fromkeys(group, 0), "", b"", 0
    for y in range(down[0]):
        for x in range(across[0]):
            if restart and count and count % restart == 0:
                out, bits = out + _stuffed(bits) + bytes([0xFF, 0xD0 + (count // restart - 1) % 8]), ""
                before = dict.fromkeys(group, 0)
            count += 1
            for at in group:
                h, v = (1, 1) if alone else sampling[at]
                for row in range(v):
                    for column in range(h):
                        value = _sample(planes[at], sampling[at], most, x * h + column, y * v + row) - 128
                        bits += _difference(value - before[at]) + "0"
                        before[at] = value
    return out + _stuffed(bits)


def _sample(plane: Image.Image, own: tuple[int, int], most: tuple[int, int], x: int, y: int) -> int:
    """Returns the value in the middle of a block."""
    at_x = min(plane.width - 1, (8 * x + 4) * most[0] // own[0])
    at_y = min(plane.height - 1, (8 * y + 4) * most[1] // own[1])
    value = plane.getpixel((at_x, at_y))
    assert isinstance(value, int)
    return value


def _stuffed(bits: str) -> bytes:
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8).replace(b"\xff", b"\xff\x00")


def planes(colours: Sequence[Colour]) -> list[Image.Image]:
    return [
        picture([(each, each, each) for each in plane]).getchannel(0) for plane in zip(*colours, strict=True)
    ]
