"""CSV lines that are safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

# OWASP, CSV Injection, and ASVS 1.2.10: characters that start a formula, including the full-width forms of
# Japanese and Chinese keyboards.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def defused(cell: str) -> str:
    """Returns the cell, prefixed with an apostrophe if it would start a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def lines(rows: Iterable[Sequence[str | None]]) -> bytes:
    """Returns the rows in the format of RFC 4180; None is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([defused(cell or "") for cell in row] for row in rows)
    return text.getvalue().encode()
