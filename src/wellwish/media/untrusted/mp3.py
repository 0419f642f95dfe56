"""Reduce an MP3 file to its frames, without tags (ISO/IEC 11172-3, 2.4)."""

import re
from typing import Final

from wellwish.media.untrusted import trailing_data
from wellwish.media.untrusted.confine import RefusedError

MAX_FRAMES: Final = 50_000  # 10 minutes in frames of 24 ms are 25,000
# MPEG-1 layer III: kbit/s and Hz by their index in a frame header (ISO/IEC 11172-3, 2.4.2.3).
_KBITS: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KBITS_LOW: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_HERTZ: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_SYNC: Final = re.compile(rb"\xff[\xe0-\xff]")
# The markers of a frame that describes the other frames, located after its side information. Xing and LAME
# write the first two, Fraunhofer the third.
_ABOUT: Final = (b"Xing", b"Info", b"VBRI")
_LONGEST_SIDE: Final = 36  # bytes of a header and side information (2.4.1.7)


def rewritten(content: bytes) -> tuple[bytes, int]:
    """Returns the frames without tags and surrounding bytes, and their duration in ms.

    Omits an incomplete last frame. Raises RefusedError.
    """
    frames: list[bytes] = []
    at, seconds, kind = 0, 0.0, -1
    while len(frames) <= MAX_FRAMES:
        found = _next(content, at, kind)
        if found is None:
            break
        at, size, lasts, kind = found
        frame = content[at : at + size]
        is_about = not frames and any(each in frame[: _LONGEST_SIDE + 4] for each in _ABOUT)
        frames.append(frame)
        at, seconds = at + size, seconds + (0 if is_about else lasts)
    else:
        raise RefusedError("segments")
    if not seconds:
        raise RefusedError("broken")
    trailing_data.check(content[at:])
    return b"".join(frames), int(seconds * 1000)


def _after_tag(content: bytes, at: int) -> int:
    """Returns the offset after the ID3 tags at an offset (ID3v2.4, 3.1)."""
    while content[at : at + 3] == b"ID3" and at + 10 <= len(content):
        size = sum(
            (part & 127) << shift
            for part, shift in zip(content[at + 6 : at + 10], (21, 14, 7, 0), strict=True)
        )
        at += 10 + size + (10 if content[at + 5] & 0x10 else 0)
    return at


def _next(content: bytes, at: int, kind: int) -> tuple[int, int, float, int] | None:
    """Returns offset, bytes, seconds and kind of the next complete frame, or None at the end.

    Two bytes can look like the start of a frame by chance, so after a gap, a frame must be followed by
    another frame or the end.
    """
    at = start = _after_tag(content, at)
    while (found := _SYNC.search(content, at)) is not None:
        at = found.start()
        frame = _frame(content, at)
        if frame is not None and kind in (-1, frame[2]) and at + frame[0] <= len(content):
            after = at + frame[0]
            if at == start or after == len(content) or _frame(content, after) is not None:
                return at, *frame
        at += 1
    return None


def _frame(content: bytes, at: int) -> tuple[int, float, int] | None:
    """Returns the bytes, seconds and kind (version and frequency) of the layer III frame at an offset."""
    head = int.from_bytes(content[at : at + 4]) if at + 4 <= len(content) else 0
    version, layer, rate, hertz = head >> 19 & 3, head >> 17 & 3, head >> 12 & 15, head >> 10 & 3
    if head >> 21 != 0x7FF or version == 1 or layer != 1 or rate in (0, 15) or hertz == 3:
        return None
    samples = 1152 if version == 3 else 576
    kbits = (_KBITS if version == 3 else _KBITS_LOW)[rate]
    per_second = _HERTZ[version][hertz]
    size = samples * kbits * 125 // per_second + (head >> 9 & 1)
    return size, samples / per_second, version << 2 | hertz
