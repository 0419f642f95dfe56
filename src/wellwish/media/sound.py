"""Recordings are stored as sent, after a check of the whole container.

Ogg (RFC 3533, RFC 7845), WebM (RFC 8794, RFC 9559) and MP4 (ISO/IEC 14496-12) with sound only; a card's music
may be MP3 as well. The duration comes from the container.
"""

import struct
from typing import Final, Literal

from wellwish.errors import Fault, MediaNotAccepted
from wellwish.media import mp4, webm
from wellwish.media.made import Made, Piece
from wellwish.media.picture import broken, too_large

MAX_BYTES: Final = 1_000_000  # product.md
MAX_MS: Final = 60_000
GRACE_MS: Final = 1_000  # a recorder stops a little late
MAX_MUSIC_BYTES: Final = 5 * 1024 * 1024  # the limit of net.py
MAX_MUSIC_MS: Final = 10 * 60_000

_ENDINGS: Final = {"audio/mp4": "m4a", "audio/webm": "webm", "audio/ogg": "ogg", "audio/mpeg": "mp3"}
_SAYS: Final = {
    "voice": "A recording must be an MP4, WebM or Ogg file that contains only audio.",
    "audio": "Music must be an MP3, MP4, WebM or Ogg file that contains only audio.",
}

# MPEG-1 layer III: kbit/s and Hz by their index in a frame header (ISO/IEC 11172-3, 2.4.2.3).
_KBITS: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KBITS_LOW: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_HERTZ: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}


def kept(content: bytes, kind: Literal["voice", "audio"]) -> Made:
    """Returns the recording unchanged. Raises MediaBroken, MediaTooLarge, MediaNotAccepted."""
    if not content:
        raise broken("The file is empty.")
    most_bytes, most_ms = (MAX_BYTES, MAX_MS) if kind == "voice" else (MAX_MUSIC_BYTES, MAX_MUSIC_MS)
    if len(content) > most_bytes:
        raise too_large(f"A recording can have at most {most_bytes // 1000:,} kB.")
    what = sniffed(content)
    if what is None or (what == "audio/mpeg" and kind == "voice"):
        raise _not_accepted(kind)
    try:
        duration_ms = _DURATIONS[what](content)
    except (ArithmeticError, IndexError, struct.error, ValueError) as error:
        raise broken("The recording is truncated or damaged.") from error
    if duration_ms is None:
        raise _not_accepted(kind)
    if duration_ms > most_ms + GRACE_MS:
        raise too_large(f"A recording can have at most {most_ms // 1000} seconds.")
    piece = Piece(f"{kind}.{_ENDINGS[what]}", what, content)
    return Made(what, len(content), [piece], None, None, duration_ms)


def _not_accepted(kind: str) -> MediaNotAccepted:
    return MediaNotAccepted(faults=[Fault("/content", "not_accepted", _SAYS[kind])])


def sniffed(content: bytes) -> str | None:
    """Returns the media type of a recording, or None if the format is not accepted."""
    if content.startswith(b"OggS"):
        return "audio/ogg"
    if content.startswith(b"\x1a\x45\xdf\xa3"):
        return "audio/webm"
    if content[4:8] == b"ftyp":
        return "audio/mp4"
    if content.startswith(b"ID3") or (content[:1] == b"\xff" and _mpeg_frame(content, 0) is not None):
        return "audio/mpeg"
    return None


def _ogg(content: bytes) -> int | None:
    """Returns milliseconds, or None unless sound is the only content."""
    at, hertz, skipped, last = 0, 0, 0, 0
    while at < len(content):
        capture, _, flags, granule = struct.unpack_from("<4sBBq", content, at)
        segments = content[at + 26]
        head = at + 27 + segments
        end = head + sum(content[at + 27 : head])
        if capture != b"OggS" or end > len(content):
            raise ValueError
        if flags & 2:
            if hertz:
                return None  # a second stream
            if content[head : head + 8] == b"OpusHead":
                hertz, skipped = 48_000, struct.unpack_from("<H", content, head + 10)[0]
            elif content[head : head + 7] == b"\x01vorbis":
                hertz = struct.unpack_from("<I", content, head + 12)[0]
            if not hertz:
                return None
        last = max(last, granule)
        at = end
    return max(0, last - skipped) * 1000 // hertz if hertz else None


def _mpeg(content: bytes) -> int | None:
    """Returns the milliseconds of all frames between the tags, or None if there are none."""
    at, end, seconds = 0, len(content), 0.0
    if content.startswith(b"ID3"):
        size = content[6:10]
        at = 10 + sum(part << shift for part, shift in zip(size, (21, 14, 7, 0), strict=True))
    if content[-128:-125] == b"TAG":
        end -= 128
    frames = 0
    while at < end:
        frame = _mpeg_frame(content, at)
        if frame is None or at + frame[0] > end:
            raise ValueError
        at += frame[0]
        seconds += frame[1]
        frames += 1
    return int(seconds * 1000) if frames else None


def _mpeg_frame(content: bytes, at: int) -> tuple[int, float] | None:
    """Returns the bytes and seconds of a layer III frame, or None if there is none."""
    if len(content) < at + 4:
        return None
    head = int.from_bytes(content[at : at + 4])
    version, layer, rate, hertz = head >> 19 & 3, head >> 17 & 3, head >> 12 & 15, head >> 10 & 3
    if head >> 21 != 0x7FF or version == 1 or layer != 1 or rate in (0, 15) or hertz == 3:
        return None
    samples = 1152 if version == 3 else 576
    kbits = (_KBITS if version == 3 else _KBITS_LOW)[rate]
    per_second = _HERTZ[version][hertz]
    return samples * kbits * 125 // per_second + (head >> 9 & 1), samples / per_second


_DURATIONS: Final = {
    "audio/ogg": _ogg,
    "audio/webm": webm.sound_ms,
    "audio/mp4": mp4.sound_ms,
    "audio/mpeg": _mpeg,
}
