"""CSV lines that are safe in spreadsheets, which may separate cells by comma, semicolon or tab."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

# OWASP, CSV Injection, and ASVS 1.2.10: a formula begins with one of these characters, including the
# full-width forms of Japanese and Chinese keyboards.
_FORMULA: Final = r"[ \xa0\"]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
# A program that separates cells by semicolons or tabs starts a cell after each of them, even within quotes.
_BREAKS: Final = r";\t\r\n\v\f\x85\u2028\u2029"
# The smiley ";-)" stays: no formula begins with "-)".
_START: Final = re.compile(rf"\A(?=[\t\r\n\0]|{_FORMULA})|(?<=[{_BREAKS}])(?!-\))(?={_FORMULA})")
_QUOTED: Final = re.compile(rf'[,"{_BREAKS}]')
BOM: Final = b"\xef\xbb\xbf"  # without it, Excel uses the Windows character set


def defused(cell: str) -> str:
    """Returns the cell with an apostrophe before each potential formula."""
    return _START.sub("'", cell)


def lines(rows: Iterable[Sequence[str | None]]) -> bytes:
    """Returns the rows in the format of RFC 4180, with None as an empty cell."""
    return "".join(",".join(_written(cell or "") for cell in row) + "\r\n" for row in rows).encode()


def _written(cell: str) -> str:
    safe = defused(cell)
    if safe == cell and _QUOTED.search(cell) is None:
        return cell
    return '"' + safe.replace('"', '""') + '"'
