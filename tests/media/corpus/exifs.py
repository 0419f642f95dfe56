"""Exif data, valid and damaged."""

import struct
from typing import Final

from PIL import Image

_STORED: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def exif(orientation: int, order: str = "<", form: int = 3) -> bytes:
    """Returns a directory with a resolution unit and an orientation."""
    entry = f"{order}HHIHH" if form == 3 else f"{order}HHII"
    values = (orientation, 0) if form == 3 else (orientation,)
    return (
        (b"II*\x00" if order == "<" else b"MM\x00*")
        + struct.pack(f"{order}IH", 8, 2)
        + struct.pack(entry, 0x0112, form, 1, *values)
        + struct.pack(f"{order}HHIHH", 0x0128, 3, 1, 2, 0)
        + struct.pack(f"{order}I", 0)
    )


def stored(upright: Image.Image, orientation: int) -> Image.Image:
    """Returns the pixels that a camera stores with this orientation."""
    return upright.transpose(_STORED[orientation]) if orientation > 1 else upright


def damaged() -> dict[str, bytes]:
    """Returns data without a readable orientation, by its fault."""
    good = exif(6)
    return {
        "of zeros": bytes(40),
        "that end early": good[:9],
        "with orientation 0": exif(0),
        "with orientation 9": exif(9),
        "with a directory far away": good[:4] + b"\xff\xff\xff\x7f" + good[8:],
    }
