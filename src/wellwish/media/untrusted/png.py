"""Parse the chunks of a PNG, and rewrite its picture and frames (PNG, third edition)."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from wellwish.media.untrusted import exif
from wellwish.media.untrusted.colour import profile_of
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import MAX_PROFILE_BYTES, Container, Disposal, Frame

MAX_CHUNKS: Final = 20_000  # 20 MB in chunks of 8 KiB, libpng's default, are 2,442
_MAX_RATIO: Final = 1032  # maximum output per byte of deflate data (zlib, "Maximum expansion factor")

# The samples of a pixel, and the bits of a sample, by colour type.
_GREY, _COLOURS, _PALETTE = 0, 2, 3
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_ONCE: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"eXIf", b"acTL"})


@dataclass
class _Shown:
    """A frame of an animation: the chunk ``fcTL`` and the compressed data."""

    control: bytes
    data: list[bytes] = field(default_factory=list[bytes])


@dataclass
class _Chunks:
    """The relevant chunks. Chunks before the picture are stored by name."""

    once: dict[bytes, bytes] = field(default_factory=dict[bytes, bytes])
    data: list[bytes] = field(default_factory=list[bytes])
    shown: list[_Shown] = field(default_factory=list[_Shown])
    end: int = 0


def parsed(content: bytes) -> Container:
    """Parses the picture and its animation. Raises RefusedError, struct.error."""
    chunks = _chunks(content)
    head = chunks.once.get(b"IHDR", b"")
    width, height, depth, kind, *methods = struct.unpack(">IIBBBBB", head)
    if depth not in _DEPTHS.get(kind, ()) or methods[:2] != [0, 0] or methods[2] > 1:
        raise RefusedError("broken")
    if kind == _PALETTE and b"PLTE" not in chunks.once:
        raise RefusedError("broken")
    still = _picture(chunks, width, height, chunks.data)
    frames = _frames(chunks, width, height)
    container = Container(
        width=width,
        height=height,
        still=still,
        frames=frames,
        plays=struct.unpack(">II", chunks.once[b"acTL"])[1] if frames else 0,
        end=chunks.end,
        orientation=exif.orientation(chunks.once.get(b"eXIf", b"")),
        profile=_profile(chunks.once),
    )
    row_bytes = -(-width * depth * _SAMPLES[kind] // 8)
    if sum(map(len, chunks.data)) * _MAX_RATIO < height * row_bytes:
        raise RefusedError("truncated")
    return container


def _chunks(content: bytes) -> _Chunks:
    """Reads chunks up to the last one, which may be missing. Wrong checksums are ignored, as browsers do."""
    found = _Chunks()
    at = 8
    for _ in range(MAX_CHUNKS):
        if at + 8 > len(content) and found.data:
            break
        length, name = struct.unpack_from(">I4s", content, at)
        at += 8
        if at + length > len(content):
            raise RefusedError("truncated")
        if name == b"IEND":
            at += 4
            break
        value = content[at : at + length]
        at += 4 + length
        if name == b"IDAT":
            found.data.append(value)
            if len(found.shown) == 1:
                found.shown[0].data.append(value)
        elif name == b"fcTL" and len(value) == 26:
            found.shown.append(_Shown(value))
        elif name == b"fdAT" and found.shown:
            found.shown[-1].data.append(value[4:])
        elif name in _ONCE and not found.data:
            found.once.setdefault(name, value)
    else:
        raise RefusedError("segments")
    if not found.data:
        raise RefusedError("broken")
    found.end = min(at, len(content))
    return found


def _picture(chunks: _Chunks, width: int, height: int, data: list[bytes]) -> bytes:
    """Returns a PNG with only the chunks that its pixels need."""
    _, _, depth, kind, *_ = head = struct.unpack(">IIBBBBB", chunks.once[b"IHDR"])
    made = [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *head[2:]))]
    if kind == _PALETTE:
        palette = chunks.once[b"PLTE"][: 3 * 2**depth]
        made.append(_chunk(b"PLTE", palette[: len(palette) // 3 * 3]))
    made += [_chunk(b"tRNS", each) for each in _transparent(chunks.once, depth, kind)]
    return b"".join([*made, _chunk(b"IDAT", b"".join(data)), _chunk(b"IEND", b"")])


def _transparent(once: dict[bytes, bytes], depth: int, kind: int) -> Iterator[bytes]:
    """Yields the transparent colour, in the depth that Pillow compares, or the palette's transparency."""
    value = once.get(b"tRNS", b"")
    if kind == _PALETTE and value:
        yield value[: len(once[b"PLTE"]) // 3]
    elif kind == _GREY and len(value) == 2:
        (grey,) = struct.unpack(">H", value)
        most = 2**depth - 1
        yield struct.pack(">H", grey if depth == 16 else (grey & most) * 255 // most)
    elif kind == _COLOURS and len(value) == 6:
        yield struct.pack(">3H", *(each >> (depth - 8) & 255 for each in struct.unpack(">3H", value)))


def _frames(chunks: _Chunks, width: int, height: int) -> list[Frame]:
    """Returns the frames, or none if the animation is damaged or has only one frame."""
    try:
        (count, _) = struct.unpack(">II", chunks.once.get(b"acTL", b""))
        shown = [each for each in chunks.shown[:count] if each.data]
        frames = [_frame(chunks, each, width, height) for each in shown]
    except (struct.error, RefusedError):
        return []
    return frames if len(frames) > 1 else []


def _frame(chunks: _Chunks, shown: _Shown, width: int, height: int) -> Frame:
    across, down, left, top, ticks, per_second, disposal, blending = struct.unpack(">4x4IHHBB", shown.control)
    if not across or not down or left + across > width or top + down > height or disposal > 2:
        raise RefusedError("broken")
    return Frame(
        _picture(chunks, across, down, shown.data),
        left,
        top,
        ticks * 1000 // (per_second or 100),
        Disposal(disposal),
        is_blended=blending == 1,
    )


def _profile(once: dict[bytes, bytes]) -> bytes:
    """Returns the ICC profile, generated from primaries and gamma if the file has none."""
    if b"iCCP" in once:
        _, _, packed = once[b"iCCP"].partition(b"\x00")
        try:
            return zlib.decompressobj().decompress(packed[1:], MAX_PROFILE_BYTES)
        except zlib.error:
            return b""
    if b"sRGB" in once or len(once.get(b"gAMA", b"")) != 4:
        return b""
    primaries = once.get(b"cHRM", b"")
    (gamma,) = struct.unpack(">I", once[b"gAMA"])
    return profile_of(gamma, struct.unpack(">8I", primaries) if len(primaries) == 32 else None)


def _chunk(name: bytes, value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + name + value + struct.pack(">I", zlib.crc32(name + value))
