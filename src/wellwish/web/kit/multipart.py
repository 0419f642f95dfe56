"""The parser of forms with files."""

from collections.abc import AsyncGenerator, Callable
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser

from wellwish.base.errors import BodyTooLarge
from wellwish.infra.http import body_memory as bodies

FIELD: Final = "form_token"
MAX_BYTES: Final = 64 * 1024  # for a form without files and drawings
# The total of all fields that are not files, including the points of a drawing.
MAX_TEXT_BYTES: Final = 1024 * 1024
MAX_FIELDS: Final = 100  # every design may be chosen
MAX_FIELD_BYTES: Final = 512 * 1024  # the points of a drawing
_MAX_FILES: Final = 8
_SPOOLED_FROM: Final = 64 * 1024  # larger files are spooled to disk
CLOSE: Final = {"Connection": "close"}


class Sizes(Struct, frozen=True, kw_only=True):
    """The limits of a form in bytes: of the body, of each file, which is truncated, and of all texts.

    Forms with a long list have a higher ``text`` limit, all of which the list may use.
    """

    total: int = MAX_BYTES
    file: int | None = None
    text: int | None = None


class Parser(MultiPartParser):
    """Checks the form token when the first part has arrived, and limits the bytes kept of each part.

    Truncates files that are too large, to limit their cost.
    """

    spool_max_size = _SPOOLED_FROM

    def __init__(
        self,
        headers: Headers,
        stream: AsyncGenerator[bytes],
        *,
        sizes: Sizes,
        is_token: Callable[[str], bool],
        body: bodies.Body,
    ) -> None:
        super().__init__(
            headers,
            stream,
            max_files=_MAX_FILES,
            max_fields=MAX_FIELDS,
            max_part_size=sizes.text or MAX_FIELD_BYTES,
        )
        self._file_bytes = self._left = sizes.total if sizes.file is None else sizes.file
        self._max_text_bytes = sizes.text or MAX_TEXT_BYTES
        self.text_bytes = 0
        self._is_token = is_token
        self._body = body
        self.is_ours = False

    def on_part_begin(self) -> None:
        """Resets the allowance of a file."""
        super().on_part_begin()
        self._left = self._file_bytes

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Keeps files up to their allowance, and text fields completely. Raises BodyTooLarge."""
        if self._current_part.file is not None:
            end = min(end, start + self._left)
            self._left -= end - start
        else:
            self.text_bytes += end - start
            if self.text_bytes > self._max_text_bytes:
                raise too_large(self._max_text_bytes)
        self._body.take(end - start)
        super().on_part_data(data, start, end)

    def on_part_end(self) -> None:
        """Checks the token, which is valid only as the first part."""
        super().on_part_end()
        if len(self.items) == 1:
            name, value = self.items[0]
            self.is_ours = name == FIELD and isinstance(value, str) and self._is_token(value)


def too_large(max_bytes: int) -> BodyTooLarge:
    return BodyTooLarge(f"Send at most {max_bytes // 1024} KiB.", headers=CLOSE)
