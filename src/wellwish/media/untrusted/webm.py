"""Rewrite the sound of a WebM file to a new file (RFC 8794, RFC 9559).

Only the sound blocks, their times and padding, and the codec configuration are copied, without tags,
attachments or chapters.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from wellwish.media.untrusted import trailing_data
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.ogg import NO_VORBIS_COMMENTS, lacing

# 10 minutes in blocks of 20 ms are 30,000 blocks, each in a group with at most two more elements.
MAX_ELEMENTS: Final = 100_000
_MAX_INTEGER_BYTES: Final = 8  # RFC 8794, section 7.2
_MAX_SCALE_NS: Final = 1_000_000_000
_MAX_CONFIGURATION: Final = 64 * 1024  # bytes; the tables of Vorbis need 4 to 8 KiB
_TAIL_MS: Final = 1_000  # maximum duration of the last block, which may contain several frames

_EBML: Final = 0x1A45DFA3
_SEGMENT: Final = 0x18538067
_INFO: Final = 0x1549A966
_SCALE: Final = 0x2AD7B1
_DURATION: Final = 0x4489
_TRACKS: Final = 0x1654AE6B
_TRACK: Final = 0xAE
_TRACK_TYPE: Final = 0x83
_CODEC: Final = 0x86
_CONFIGURATION: Final = 0x63A2
_ENCODINGS: Final = 0x6D80
_AUDIO: Final = 0xE1
_CLUSTER: Final = 0x1F43B675
_TIMECODE: Final = 0xE7
_SIMPLE_BLOCK: Final = 0xA3
_GROUP: Final = 0xA0
_BLOCK: Final = 0xA1
_PADDING: Final = 0x75A2  # the end of a group's last frame, which is not played
_DOC_TYPE: Final = 0x4282
_HEAD_BYTES: Final = 9  # head of a written block: its ID and size
_MASTERS: Final = frozenset({_EBML, _SEGMENT, _INFO, _TRACKS, _TRACK, _AUDIO, _CLUSTER, _GROUP})
# Numbers that are copied: CodecDelay and SeekPreRoll; the frequencies, channels and depth of the sound.
_OF_TRACK: Final = frozenset({0x56AA, 0x56BB})
_OF_AUDIO: Final = frozenset({0xB5, 0x78B5, 0x9F, 0x6264})
_TEXTS: Final = {_DOC_TYPE: "doc_type", _CODEC: "codec"}
_NUMBERS: Final = _OF_TRACK | _OF_AUDIO


@dataclass
class _Sound:
    doc_type: bytes = b""
    scale_ns: int = 1_000_000
    declared: float = 0.0  # the duration in the header, in units of the scale
    tracks: int = 0
    track_type: bytes = b""
    codec: bytes = b""
    configuration: bytes = b""
    numbers: dict[int, bytes] = field(default_factory=dict[int, bytes])
    clusters: list[tuple[int, list[bytes]]] = field(default_factory=list[tuple[int, list[bytes]]])
    last: int = 0  # the time of the last block, in units of the scale

    def add(self, identity: int, value: bytes) -> None:
        """Adds one element. Raises RefusedError, IndexError, struct.error."""
        if identity in _TEXTS:
            setattr(self, _TEXTS[identity], value.rstrip(b"\x00"))
        elif identity == _SCALE:
            self.scale_ns = _integer(value)
        elif identity == _DURATION:
            self.declared = float(struct.unpack(">f" if len(value) == 4 else ">d", value)[0])
        elif identity == _TRACK_TYPE:
            self.tracks, self.track_type = self.tracks + 1, value
        elif identity == _CONFIGURATION:
            self.configuration = value
        elif identity == _ENCODINGS:
            raise RefusedError("not_accepted")  # compressed or encrypted blocks, which WebM does not allow
        elif identity in _NUMBERS:
            if len(value) > _MAX_INTEGER_BYTES:
                raise RefusedError("broken")
            self.numbers[identity] = value
        elif identity == _TIMECODE:
            self.clusters.append((_integer(value), []))
        elif identity in (_SIMPLE_BLOCK, _BLOCK):
            self._add_block(identity, value)
        elif identity == _PADDING:
            self._pad_block(value)

    def _add_block(self, identity: int, value: bytes) -> None:
        width = _width(value[0])
        begins, flags = struct.unpack_from(">hB", value, width)
        time, blocks = self.clusters[-1]
        self.last = max(self.last, time + begins)
        # Every block of sound is a key frame, but only simple blocks are flagged as such.
        flags |= 0x80 if identity == _BLOCK else 0
        block = b"\x81" + struct.pack(">hB", begins, flags) + value[width + 3 :]
        blocks.append(_element(_SIMPLE_BLOCK, block))

    def _pad_block(self, padding: bytes) -> None:
        """Replaces the last block with a group, because only groups can have padding."""
        _, blocks = self.clusters[-1]
        if not blocks or blocks[-1][0] != _SIMPLE_BLOCK or len(padding) > _MAX_INTEGER_BYTES:
            raise RefusedError("broken")
        block = blocks[-1][_HEAD_BYTES:]
        plain = block[:3] + bytes([block[3] & 0x7F]) + block[4:]
        blocks[-1] = _element(_GROUP, _element(_BLOCK, plain), _element(_PADDING, padding))


def rewritten(content: bytes) -> tuple[bytes, int]:
    """Returns the new file and its duration in ms. Raises RefusedError, IndexError, struct.error."""
    sound = _Sound()
    for identity, start, end in _elements(content):
        sound.add(identity, content[start:end])
    if sound.doc_type not in (b"webm", b"matroska") or (sound.tracks, sound.track_type) != (1, b"\x02"):
        raise RefusedError("not_accepted")
    if not 0 < sound.scale_ns <= _MAX_SCALE_NS:
        raise RefusedError("broken")
    # A streaming recorder writes no duration; the time of the last block replaces it.
    if not sound.last <= sound.declared <= sound.last + _TAIL_MS * 1_000_000 / sound.scale_ns:
        sound.declared = sound.last
    return _written(sound, _configuration(sound)), int(sound.declared * sound.scale_ns / 1_000_000)


def _configuration(sound: _Sound) -> bytes:
    value = sound.configuration
    if len(value) > _MAX_CONFIGURATION:
        raise RefusedError("broken")
    if sound.codec == b"A_OPUS":
        if value and not value.startswith(b"OpusHead"):
            raise RefusedError("broken")
        return value
    if sound.codec == b"A_VORBIS":
        head, _, tables = _unlaced(value)
        return b"\x02" + lacing(head, NO_VORBIS_COMMENTS) + head + NO_VORBIS_COMMENTS + tables
    raise RefusedError("not_accepted")


def _unlaced(value: bytes) -> tuple[bytes, bytes, bytes]:
    """Splits the codec data (count minus one, two lengths, headers) into the three Vorbis headers."""
    if value[0] != 2:
        raise RefusedError("broken")
    at, lengths = 1, [0, 0]
    for index in (0, 1):
        while value[at] == 255:
            lengths[index] += 255
            at += 1
        lengths[index] += value[at]
        at += 1
    first, second = at + lengths[0], at + lengths[0] + lengths[1]
    if not value[second:].startswith(b"\x05vorbis"):
        raise RefusedError("broken")
    return value[at:first], value[first:second], value[second:]


def _elements(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yields the ID, start and end of the value of each element that is not a master element."""
    at, end = 0, len(content)
    for _ in range(MAX_ELEMENTS):
        if at >= end:
            trailing_data.check(content[end:])
            return
        width = _width(content[at])
        identity = int.from_bytes(content[at : at + width])
        at += width
        width = _width(content[at])
        size = int.from_bytes(content[at : at + width]) & (1 << 7 * width) - 1
        unknown = size == (1 << 7 * width) - 1
        at += width
        if identity in _MASTERS:
            if not unknown and at + size > end:
                raise RefusedError("truncated")
            if identity == _SEGMENT and not unknown:
                end = at + size  # data after this is not part of the recording
            continue  # Descends into the element: its children follow.
        if unknown or at + size > end:
            raise RefusedError("truncated")
        yield identity, at, at + size
        at += size
    raise RefusedError("segments")


def _integer(value: bytes) -> int:
    if len(value) > _MAX_INTEGER_BYTES:
        raise RefusedError("broken")
    return int.from_bytes(value)


def _width(first: int) -> int:
    """Returns the length in bytes of a variable-size integer with this first byte."""
    width = 9 - first.bit_length()
    if width > 8:
        raise RefusedError("broken")
    return width


def _element(identity: int, *values: bytes) -> bytes:
    value = b"".join(values)
    name = identity.to_bytes((identity.bit_length() + 7) // 8)
    return name + (len(value) | 1 << 56).to_bytes(8) + value


def _written(sound: _Sound, configuration: bytes) -> bytes:
    head = _element(
        _EBML,
        _element(0x4286, b"\x01"), _element(0x42F7, b"\x01"), _element(0x42F2, b"\x04"),
        _element(0x42F3, b"\x08"), _element(_DOC_TYPE, b"webm"), _element(0x4287, b"\x04"),
        _element(0x4285, b"\x02"),
    )  # fmt: skip
    about = _element(
        _INFO,
        _element(_SCALE, sound.scale_ns.to_bytes(4)),
        _element(_DURATION, struct.pack(">d", sound.declared)),
        _element(0x4D80, b"Wellwish"),
        _element(0x5741, b"Wellwish"),
    )
    numbers = {each: _element(each, value) for each, value in sorted(sound.numbers.items())}
    track = [
        _element(0xD7, b"\x01"), _element(0x73C5, b"\x01"), _element(_TRACK_TYPE, b"\x02"),
        _element(_CODEC, sound.codec), *([_element(_CONFIGURATION, configuration)] if configuration else []),
        *(value for each, value in numbers.items() if each in _OF_TRACK),
        _element(_AUDIO, *(value for each, value in numbers.items() if each in _OF_AUDIO)),
    ]  # fmt: skip
    clusters = [
        _element(
            _CLUSTER,
            _element(_TIMECODE, time.to_bytes(8)),
            *blocks,
        )
        for time, blocks in sound.clusters
        if blocks
    ]
    return head + _element(_SEGMENT, about, _element(_TRACKS, _element(_TRACK, *track)), *clusters)
