"""ICC profiles, made from their specification."""

import struct
from typing import Any, Final, cast

from PIL import ImageCms

from tests.media.corpus.rows import Colour

_D50: Final = (0.9642, 1.0, 0.8249)
# The colourants of sRGB, adapted to D50 (IEC 61966-2-1).
_RED, _GREEN, _BLUE = (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)


def srgb() -> bytes:
    return cast("Any", ImageCms).ImageCmsProfile(cast("Any", ImageCms).createProfile("sRGB")).tobytes()


def _xyz(values: tuple[float, float, float]) -> bytes:
    return struct.pack(">4s4x3i", b"XYZ ", *(round(each * 65536) for each in values))


def _curve() -> bytes:
    """Returns the curve of sRGB as a table."""
    table = [round(decoded(at / 1023) * 65535) for at in range(1024)]
    return struct.pack(">4s4xI", b"curv", len(table)) + struct.pack(">1024H", *table)


def _text(name: bytes) -> bytes:
    return b"desc" + bytes(4) + struct.pack(">I", len(name) + 1) + name + bytes(79)


def _profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    tags = {
        b"desc": _text(b"test"),
        b"cprt": b"text\x00\x00\x00\x00none\x00\x00\x00\x00",
        b"wtpt": _xyz(_D50),
        **tags,
    }
    at = 132 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        padded = value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", name, at + len(data), len(value))
        data += padded
    size = 128 + len(table) + len(data)
    head = struct.pack(
        ">I4sI4s4s4s6H4s", size, b"test", 0x02400000, b"mntr", space, b"XYZ ", 2000, 1, 1, 0, 0, 0, b"acsp"
    )
    head += bytes(28) + struct.pack(">3i", *(round(each * 65536) for each in _D50))
    return head.ljust(128, b"\x00") + table + data


def swapped() -> bytes:
    """Returns sRGB with red and blue exchanged: a program that ignores it shows wrong colours."""
    curve = _curve()
    colourants = {b"rXYZ": _xyz(_BLUE), b"gXYZ": _xyz(_GREEN), b"bXYZ": _xyz(_RED)}
    return _profile(b"RGB ", {**colourants, b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


def grey(gamma: float) -> bytes:
    return _profile(b"GRAY", {b"kTRC": struct.pack(">4s4xIH", b"curv", 1, round(gamma * 256)) + bytes(2)})


def to_swapped(colour: Colour) -> Colour:
    return colour[::-1]


def decoded(value: float) -> float:
    """Returns the linear intensity of an sRGB value, both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> int:
    """Returns the sRGB value, from 0 to 255, of a linear intensity."""
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(value * 255)
