"""Parse the blocks of a GIF, and write each frame as a separate picture (GIF89a, appendix B)."""

import struct
from dataclasses import dataclass
from typing import Final

from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import Container, Disposal, Frame

MAX_BLOCKS: Final = 200_000  # 20 MB in blocks of 255 bytes, which every known encoder fills, are 78,432
_TRAILER, _IMAGE, _EXTENSION = 0x3B, 0x2C, 0x21
_CONTROL, _APPLICATION = 0xF9, 0xFF
_LOOPING: Final = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
# Some old encoders write 4 instead of 3.
_DISPOSALS: Final = {2: Disposal.CLEAR, 3: Disposal.RESTORE, 4: Disposal.RESTORE}
_NO_CONTROL: Final = bytes(4)


@dataclass
class _Reading:
    content: bytes
    at: int
    blocks: int = 0
    control: bytes = _NO_CONTROL  # flags, delay and transparent colour of the next frame
    plays: int = 1

    def skip_blocks(self) -> None:
        """Skips a sequence of data blocks. Raises IndexError at the end of the file, RefusedError."""
        while size := self.content[self.at]:
            self.at += 1 + size
            self.count()
        self.at += 1
        self.count()

    def count(self) -> None:
        self.blocks += 1
        if self.blocks > MAX_BLOCKS:
            raise RefusedError("segments")

    def extension(self) -> None:
        content, at = self.content, self.at
        label, size = content[at + 1], content[at + 2]
        if label == _CONTROL and size >= 4:
            self.control = content[at + 3 : at + 7]
        elif label == _APPLICATION and content[at + 3 : at + 14] in _LOOPING and content[at + 15] & 7 == 1:
            (repeats,) = struct.unpack_from("<H", content, at + 16)
            self.plays = repeats + 1 if repeats else 0
        self.at += 2
        self.skip_blocks()


def parsed(content: bytes) -> Container:
    """Returns the frames. The last byte may be missing, and data after it is ignored.

    The first frame may enlarge the screen. Raises RefusedError, IndexError, struct.error.
    """
    width, height, flags = struct.unpack_from("<HHB", content, 6)
    palette = content[13 : 13 + _palette_bytes(flags)]
    reading = _Reading(content, 13 + len(palette))
    frames: list[Frame] = []
    while reading.at < len(content):
        kind = content[reading.at]
        if kind == _IMAGE:
            left, top, across, down = struct.unpack_from("<4H", content, reading.at + 1)
            frame = _frame(reading, palette)
            if not frames:
                width, height = max(width, left + across), max(height, top + down)
            if across and down:
                frames.append(frame)
        elif kind == _EXTENSION:
            try:
                reading.extension()
            except (IndexError, struct.error):
                break  # the end of the file
        elif kind == 0:  # an additional terminator
            reading.at += 1
            reading.count()
        else:
            reading.at += kind == _TRAILER
            break
    if not frames:
        raise RefusedError("truncated" if reading.at >= len(content) else "broken")
    return Container(
        width=width, height=height, frames=frames, plays=reading.plays, end=min(reading.at, len(content))
    )


def _frame(reading: _Reading, palette: bytes) -> Frame:
    content, start = reading.content, reading.at
    left, top, across, down, flags = struct.unpack_from("<4HB", content, start + 1)
    own = content[start + 10 : start + 10 + _palette_bytes(flags)]
    data_at = start + 10 + len(own)
    reading.at = data_at + 1
    reading.skip_blocks()
    if reading.at > len(content):
        raise RefusedError("truncated")
    control, delay, _ = struct.unpack("<BHB", reading.control)
    colours = own or palette
    bits = (len(colours) // 3).bit_length() - 2
    head = b"GIF89a" + struct.pack("<HHBBB", across, down, 0x80 | bits if colours else 0, 0, 0) + colours
    # Of the control extension, only the transparent colour is kept.
    shown = b"\x21\xf9\x04" + bytes([control & 1, 0, 0, reading.control[3]]) + b"\x00"
    place = b"\x2c" + struct.pack("<4HB", 0, 0, across, down, flags & 0x40)
    picture = head + shown + place + content[data_at : reading.at] + b"\x3b"
    reading.control = _NO_CONTROL
    disposal = _DISPOSALS.get(control >> 2 & 7, Disposal.KEEP)
    return Frame(picture, left, top, delay * 10, disposal, is_blended=True)


def _palette_bytes(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0
