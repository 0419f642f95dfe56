"""Parse a text into the rows and cells of a table, as in RFC 4180."""

import functools
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from wellwish.web.lists.clean import tidy
from wellwish.web.lists.person import TooWideError

MOST_COLUMNS: Final = 250  # an Outlook export has 92
SEPARATORS: Final = "\t;,|"
_SEP: Final = re.compile(r"\s*\"?sep=([\t;,|:~^])\"?\s*", re.IGNORECASE)  # Excel's first line
_TYPE: Final = "#TYPE "  # the first line of Export-Csv in PowerShell 5


class Row(Struct, frozen=True):
    """A row with its cells, trimmed; ``start`` and ``end`` are its position in the text."""

    line: int
    start: int
    end: int
    cells: list[str]


def rows(text: str, separator: str, start: int = 0, line: int = 1) -> Iterator[Row]:
    """Yields the rows that are not blank. Raises TooWideError.

    A cell in quotes may contain separators and line breaks. Quotes that do not surround a cell are part of
    it, such as those of ``"ana oz"@x.example``.
    """
    pattern = _cell(separator)
    cells: list[str] = []
    begin, place = start, start
    while True:
        match = pattern.match(text, place)
        if match is None:  # always matches, because a cell without quotes may be empty
            return
        quoted = match["quoted"]
        cells.append(tidy(match["plain"] if quoted is None else quoted.replace('""', '"')))
        if len(cells) > MOST_COLUMNS:
            raise TooWideError
        place = match.end()
        if match["next"] == separator:
            continue
        end = place - len(match["next"])
        if any(cells):
            yield Row(line, begin, end, cells)
        line += text.count("\n", begin, place)
        cells, begin = [], place
        if not match["next"]:
            return


def without_marks(text: str) -> tuple[str, int, str]:
    """Returns the separator declared in the first line, or an empty one, and the line and text after it."""
    separator, start, line = "", 0, 1
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        first = text[start:end]
        named = _SEP.fullmatch(first)
        if named is not None:
            separator = named[1]
        elif first.strip() and not first.startswith(_TYPE):
            break
        start, line = end + 1, line + 1
    return separator, line, text[start:]


@functools.cache
def _cell(separator: str) -> re.Pattern[str]:
    apart = re.escape(separator)
    quoted = r'[^\S\n\t]*"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"[^\S\n\t]*'
    return re.compile(rf"(?:{quoted}(?={apart}|\n|\Z)|(?P<plain>[^\n{apart}]*+))(?P<next>{apart}|\n|\Z)")
