"""Rewrite the sound of an Ogg file with empty comments (RFC 3533, RFC 7845, Vorbis I specification)."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wellwish.media.untrusted import trailing_data
from wellwish.media.untrusted.confine import RefusedError

MAX_PAGES: Final = 50_000  # 10 minutes in pages of one packet of 20 ms have 30,000
_PAGE_SEGMENTS: Final = 255
_FIRST: Final = 0x02
_SERIAL: Final = 1
_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_NO_COMMENTS: Final = bytes(8)  # the length of the vendor's name, then the number of comments
NO_OPUS_COMMENTS: Final = b"OpusTags" + _NO_COMMENTS
NO_VORBIS_COMMENTS: Final = b"\x03vorbis" + _NO_COMMENTS + b"\x01"


@dataclass(frozen=True)
class _Page:
    flags: int
    granule: int
    lengths: bytes
    body: bytes


def rewritten(content: bytes) -> tuple[bytes, int]:
    """Returns the new file and its duration in ms. Raises RefusedError, IndexError, struct.error."""
    pages = list(_pages(content))
    first, hertz, skipped = pages[0].body, 48_000, 0
    if first.startswith(b"OpusHead"):
        (skipped,) = struct.unpack_from("<H", first, 10)
        _, used = _packets(pages, 2)
        headers = [NO_OPUS_COMMENTS]
    elif first.startswith(b"\x01vorbis"):
        (hertz,) = struct.unpack_from("<I", first, 12)
        packets, used = _packets(pages, 3)
        headers = [NO_VORBIS_COMMENTS, packets[2]]
    else:
        raise RefusedError("not_accepted")
    if not hertz:
        raise RefusedError("broken")
    sound = pages[used:]
    made = [_Page(_FIRST, 0, lacing(first), first), *_paged(headers), *sound]
    out = b"".join(_encoded(page, number) for number, page in enumerate(made))
    last = max((page.granule for page in sound), default=0)
    return out, max(0, last - skipped) * 1000 // hertz


def _pages(content: bytes) -> Iterator[_Page]:
    """Yields the pages of the only stream. Data after the last page is dropped."""
    at, serial = 0, None
    for number in range(MAX_PAGES):
        if number and content[at : at + 4] != b"OggS":
            trailing_data.check(content[at:])
            return
        capture, version, flags, granule, of_stream = struct.unpack_from("<4sBBqI", content, at)
        head = at + 27 + content[at + 26]
        lengths = content[at + 27 : head]
        at = head + sum(lengths)
        if capture != b"OggS" or version:
            raise RefusedError("broken")
        if at > len(content):
            raise RefusedError("truncated")
        if number and (flags & _FIRST or of_stream != serial):
            raise RefusedError("not_accepted")  # a second stream
        serial = of_stream
        yield _Page(flags, granule, lengths, content[head:at])
    raise RefusedError("segments")


def _packets(pages: list[_Page], count: int) -> tuple[list[bytes], int]:
    """Returns the first packets and their number of pages. The sound begins on a new page."""
    packets, parts = list[bytes](), list[bytes]()
    for used, page in enumerate(pages, 1):
        at = 0
        for length in page.lengths:
            parts.append(page.body[at : at + length])
            at += length
            if length < 255:
                packets.append(b"".join(parts))
                parts = list[bytes]()
        if len(packets) >= count:
            if len(packets) > count or parts:
                break
            return packets, used
    raise RefusedError("broken")


def lacing(*packets: bytes) -> bytes:
    """Returns the lengths of packets (Xiph lacing)."""
    return b"".join(b"\xff" * (len(each) // 255) + bytes([len(each) % 255]) for each in packets)


def _paged(packets: list[bytes]) -> Iterator[_Page]:
    """Yields header packets in as many pages as they need."""
    lengths, body = lacing(*packets), b"".join(packets)
    at, continued = 0, 0
    for start in range(0, len(lengths), _PAGE_SEGMENTS):
        part = lengths[start : start + _PAGE_SEGMENTS]
        # Pages in which no packet ends have no position.
        yield _Page(continued, 0 if min(part) < 255 else -1, part, body[at : at + sum(part)])
        at, continued = at + sum(part), int(part[-1] == 255)


def _encoded(page: _Page, number: int) -> bytes:
    rest = bytes([len(page.lengths)]) + page.lengths + page.body
    head = struct.pack("<4sBBqII", b"OggS", 0, page.flags, page.granule, _SERIAL, number)
    return head + struct.pack("<I", _crc(head + bytes(4) + rest)) + rest


def _crc(page: bytes) -> int:
    """Returns the checksum of RFC 3533: the polynomial of zlib, but without reflection and inversion."""
    mirrored = zlib.crc32(page.translate(_REVERSED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{mirrored:032b}"[::-1], 2)
