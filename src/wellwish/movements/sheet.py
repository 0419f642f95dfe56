"""Lines of a sheet that programs read, and that does nothing in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

# OWASP, CSV Injection, and ASVS 1.2.10: what a spreadsheet would take for the beginning of a formula, also
# in the full width that Japanese and Chinese keyboards write.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def defused(cell: str) -> str:
    """Returns the cell with an apostrophe before what would begin a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def lines(rows: Iterable[Sequence[str | None]]) -> bytes:
    """Returns the rows as RFC 4180 has them; None is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([defused(cell or "") for cell in row] for row in rows)
    return text.getvalue().encode()
