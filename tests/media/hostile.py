"""Small or valid files that take a long time to parse, because they have many tiny parts."""

import io
import struct
import zlib
from collections.abc import Callable
from functools import partial

from PIL import Image

from tests.media import files, sounds


def _jpeg_head() -> bytes:
    """Returns a JPEG of 64 by 64 pixels up to the data of its scan."""
    content = files.photo(64, 64)
    at = content.index(b"\xff\xda")
    return content[: at + 2 + struct.unpack_from(">H", content, at + 2)[0]]


def jpeg(follows: int, size: int) -> bytes:
    """A scan that continues with only stuffing (00) or restart markers (D0)."""
    return _jpeg_head() + bytes(64) + bytes([0xFF, follows]) * (size // 2) + b"\xff\xd9"


def gif(size: int) -> bytes:
    """A comment in blocks of one byte."""
    content = files.gif(1)
    return content[:-1] + b"\x21\xfe" + b"\x01x" * (size // 2) + b"\x00" + content[-1:]


def png(size: int) -> bytes:
    """Empty text chunks."""
    content = files.photo(64, 64, "PNG")
    chunk = struct.pack(">I4sI", 0, b"tEXt", zlib.crc32(b"tEXt"))
    return content[:-12] + chunk * (size // 12) + content[-12:]


def webm(size: int) -> bytes:
    """Empty elements."""
    return sounds.webm(1) + sounds.element(b"\xec") * (size // 9)


# The kind, the full size and the content of each file by name. Contents are made by the tests that need them.
_UPLOADS: dict[str, tuple[str, int, Callable[[int], bytes]]] = {
    "a JPEG of stuffing": ("photo", 19_800_000, partial(jpeg, 0x00)),
    "a JPEG of restart markers": ("photo", 19_800_000, partial(jpeg, 0xD0)),
    "a GIF of blocks": ("gif", 19_800_000, gif),
    "a PNG of chunks": ("photo", 19_800_000, png),
    "a WebM of elements": ("voice", 540_000, webm),
}
UPLOADS = sorted(_UPLOADS)


def upload(name: str, share: float = 1) -> tuple[str, bytes]:
    """Returns the kind and content of a file with ``share`` of its full size."""
    kind, size, content = _UPLOADS[name]
    return kind, content(int(size * share))


def long_gif(frames: int, width: int, height: int) -> bytes:
    """An animation of plain frames, each of the whole screen."""
    pictures = (Image.new("P", (width, height), each % 200) for each in range(frames))
    out = io.BytesIO()
    next(pictures).save(
        out, "GIF", save_all=True, append_images=pictures, duration=40, loop=0, optimize=False
    )
    return out.getvalue()


def grown_gif(frames: int, side: int) -> bytes:
    """A screen of one pixel that the first frame enlarges; all frames are drawn on the enlarged one."""
    frame = b"\x2c" + struct.pack("<4HB", side - 1, side - 1, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6) + frame * frames + b"\x3b"
