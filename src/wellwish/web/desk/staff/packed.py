"""A checked list in a hidden field, from which it is saved."""

import zlib
from base64 import b64decode, b64encode
from typing import Final

MOST_TEXT: Final = 4 * 1024 * 1024  # bytes of the list, whether typed, from the file, or both


def pack(text: str) -> str:
    """Returns the list for a hidden field, which is much shorter than its text."""
    return b64encode(zlib.compress(text.encode(), 6)).decode()


def unpack(packed: str) -> str:
    """Returns the list of a hidden field; an empty text if it is no such list."""
    try:
        stream = zlib.decompressobj()
        raw = stream.decompress(b64decode(packed, validate=True), MOST_TEXT)
        return "" if stream.unconsumed_tail else raw.decode()
    except (ValueError, zlib.error):
        return ""
