"""Find the orientation in the Exif data of a picture (CIPA DC-008, 4.6.4)."""

import struct
from typing import Final

_ORIENTATION: Final = 0x0112
_MAX_ENTRIES: Final = 1_000  # cameras write fewer than 50 into the first directory
_FORMS: Final = {3: "H2x", 4: "I"}  # SHORT, and LONG, which some programs write


def orientation(data: bytes) -> int:
    """Returns the orientation, 1 to 8; 1 (upright) if it is missing or the data is damaged."""
    data = data.removeprefix(b"Exif\x00\x00")
    order = {b"II*\x00": "<", b"MM\x00*": ">"}.get(data[:4])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(f"{order}I", data, 4)
        (count,) = struct.unpack_from(f"{order}H", data, start)
        for at in range(start + 2, start + 2 + 12 * min(count, _MAX_ENTRIES), 12):
            tag, form = struct.unpack_from(f"{order}HH", data, at)
            if tag == _ORIENTATION and form in _FORMS:
                (value,) = struct.unpack_from(order + _FORMS[form], data, at + 8)
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1
