"""Parse the container of a picture without decoding it, to find its end and its number of pixels.

Polyglot files are refused before a decoder opens them. Parsing takes linear time and limited steps.
"""

import re
import struct
from typing import Final

from wellwish.media.untrusted.confine import RefusedError

# Cameras write fewer than 100 segments. libjpeg's fuzzers stop at 500 scans; each may touch every pixel.
MAX_SEGMENTS: Final = 10_000
MAX_SCANS: Final = 100
MAX_SCAN_PIXELS: Final = 600_000_000  # 40 megapixels in 15 scans; encoders write 10
# Huffman coding takes a bit or more for each block of 8 by 8 pixels (ITU-T T.81, annex F), so eight blocks
# are the most that a byte codes. A decoder fills missing blocks with grey.
PIXELS_PER_BYTE: Final = 8 * 64
MAX_CHUNKS: Final = 20_000  # 20 MB in chunks of 8 KiB, libpng's default, are 2,442
MAX_BLOCKS: Final = 200_000  # 20 MB in blocks of 255 bytes, which every known encoder fills, are 78,432
MAX_FRAMES: Final = 300
MAX_FRAME_PIXELS: Final = 75_000_000  # all frames together, at 25 ms a megapixel

# Signatures that readers of archives, scripts and documents look for anywhere in a file or at its end.
_HIDDEN: Final = (
    b"pk\x05\x06",
    b"pk\x03\x04",
    b"<script",
    b"<html",
    b"<?php",
    b"%pdf-",
    b"rar!\x1a\x07",
    b"7z\xbc\xaf",
)
_JPEG_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})  # ITU-T T.81 table B.1: markers without a length
_SCAN: Final = 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the start of a frame, with its size
_END: Final = 0xD9
_MARKER: Final = re.compile(rb"\xff++([^\xff])", re.DOTALL)
# Any marker except stuffing and restarts. Without repetition, the search is linear for any content.
_AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7]", re.DOTALL)


def check(content: bytes, media_type: str, *, animated: bool = False) -> int:
    """Returns the number of frames of a GIF, 1 for other pictures.

    Raises RefusedError for a picture that is truncated, followed by other content, or too expensive.
    With ``animated``, all frames of a GIF will be decoded, so their pixels are limited.
    """
    try:
        end, frames, pixels = _walked(content, media_type)
    except (IndexError, struct.error) as error:
        raise RefusedError("truncated") from error
    if end > len(content):
        raise RefusedError("truncated")
    if animated and (frames > MAX_FRAMES or pixels > MAX_FRAME_PIXELS):
        raise RefusedError("frames")
    tail = content[end:].lower()
    # Cameras append previews and videos to a JPEG, which are dropped. Other formats have no such additions.
    if media_type != "image/jpeg" and tail.strip(b"\x00"):
        raise RefusedError("trailing")
    if any(sign in tail for sign in _HIDDEN):
        raise RefusedError("hidden")
    return frames


def _walked(content: bytes, media_type: str) -> tuple[int, int, int]:
    """Returns the offset of the picture's end, and for a GIF the number of frames and their pixels."""
    if media_type == "image/gif":
        return _end_of_gif(content)
    if media_type == "image/jpeg":
        return _end_of_jpeg(content), 1, 0
    if media_type == "image/png":
        return _end_of_png(content), 1, 0
    size = struct.unpack_from("<I", content, 4)[0]
    return 8 + size + size % 2, 1, 0


def _end_of_jpeg(content: bytes) -> int:
    """Returns the end of the first picture (ITU-T T.81, annex B)."""
    at, scans, pixels, coded = 2, 0, 0, 0
    for _ in range(MAX_SEGMENTS):
        found = _MARKER.match(content, at)
        if found is None:
            raise RefusedError("truncated" if at >= len(content) else "broken")
        at, marker = found.end(), found[1][0]
        if marker == _END:
            if coded * PIXELS_PER_BYTE < pixels:
                raise RefusedError("truncated")
            return at
        if marker in _JPEG_ALONE:
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 3)
            pixels = max(pixels, height * width)
        at += struct.unpack_from(">H", content, at)[0]
        if marker == _SCAN:
            scans += 1
            after = _AFTER_SCAN.search(content, at)
            if after is None:
                raise RefusedError("truncated")
            if scans > MAX_SCANS or scans * pixels > MAX_SCAN_PIXELS:
                break
            coded += after.start() - at
            at = after.start()
    raise RefusedError("segments")


def _end_of_png(content: bytes) -> int:
    """Returns the end of the chunk IEND (PNG, third edition, section 5)."""
    at = 8
    for _ in range(MAX_CHUNKS):
        (length,) = struct.unpack_from(">I", content, at)
        name = content[at + 4 : at + 8]
        at += 12 + length
        if name == b"IEND":
            return at
        if at >= len(content):
            raise RefusedError("truncated")
    raise RefusedError("segments")


def _end_of_gif(content: bytes) -> tuple[int, int, int]:
    """Returns the offset after the trailer, the number of frames, and their pixels (GIF89a, appendix B).

    A frame that reaches beyond the screen enlarges it, and each frame is drawn on the whole screen.
    """
    width, height = struct.unpack_from("<HH", content, 6)
    at, blocks, frames = 13 + _palette(content[10]), 0, 0
    while blocks <= MAX_BLOCKS:
        kind = content[at]
        if kind == 0x3B:
            return at + 1, frames, frames * width * height
        if kind == 0x2C:
            left, top, wide, high = struct.unpack_from("<4H", content, at + 1)
            width, height, frames = max(width, left + wide), max(height, top + high), frames + 1
            at += 11 + _palette(content[at + 9])
        elif kind == 0x21:
            at += 2
        else:
            raise RefusedError("broken")
        while (size := content[at]) and blocks <= MAX_BLOCKS:
            at += 1 + size
            blocks += 1
        at += 1
        blocks += 1
    raise RefusedError("segments")


def _palette(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0
