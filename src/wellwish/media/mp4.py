"""The duration of the sound in an MP4 file, whole or fragmented (ISO/IEC 14496-12)."""

import struct
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final

_INSIDE: Final = frozenset({b"moov", b"trak", b"mdia", b"minf", b"stbl", b"mvex", b"moof", b"traf"})
_MAX_BOXES: Final = 50_000
_BASE_OFFSET: Final = 0x01
_DESCRIPTION: Final = 0x02
_SAMPLE_DURATION: Final = 0x08


@dataclass
class _Found:
    handlers: list[bytes] = field(default_factory=list[bytes])
    timescale: int = 0
    told: int = 0
    default: int = 0
    of_fragment: int = 0
    fragments: int = 0


def sound_ms(content: bytes) -> int | None:
    """Returns milliseconds, or None unless sound is the only content. Raises ValueError, IndexError."""
    found = _Found()
    for name, value in _boxes(content):
        _note(found, name, value)
    if found.handlers != [b"soun"] or not found.timescale:
        return None
    return max(found.told, found.fragments) * 1000 // found.timescale


def _note(found: _Found, name: bytes, value: bytes) -> None:
    flags = int.from_bytes(value[1:4])
    if name == b"hdlr":
        # The handler of a track; the metadata of a film has one, too.
        if value[8:12] in (b"soun", b"vide", b"text", b"sbtl"):
            found.handlers.append(value[8:12])
    elif name == b"mdhd":
        long = value[0] == 1
        found.timescale, told = struct.unpack_from(">IQ" if long else ">II", value, 20 if long else 12)
        found.told = 0 if told in (2**32 - 1, 2**64 - 1) else told
    elif name == b"trex":
        found.default = struct.unpack_from(">I", value, 12)[0]
    elif name == b"tfhd":
        at = 8 + (8 if flags & _BASE_OFFSET else 0) + (4 if flags & _DESCRIPTION else 0)
        found.of_fragment = (
            struct.unpack_from(">I", value, at)[0] if flags & _SAMPLE_DURATION else found.default
        )
    elif name == b"trun":
        found.fragments += _run(value, flags, found.of_fragment or found.default)


def _run(value: bytes, flags: int, usual: int) -> int:
    """Returns the duration of the samples in one run."""
    count = struct.unpack_from(">I", value, 4)[0]
    at = 8 + (4 if flags & 0x01 else 0) + (4 if flags & 0x04 else 0)
    step = 4 * sum(bool(flags & bit) for bit in (0x100, 0x200, 0x400, 0x800))
    if not flags & 0x100:
        if count > 1_000_000:
            raise ValueError
        return count * usual
    if at + step * count > len(value):
        raise ValueError
    return sum(struct.unpack_from(">I", value, at + step * index)[0] for index in range(count))


def _boxes(content: bytes) -> Generator[tuple[bytes, bytes]]:
    """Yields each leaf box; together they are the whole file."""
    at, count = 0, 0
    while at < len(content):
        count += 1
        size, name = struct.unpack_from(">I4s", content, at)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", content, at + 8)[0], 16
        elif size == 0:
            size = len(content) - at
        if size < head or at + size > len(content) or count > _MAX_BOXES:
            raise ValueError
        if name in _INSIDE:
            at += head  # Descends into the box: its children follow.
            continue
        yield name, content[at + head : at + size]
        at += size
