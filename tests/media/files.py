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


def ogg(seconds: float, codec: bytes = b"OpusHead") -> bytes:
    """Returns an Ogg Opus file with the given duration and silent audio."""

    def page(flags: int, granule: int, number: int, packet: bytes) -> bytes:
        return (
            struct.pack("<4sBBqIII", b"OggS", 0, flags, granule, 7, number, 0)
            + bytes([1, len(packet)])
            + packet
        )

    head = codec + struct.pack("<BBHIhB", 1, 1, 312, 48_000, 0, 0)
    return (
        page(2, 0, 0, head)
        + page(0, 0, 1, b"OpusTags" + struct.pack("<I", 0) + struct.pack("<I", 0))
        + page(4, int(seconds * 48_000) + 312, 2, b"\xf8\xff\xfe")
    )


def _element(identity: bytes, value: bytes) -> bytes:
    return identity + struct.pack(">Q", len(value) | 1 << 56) + value


def webm(
    seconds: float, track: int = 2, *, scale: bytes = (1_000_000).to_bytes(3), time: bytes = b""
) -> bytes:
    """Returns a WebM file as browsers record it: no duration in the header, only block timestamps.

    ``time`` replaces the timestamp of each cluster.
    """
    head = _element(b"\x1a\x45\xdf\xa3", _element(b"\x42\x82", b"webm"))
    about = _element(b"\x15\x49\xa9\x66", _element(b"\x2a\xd7\xb1", scale))
    entry = _element(b"\x83", bytes([track])) + _element(b"\x86", b"A_OPUS")
    tracks = _element(b"\x16\x54\xae\x6b", _element(b"\xae", entry))
    clusters = b""
    for start in range(0, int(seconds * 1000) + 1, 1000):
        inside = _element(b"\xe7", time or start.to_bytes(4)) + _element(b"\xa3", b"\x81\x00\x00\x80\xf8")
        clusters += b"\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff" + inside
    return head + b"\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" + about + tracks + clusters


def _box(name: bytes, value: bytes) -> bytes:
    return struct.pack(">I4s", len(value) + 8, name) + value


def mp4(seconds: float, handler: bytes = b"soun", *, fragments: bool = False) -> bytes:
    """Returns an MP4 audio file, whole or fragmented as browsers record it."""
    scale = 48_000
    told = 0 if fragments else int(seconds * scale)
    mdhd = _box(b"mdhd", struct.pack(">IIIIIHH", 0, 0, 0, scale, told, 0, 0))
    hdlr = _box(b"hdlr", struct.pack(">II4s", 0, 0, handler) + bytes(13))
    moov = _box(b"trak", _box(b"mdia", mdhd + hdlr))
    content = _box(b"ftyp", b"isom\x00\x00\x00\x00isom")
    if not fragments:
        return content + _box(b"moov", moov) + _box(b"mdat", b"\xf8\xff\xfe")
    moov += _box(b"mvex", _box(b"trex", struct.pack(">IIIIII", 0, 1, 1, 960, 0, 0)))
    content += _box(b"moov", moov)
    for _ in range(int(seconds)):
        traf = _box(b"tfhd", struct.pack(">II", 0, 1)) + _box(b"trun", struct.pack(">II", 0, 50))
        content += _box(b"moof", _box(b"traf", traf)) + _box(b"mdat", b"\xf8\xff\xfe")
    return content


def body(kind: str, content: bytes, **more: Any) -> dict[str, Any]:
    """Returns the request body of an upload."""
    return {"kind": kind, "content": b64encode(content).decode(), **more}


STROKES: list[dict[str, Any]] = [
    {"ink": "berry", "width": 8, "points": [[300, 300, 0.2], [420.5, 380, 0.9], [560, 300, 0.4]]},
    {"ink": "navy", "points": [[600, 200]]},
]
