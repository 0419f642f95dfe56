"""The duration of the sound in a WebM file (RFC 8794, RFC 9559)."""

import struct
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

_EBML: Final = 0x1A45DFA3
_SEGMENT: Final = 0x18538067
_INFO: Final = 0x1549A966
_SCALE: Final = 0x2AD7B1
_DURATION: Final = 0x4489
_TRACKS: Final = 0x1654AE6B
_TRACK: Final = 0xAE
_TRACK_TYPE: Final = 0x83
_CODEC: Final = 0x86
_CLUSTER: Final = 0x1F43B675
_TIMECODE: Final = 0xE7
_SIMPLE_BLOCK: Final = 0xA3
_GROUP: Final = 0xA0
_BLOCK: Final = 0xA1
_DOC_TYPE: Final = 0x4282
_MASTERS: Final = frozenset({_EBML, _SEGMENT, _INFO, _TRACKS, _TRACK, _CLUSTER, _GROUP})
_CODECS: Final = frozenset({b"A_OPUS", b"A_VORBIS"})
_MAX_ELEMENTS: Final = 200_000
_MAX_INTEGER_BYTES: Final = 8


@dataclass
class _Found:
    scale_ns: int = 1_000_000
    told: float = 0.0
    cluster: int = 0
    last: int = 0
    sounds: int = 0
    others: int = 0
    doc_type: bytes = b""


def sound_ms(content: bytes) -> int | None:
    """Returns milliseconds, or None unless sound is the only content. Raises ValueError, IndexError."""
    found = _Found()
    for identity, start, end in _elements(content):
        _note(found, identity, content[start:end])
    if found.doc_type not in (b"webm", b"matroska") or found.others or found.sounds != 1:
        return None
    # A streaming recorder writes no duration: the time of the last block stands in for it.
    return int(max(found.told, found.last) * found.scale_ns / 1_000_000)


def _note(found: _Found, identity: int, value: bytes) -> None:
    if identity == _SCALE:
        found.scale_ns = _integer(value)
    elif identity == _DURATION:
        found.told = float(struct.unpack(">f" if len(value) == 4 else ">d", value)[0])
        if not 0 <= found.told < 2**53:
            raise ValueError
    elif identity == _DOC_TYPE:
        found.doc_type = value.rstrip(b"\x00")
    elif identity == _TRACK_TYPE and value != b"\x02":
        found.others += 1
    elif identity == _CODEC:
        found.sounds += value.rstrip(b"\x00") in _CODECS
        found.others += value.rstrip(b"\x00") not in _CODECS
    elif identity == _TIMECODE:
        found.cluster = _integer(value)
    elif identity in (_SIMPLE_BLOCK, _BLOCK):
        width = _width(value[0])
        found.last = max(found.last, found.cluster + struct.unpack_from(">h", value, width)[0])


def _elements(content: bytes) -> Generator[tuple[int, int, int]]:
    """Yields the id, start and end of the value of each element that is not a master element."""
    at, count = 0, 0
    while at < len(content):
        count += 1
        width = _width(content[at])
        identity = int.from_bytes(content[at : at + width])
        at += width
        width = _width(content[at])
        size = int.from_bytes(content[at : at + width]) & (1 << 7 * width) - 1
        unknown = size == (1 << 7 * width) - 1
        at += width
        if identity in _MASTERS:
            if not unknown and at + size > len(content):
                raise ValueError
            continue  # Descends into the element: its children follow.
        if unknown or at + size > len(content) or count > _MAX_ELEMENTS:
            raise ValueError
        yield identity, at, at + size
        at += size


def _integer(value: bytes) -> int:
    """Returns an unsigned integer of at most 8 bytes (RFC 8794, section 7.2). Raises ValueError."""
    if len(value) > _MAX_INTEGER_BYTES:
        raise ValueError
    return int.from_bytes(value)


def _width(first: int) -> int:
    """Returns the length in bytes of a number with this first byte."""
    width = 9 - first.bit_length()
    if width > 8:
        raise ValueError
    return width
