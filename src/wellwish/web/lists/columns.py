"""Read people from a table whose header names the columns."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from wellwish.web.lists import clean, header, line, table
from wellwish.web.lists.person import SHOWN, Person, Problem, Reason
from wellwish.web.lists.table import Row
from wellwish.web.lists.words import EMAIL, FIRST, LAST, MIDDLE, NAME, PHONE, SIGN_IN

_SEARCHED_LINES: Final = 20  # a Teams report has a summary before its header
_PROBED_ROWS: Final = 20
_LONGEST: Final = 200  # maximum length of a column name
_ADDRESSES: Final = (EMAIL, SIGN_IN, PHONE)


class Header(Struct, frozen=True):
    """The header of a table: its row, the separator, and the meaning of each column."""

    row: Row
    separator: str
    meanings: list[str]


def find(text: str, separator: str, first_line: int) -> Header | None:
    """Returns the header, or None if the text has no known columns. Raises TooWideError."""
    start, number, searched = 0, first_line, 0
    while start < len(text) and searched < _SEARCHED_LINES:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].strip():
            if "@" in text[start:end]:
                return None
            found = _header(text, separator, start, number, is_first=searched == 0)
            if found is not None:
                return found
            searched += 1
        start, number = end + 1, number + 1
    return None


def _header(text: str, separator: str, start: int, number: int, *, is_first: bool) -> Header | None:
    end = text.find("\n", start)
    first = text[start : end if end >= 0 else len(text)]
    separator = separator or max(table.SEPARATORS, key=first.count)
    rows = table.rows(text, separator, start, number)
    row = next(rows, None)
    if row is None or any(len(each) > _LONGEST or line.has_phone(each) for each in row.cells):
        return None  # a row, not a header: a person's name may equal that of a column, such as Handy
    meanings = [header.people(each) for each in row.cells]
    known = sum(bool(each) for each in meanings)
    if EMAIL not in meanings and known and len(meanings) > 1:
        for index in _with_addresses(itertools.islice(rows, _PROBED_ROWS), meanings):
            meanings[index] = EMAIL
    is_header = any(each in meanings for each in _ADDRESSES) and (is_first or known > 1)
    return Header(row, separator, meanings) if is_header else None


def _with_addresses(rows: Iterator[Row], meanings: Sequence[str]) -> list[int]:
    """Returns the index of the first unknown column with addresses."""
    for row in rows:
        for index, cell in enumerate(row.cells[: len(meanings)]):
            if not meanings[index] and "@" in cell:
                return [index]
    return []


class Rows:
    """The people in the rows below a header. Iterating determines the unused columns."""

    def __init__(self, text: str, found: Header) -> None:
        self._text = text
        self._header = found
        self._unused: set[int] = set()

    @property
    def unused_columns(self) -> list[str]:
        """The names of columns that have text but are not used, after all rows have been read."""
        names = self._header.row.cells
        return [
            (names[index] if index < len(names) else "") or str(index + 1) for index in sorted(self._unused)
        ]

    def __iter__(self) -> Iterator[Person | Problem]:
        """Raises TooWideError."""
        head = self._header
        number = head.row.line + self._text.count("\n", head.row.start, head.row.end + 1)
        for row in table.rows(self._text, head.separator, head.row.end + 1, number):
            cells: dict[str, list[str]] = {}
            for index, cell in enumerate(row.cells):
                meaning = head.meanings[index] if index < len(head.meanings) else ""
                if meaning and cell:
                    cells.setdefault(meaning, []).append(cell)
                elif cell:
                    self._unused.add(index)
            yield from self._of_row(row, cells)

    def _of_row(self, row: Row, cells: Mapping[str, Sequence[str]]) -> Iterator[Person | Problem]:
        shown = clean.tidy(self._text[row.start : min(row.end, row.start + SHOWN)])
        emails, others, inner, wrong = emails_of(cells)
        names = cells.get(NAME, ()), cells.get(FIRST, ()), cells.get(LAST, ())
        is_beside = any("@" in each for each in row.cells[len(self._header.meanings) :])
        if is_beside or (
            not emails and wrong is None and any("@" in each for each in itertools.chain(*names))
        ):
            # The row is not part of this table, for example a line typed below it.
            for each in line.read(self._text[row.start : row.end]):
                yield structs.replace(each, line=row.line + each.line - 1)
            return
        if not emails and wrong is not None:
            yield Problem(row.line, shown, wrong)
            return
        beside = (each for each in cells.get(EMAIL, ()) if "@" not in each)
        phones = [each for cell in (*cells.get(PHONE, ()), *beside) for each in line.phones(cell)]
        if not emails and not phones:
            yield Problem(row.line, shown, "no_address")
            return
        full_name = _without(full_name_of(cells), emails)
        name = clean.name(full_name) or inner
        if "@" in name:
            yield Problem(row.line, shown, "named_address")
            return
        email, *further = emails or [""]
        unused = tuple(
            each for each in (*further, *others, *clean.handles(full_name)) if each.lower() != email.lower()
        )
        yield Person(row.line, shown, name, email, phones[0] if phones else "", tuple(dict.fromkeys(unused)))


def emails_of(cells: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str], str, Reason | None]:
    """Returns valid and invalid addresses, a name in their cells, and the reason for the first invalid
    address.
    """
    emails: list[str] = []
    others: list[str] = []
    name, wrong = "", None
    for meaning in (EMAIL, SIGN_IN):
        for cell in cells.get(meaning, ()) if not emails else ():
            for each in line.read(cell) if "@" in cell else ():
                if isinstance(each, Person):
                    emails += [each.email] if each.email else []
                    name = name or each.name
                elif "@" in each.text:
                    others.append(each.text)
                    wrong = wrong or each.reason
    return emails, others if emails else [], name, wrong


def full_name_of(cells: Mapping[str, Sequence[str]]) -> str:
    """Returns the name. Next to a first name, a column called "Name" or "Nom" has the last name."""
    whole, first, middle, last = (" ".join(cells.get(each, ())[:1]) for each in (NAME, FIRST, MIDDLE, LAST))
    if first and not last and whole and first not in whole.split():
        last = whole
    elif whole and not (first and last):
        return whole
    return " ".join(filter(None, (first, middle, last)))


def _without(name: str, emails: Sequence[str]) -> str:
    """Returns a name such as ``Ana Oz (ana@x.example)`` without the person's own addresses."""
    for each in emails if "@" in name else ():
        place = name.lower().find(each.lower())
        if place >= 0:
            name = f"{name[:place]} {name[place + len(each) :]}"
    return name.replace("( )", " ").replace("< >", " ")
