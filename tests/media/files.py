"""Generated media files, valid and hostile."""

import io
import struct
import zlib
from base64 import b64encode
from typing import Any

from PIL import Image


def photo(width: int = 640, height: int = 400, form: str = "JPEG", **given: Any) -> bytes:
    """Returns a blue picture with a red upper left quarter."""
    picture = Image.new("RGB", (width, height), (20, 40, 220))
    picture.paste((220, 30, 30), (0, 0, width // 2, height // 2))
    out = io.BytesIO()
    picture.save(out, form, **given)
    return out.getvalue()


def located(orientation: int = 1) -> bytes:
    """Returns a photo with EXIF location, camera, artist and comment."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretCamera"
    exif[0x013B] = "Jonas Secret"
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 18.0)})
    return photo(exif=exif, comment=b"SecretComment")


def gif(frames: int = 3, width: int = 60, height: int = 40) -> bytes:
    """Returns an animated GIF of plain colours."""
    pictures = [
        Image.new("RGB", (width, height), (each * 7 % 256, each * 31 % 256, 90)) for each in range(frames)
    ]
    out = io.BytesIO()
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=80, loop=0)
    return out.getvalue()


def animated(form: str) -> bytes:
    """Returns an animated WebP or PNG."""
    pictures = [Image.new("RGB", (60, 40), colour) for colour in ("red", "blue")]
    out = io.BytesIO()
    pictures[0].save(out, form, save_all=True, append_images=pictures[1:], duration=80, loop=0)
    return out.getvalue()


def phone_photo(brand: bytes) -> bytes:
    """Returns the beginning of a photo in HEIC or AVIF."""
    return struct.pack(">I", 24) + b"ftyp" + brand + bytes(4) + b"mif1" + brand + bytes(400)


def png_header(width: int, height: int, content: bytes = b"") -> bytes:
    """Returns a PNG of a few bytes whose header claims the given size."""

    def chunk(name: bytes, value: bytes) -> bytes:
        return struct.pack(">I", len(value)) + name + value + struct.pack(">I", zlib.crc32(name + value))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(content, 9))
        + chunk(b"IEND", b"")
    )


def jpeg_header(width: int, height: int) -> bytes:
    """Returns a small JPEG whose header claims the given size."""
    content = photo(64, 64)
    at = content.index(b"\xff\xc0") + 5
    return content[:at] + struct.pack(">HH", height, width) + content[at + 4 :]


def body(kind: str, content: bytes, **more: Any) -> dict[str, Any]:
    """Returns the request body of an upload."""
    return {"kind": kind, "content": b64encode(content).decode(), **more}


STROKES: list[dict[str, Any]] = [
    {"ink": "berry", "width": 8, "points": [[300, 300, 0.2], [420.5, 380, 0.9], [560, 300, 0.4]]},
    {"ink": "navy", "points": [[600, 200]]},
]
