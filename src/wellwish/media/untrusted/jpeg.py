"""Parse the segments of a JPEG, and keep those that describe its pixels (ITU-T T.81, annex B)."""

import re
import struct
from dataclasses import dataclass, field
from typing import Final

from wellwish.media.untrusted import exif
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import MAX_PROFILE_BYTES, Container

# Cameras write fewer than 100 segments. libjpeg's fuzzers stop at 500 scans, each of which may change every
# pixel.
MAX_SEGMENTS: Final = 10_000
MAX_SCANS: Final = 100
MAX_SCAN_PIXELS: Final = 600_000_000  # 40 megapixels in 15 scans; encoders write 10

_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})  # table B.1: markers without a length
_SCAN: Final = 0xDA
_END: Final = 0xD9
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the start of a frame, with its size
_HUFFMAN: Final = {0xC0: 2, 0xC1: 2, 0xC2: 1}  # the fewest bits of a block of 8 by 8 pixels
_TABLES: Final = frozenset({0xC4, 0xCC, 0xDB, 0xDC, 0xDD})
# The segments that specify how colours are stored, and their minimum size in bytes.
_COLOURS: Final = {0xE0: (b"JFIF\x00", 14), 0xEE: (b"Adobe", 12)}
_PROFILE: Final = b"ICC_PROFILE\x00"
# Any marker. Preceding bytes are skipped, as in decoders. Without repetition in the pattern, the search is
# linear.
_MARKER: Final = re.compile(rb"\xff[^\x00\xff]", re.DOTALL)
# Any marker except stuffing and restarts.
_AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)


@dataclass
class _Reading:
    kept: list[bytes] = field(default_factory=lambda: [b"\xff\xd8"])
    frame: bytes = b""
    process: int = 0
    scans: int = 0
    scan_bytes: int = 0
    orientation: int | None = None
    profile: dict[int, bytes] = field(default_factory=dict[int, bytes])

    @property
    def size(self) -> tuple[int, int]:
        """Returns width and height; (0, 0) before the start of the frame."""
        height, width = struct.unpack_from(">HH", self.frame, 1) if self.frame else (0, 0)
        return width, height

    def add(self, marker: int, body: bytes) -> None:
        if marker in _FRAMES and not self.frame:
            self.frame, self.process = body, marker
        elif marker == 0xE1 and body.startswith(b"Exif") and self.orientation is None:
            self.orientation = exif.orientation(body)
        elif marker == 0xE2 and body.startswith(_PROFILE) and len(body) > 14:
            self.profile.setdefault(body[12], body[14:])
        name, fewest = _COLOURS.get(marker, (b"", 0))
        is_kept = marker in _TABLES or marker in _FRAMES or marker == _SCAN
        if is_kept or (fewest and body.startswith(name) and len(body) >= fewest):
            self.kept.append(bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body)

    def check_scans(self) -> None:
        width, height = self.size
        if self.scans > MAX_SCANS or self.scans * width * height > MAX_SCAN_PIXELS:
            raise RefusedError("segments")

    def check_bytes(self) -> None:
        """Raises RefusedError if the scans are too short for the pixels, whose missing part would be grey."""
        width, height = self.size
        parts = [(each >> 4, each & 15) for each in self.frame[7 : 6 + 3 * self.frame[5] : 3]]
        if not parts or not all(across and down for across, down in parts):
            raise RefusedError("broken")
        widest, tallest = max(across for across, _ in parts), max(down for _, down in parts)
        blocks = sum(
            -(-width * across // (8 * widest)) * -(-height * down // (8 * tallest)) for across, down in parts
        )
        if self.scan_bytes * 8 < blocks * _HUFFMAN.get(self.process, 0):
            raise RefusedError("truncated")


def parsed(content: bytes) -> Container:
    """Parses the first picture, ignoring appended previews and videos. Raises RefusedError, struct.error."""
    reading = _Reading()
    at, has_end = 2, False
    for _ in range(MAX_SEGMENTS):
        found = _MARKER.search(content, at)
        if found is None:
            break
        at, marker = found.end(), content[found.end() - 1]
        if marker == _END:
            has_end = True
            break
        if marker in _ALONE:
            continue
        (length,) = struct.unpack_from(">H", content, at)
        if at + length > len(content) and not reading.scans:
            raise RefusedError("truncated")
        reading.add(marker, content[at + 2 : at + max(2, length)])
        at += max(2, length)
        if marker == _SCAN:
            after = _AFTER_SCAN.search(content, at)
            end = len(content) if after is None else after.start()
            reading.kept.append(content[at:end])
            reading.scans, reading.scan_bytes, at = reading.scans + 1, reading.scan_bytes + end - at, end
            reading.check_scans()
    else:
        raise RefusedError("segments")
    if not reading.scans or not reading.frame:
        raise RefusedError("broken" if has_end else "truncated")
    width, height = reading.size
    parts = [reading.profile[number] for number in sorted(reading.profile)]
    container = Container(
        width=width,
        height=height,
        still=b"".join(reading.kept) + b"\xff\xd9",
        end=at if has_end else len(content),
        orientation=reading.orientation or 1,
        profile=b"".join(parts)[:MAX_PROFILE_BYTES],
        has_end=has_end,
    )
    reading.check_bytes()
    return container
