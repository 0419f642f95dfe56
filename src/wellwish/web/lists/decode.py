"""Decode a file that contains a list."""

import codecs
import unicodedata
from typing import Final

_WIDE: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_ALLOWED: Final = "\t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85"


class NotTextError(Exception):
    """The file is not text."""


def decode(raw: bytes) -> str:
    """Decodes UTF-8, UTF-16 with or without a byte order mark, or Windows-1252. Raises NotTextError."""
    wide = _WIDE.get(raw[:2])
    if wide is not None:
        found = _decoded(raw[2:], wide)
    elif b"\0" in raw:
        # Lists contain ASCII, at least @ and line ends, so the correct byte order yields the most ASCII.
        both = [text for each in _WIDE.values() if (text := _decoded(raw, each)) is not None]
        found = max(both, key=_ascii, default=None)
        found = found if found is not None and _ascii(found) > 0 else None
    else:
        found = _decoded(raw.removeprefix(codecs.BOM_UTF8), "utf-8")
        found = _decoded(raw, "cp1252") if found is None else found
    if found is None:
        raise NotTextError
    return found


def _decoded(raw: bytes, encoding: str) -> str | None:
    """Returns the text, or None if the bytes are not text in this encoding."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    is_text = not any(
        unicodedata.category(each) in ("Cc", "Cn", "Cs") and each not in _ALLOWED for each in text
    )
    return text if is_text else None


def _ascii(text: str) -> int:
    return sum(each.isascii() for each in text)
