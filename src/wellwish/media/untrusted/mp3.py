"""Reduce an MP3 file to its frames, without tags (ISO/IEC 11172-3, 2.4)."""

from typing import Final

from wellwish.media.untrusted.confine import RefusedError

MAX_FRAMES: Final = 50_000  # 10 minutes in frames of 24 ms are 25,000
# MPEG-1 layer III: kbit/s and Hz by their index in a frame header (ISO/IEC 11172-3, 2.4.2.3).
_KBITS: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KBITS_LOW: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_HERTZ: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}


def rewritten(content: bytes) -> tuple[bytes, int]:
    """Returns the frames between the tags, and their duration in ms. Raises RefusedError, IndexError."""
    start, end, seconds = 0, len(content), 0.0
    if content.startswith(b"ID3"):
        start = 10 + sum(part << shift for part, shift in zip(content[6:10], (21, 14, 7, 0), strict=True))
    if content[-128:-125] == b"TAG":
        end -= 128
    at = start
    for _ in range(MAX_FRAMES):
        if at == end and at > start:
            return content[start:end], int(seconds * 1000)
        size, lasts = _frame(content, at)
        at, seconds = at + size, seconds + lasts
        if at > end:
            raise RefusedError("truncated")
    raise RefusedError("segments")


def _frame(content: bytes, at: int) -> tuple[int, float]:
    """Returns the bytes and seconds of a layer III frame."""
    head = int.from_bytes(content[at : at + 4]) if at + 4 <= len(content) else 0
    version, layer, rate, hertz = head >> 19 & 3, head >> 17 & 3, head >> 12 & 15, head >> 10 & 3
    if head >> 21 != 0x7FF or version == 1 or layer != 1 or rate in (0, 15) or hertz == 3:
        raise RefusedError("broken")
    samples = 1152 if version == 3 else 576
    kbits = (_KBITS if version == 3 else _KBITS_LOW)[rate]
    per_second = _HERTZ[version][hertz]
    return samples * kbits * 125 // per_second + (head >> 9 & 1), samples / per_second
