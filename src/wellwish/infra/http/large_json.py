"""Parses large JSON bodies in short steps, because a parser holds the interpreter lock until it finishes.

``json.loads`` parses 26 MB with 9 million lists in 6 seconds, during which the event loop does not run. A
valid large body contains one long base64 string, or up to some 200,000 values. Therefore, long strings are
extracted in steps. The rest is parsed at once, with limits on its bytes and values.
"""

import re
import secrets
from typing import Any, Final, cast

from wellwish.base.errors import BodyTooLarge

LARGE_BYTES: Final = 64 * 1024  # larger bodies are parsed in these steps, in a thread
MAX_REST: Final = 4 * 1024 * 1024  # bytes without the long texts: 10,000 people with all fields
# A drawing of 20,000 points has 100,000 values; 10,000 people with all fields have 200,000.
MAX_VALUES: Final = 250_000
_LONG: Final = 64 * 1024  # bytes; longer strings are extracted before parsing
_MAX_RUN: Final = 64 * 1024  # maximum escapes in a string; no field accepts longer ones
_PIECE: Final = 1024 * 1024  # processed in a step of about a millisecond
# The printable ASCII characters that strings can contain without escapes.
_PLAIN: Final = bytes(code for code in range(0x20, 0x7F) if code not in b'"\\')
_NAME_FOLLOWS: Final = re.compile(rb"[ \t\r\n]*:")
_BACKSLASH: Final = ord("\\")


class Aside:
    """A body whose long strings are replaced by unguessable placeholders."""

    def __init__(self, raw: bytes) -> None:
        """Raises BodyTooLarge if the remaining body has too many bytes or values."""
        self.rest = b""
        self._raw = raw
        self._texts: dict[str, str] = {}
        self._set_aside()
        values = sum(self.rest.count(each) for each in (b",", b"[", b"{"))
        if len(self.rest) > MAX_REST or values > MAX_VALUES:
            raise _too_large()

    def put_back(self, value: Any) -> Any:
        """Returns the parsed body with its long strings restored."""
        if not self._texts:
            return value
        if isinstance(value, dict):
            members = cast("dict[str, Any]", value)
            return {name: self.put_back(each) for name, each in members.items()}
        if isinstance(value, list):
            return [self.put_back(each) for each in cast("list[Any]", value)]
        return self._texts.get(value, value) if isinstance(value, str) else value

    def _set_aside(self) -> None:
        raw, kept, copied, aside = self._raw, list[bytes](), 0, 0
        secret, at, found = secrets.token_hex(16), 0, 0
        while (start := raw.find(b'"', at)) >= 0 and (end := self._end(start)) > 0:
            found += 1
            # Member names are kept, so that duplicates are detected.
            if end - start > _LONG and not _NAME_FOLLOWS.match(raw, end + 1):
                text = self._plain(start + 1, end)
                if text is not None:
                    mark = f"{secret}{len(self._texts)}"
                    self._texts[mark] = text
                    kept += (raw[copied : start + 1], mark.encode())
                    copied, aside = end, aside + end - start
            at = end + 1
            if at - aside > MAX_REST or found > MAX_VALUES:
                raise _too_large()
        if len(raw) - aside > MAX_REST:
            raise _too_large()
        self.rest = b"".join((*kept, raw[copied:])) if kept else raw

    def _end(self, start: int) -> int:
        """Returns the index of the string's closing quote, or -1. Raises BodyTooLarge."""
        end, escaped = start, 0
        while (end := self._raw.find(b'"', end + 1)) > 0:
            if self._raw[end - 1] != _BACKSLASH or self._backslashes(start, end) % 2 == 0:
                return end
            escaped += 1
            if escaped > _MAX_RUN:
                raise _too_large()
        return -1

    def _backslashes(self, start: int, end: int) -> int:
        """Returns the number of backslashes before the quote at ``end``. Raises BodyTooLarge."""
        for most in (64, _MAX_RUN):
            before = self._raw[max(start + 1, end - most) : end]
            run = len(before) - len(before.rstrip(b"\\"))
            if run < most:
                return run
        raise _too_large()

    def _plain(self, start: int, end: int) -> str | None:
        """Returns an ASCII string in which only slashes are escaped, as by PHP; None for other strings."""
        pieces: list[str] = []
        while start < end:
            cut = min(start + _PIECE, end)
            if cut < end and self._raw[cut - 1] == _BACKSLASH:
                cut += 1
            piece = self._raw[start:cut]
            if b"\\" in piece:
                piece = piece.replace(b"\\/", b"/")
            if piece.translate(None, _PLAIN):
                return None
            pieces.append(piece.decode("ascii"))
            start = cut
        return "".join(pieces)


def _too_large() -> BodyTooLarge:
    return BodyTooLarge(
        f"Send at most {MAX_REST // 1024} KiB and {MAX_VALUES:,} values, apart from the content of a file."
    )
