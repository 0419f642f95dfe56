"""Parse the chunks of a WebP, and rewrite its picture or frames (RFC 9649)."""

import struct
from collections.abc import Iterator
from functools import partial
from typing import Final

from wellwish.media.untrusted import exif
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import MAX_PROFILE_BYTES, Container, Disposal, Frame

MAX_CHUNKS: Final = 20_000
ALPHA: Final = 0x10
_ANIMATION: Final = 0x02
_PIXELS: Final = frozenset({b"VP8 ", b"VP8L"})


def parsed(content: bytes) -> Container:
    """Returns the picture or the frames. Raises RefusedError, IndexError, struct.error."""
    (size,) = struct.unpack_from("<I", content, 4)
    end = min(8 + size + size % 2, len(content))
    # In an animation, the frames follow the metadata; a still picture has metadata before and after it.
    found: dict[bytes, bytes] = {}
    frames: list[bytes] = []
    ends = 12
    for name, value, chunk_end in _chunks(content, 12, end):
        ends = chunk_end
        if name == b"ANMF":
            frames.append(value)
        else:
            found.setdefault(name, value)
    extended = found.get(b"VP8X", b"")
    made = partial(
        Container,
        end=ends,
        orientation=exif.orientation(found.get(b"EXIF", b"")),
        profile=found.get(b"ICCP", b"")[:MAX_PROFILE_BYTES],
    )
    if extended and extended[0] & _ANIMATION:
        width, height = _number(extended, 4) + 1, _number(extended, 7) + 1
        if not frames:
            raise RefusedError("truncated")
        (plays,) = struct.unpack_from("<H", found.get(b"ANIM", bytes(6)), 4)
        shown = [_frame(each, width, height) for each in frames]
        return made(width=width, height=height, frames=shown, plays=plays)
    still, width, height = _picture(found)
    return made(width=width, height=height, still=still)


def _chunks(content: bytes, at: int, end: int) -> Iterator[tuple[bytes, bytes, int]]:
    """Yields name, value and end of each chunk. Ignores a remainder that is too short for a chunk."""
    for _ in range(MAX_CHUNKS):
        if at + 8 > end:
            return
        name, size = struct.unpack_from("<4sI", content, at)
        at += 8
        if at + size > end:
            raise RefusedError("truncated")
        yield name, content[at : at + size], min(at + size + size % 2, end)
        at += size + size % 2
    raise RefusedError("segments")


def _frame(value: bytes, width: int, height: int) -> Frame:
    left, top, flags = 2 * _number(value, 0), 2 * _number(value, 3), value[15]
    found: dict[bytes, bytes] = {}
    for name, part, _ in _chunks(value, 16, len(value)):
        found.setdefault(name, part)
    picture, across, down = _picture(found)
    if left + across > width or top + down > height:
        raise RefusedError("broken")
    disposal = Disposal.CLEAR if flags & 1 else Disposal.KEEP
    return Frame(picture, left, top, _number(value, 12), disposal, is_blended=not flags & 2)


def _picture(found: dict[bytes, bytes]) -> tuple[bytes, int, int]:
    """Returns a WebP with only the chunks that its pixels need, and its width and height."""
    name = next((each for each in found if each in _PIXELS), None)
    if name is None:
        raise RefusedError("truncated")
    pixels, alpha = found[name], found.get(b"ALPH")
    if name == b"VP8L":
        packed = int.from_bytes(pixels[1:5], "little")
        width, height = (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        alpha = None
    else:
        width, height = (each & 0x3FFF for each in struct.unpack_from("<HH", pixels, 6))
    chunks = _chunk(name, pixels)
    if alpha is not None:
        size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
        chunks = _chunk(b"VP8X", bytes([ALPHA, 0, 0, 0]) + size) + _chunk(b"ALPH", alpha) + chunks
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks, width, height


def _chunk(name: bytes, value: bytes) -> bytes:
    return name + struct.pack("<I", len(value)) + value + bytes(len(value) % 2)


def _number(value: bytes, at: int) -> int:
    if at + 3 > len(value):
        raise RefusedError("truncated")
    return int.from_bytes(value[at : at + 3], "little")
