"""The type of a file by its content; its name and declared type are ignored.

Only containers are walked here, without a decoder, so that a polyglot is refused before anything opens it.
"""

import struct
from typing import Final

from wellwish.errors import Fault, MediaBroken

# Signatures that readers of archives, scripts and documents look for anywhere in a file or at its end.
_HIDDEN: Final = (
    b"PK\x05\x06",
    b"PK\x03\x04",
    b"<script",
    b"<html",
    b"<?php",
    b"%PDF-",
    b"Rar!\x1a\x07",
    b"7z\xbc\xaf",
)
_JPEG_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})  # ITU-T T.81 table B.1: markers without a length
_SCAN: Final = 0xDA
_END: Final = 0xD9


def picture(content: bytes) -> str | None:
    """Returns the media type of a picture, or None if the format is not accepted."""
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    return None


def check_whole(content: bytes, what: str) -> None:
    """Raises MediaBroken for a picture that is truncated or followed by other content."""
    try:
        end = _ENDS[what](content)
    except (IndexError, struct.error) as error:
        raise _broken("The picture is truncated.") from error
    if end > len(content):
        raise _broken("The picture is truncated.")
    tail = content[end:]
    # Cameras append previews and films to a JPEG; they are dropped. No other format is known to have them.
    if what != "image/jpeg" and tail.strip(b"\x00"):
        raise _broken("The file contains extra data after the picture.")
    lower = tail.lower()
    if any(sign.lower() in lower for sign in _HIDDEN):
        raise _broken("The file contains an archive, a document or a script after the picture.")


def _broken(detail: str) -> MediaBroken:
    return MediaBroken(detail, faults=[Fault("/content", "broken", detail)])


def _end_of_jpeg(content: bytes) -> int:
    """Returns the end of the first picture (ITU-T T.81, annex B)."""
    at = 2
    while True:
        if content[at] != 0xFF:
            raise _broken("The picture is damaged.")
        while content[at] == 0xFF:
            at += 1
        marker = content[at]
        at += 1
        if marker == _END:
            return at
        if marker in _JPEG_ALONE:
            continue
        at += struct.unpack_from(">H", content, at)[0]
        if marker == _SCAN:
            at = _end_of_scan(content, at)


def _end_of_scan(content: bytes, at: int) -> int:
    while True:
        at = content.find(b"\xff", at)
        if at < 0:
            raise IndexError
        if content[at + 1] != 0 and not 0xD0 <= content[at + 1] <= 0xD7:
            return at
        at += 2


def _end_of_png(content: bytes) -> int:
    """Returns the end of the chunk IEND (PNG, third edition, section 5)."""
    at = 8
    while True:
        (length,) = struct.unpack_from(">I", content, at)
        name = content[at + 4 : at + 8]
        at += 12 + length
        if name == b"IEND":
            return at
        if at >= len(content):
            raise IndexError


def _end_of_webp(content: bytes) -> int:
    size = struct.unpack_from("<I", content, 4)[0]
    return 8 + size + size % 2


def _end_of_gif(content: bytes) -> int:
    """Returns the position of the trailer (GIF89a, appendix B)."""
    at = 13 + _colours(content[10])
    while True:
        block = content[at]
        if block == 0x3B:
            return at + 1
        if block == 0x2C:
            at = _after_blocks(content, at + 11 + _colours(content[at + 9]))
        elif block == 0x21:
            at = _after_blocks(content, at + 2)
        else:
            raise _broken("The picture is damaged.")


def _colours(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(content: bytes, at: int) -> int:
    while content[at]:
        at += 1 + content[at]
    return at + 1


_ENDS: Final = {
    "image/jpeg": _end_of_jpeg,
    "image/png": _end_of_png,
    "image/gif": _end_of_gif,
    "image/webp": _end_of_webp,
}
