"""Read cards from pasted rows or a file."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, Literal

from msgspec import Struct

from wellwish.web.lists import clean, day, header, line, table
from wellwish.web.lists.day import Order
from wellwish.web.lists.header import CARD_COLUMNS
from wellwish.web.lists.person import Person, Reason

COLUMNS: Final = tuple(CARD_COLUMNS)
UNUSED: Final = "unused"
Fault = Reason | Literal["no_day", "which_day", "twice", "two_people"]


class Card(Struct, frozen=True, kw_only=True):
    """A row with its cells by column. Name and address are separated, and an unambiguous day is in ISO 8601.

    ``faults`` contains the columns with invalid values; ``first_line`` is the line of an earlier equal card.
    """

    line: int
    cells: Mapping[str, str]
    faults: Mapping[str, Fault]
    first_line: int | None = None


class UnknownColumn(Struct, frozen=True):
    """A non-empty column with an unknown name; ``sample`` is its first text."""

    index: int
    name: str
    sample: str


class Cards(Struct, frozen=True, kw_only=True):
    """The cards in a list; ``columns`` contains the meanings of its columns.

    ``unknown`` contains the unknown columns that the user has not assigned, ``unused`` the names of unused
    columns. ``days`` contains the readings of the first ambiguous day by the order of its parts.
    """

    cards: Sequence[Card] = ()
    columns: Sequence[str] = ()
    unknown: Sequence[UnknownColumn] = ()
    unused: Sequence[str] = ()
    ambiguous: str = ""
    days: Mapping[Order, date] = {}


def read(text: str, most: int, *, uses: Mapping[int, str] | None = None, order: str = "") -> Cards:
    """Returns the cards, at most ``most + 1``. Raises TooWideError.

    The cells are in the order of ``COLUMNS`` unless the first row is a header. ``uses`` has the
    meanings of columns with unknown names, by index: one of ``COLUMNS`` or ``UNUSED``. ``order`` is the order
    of the parts of a day.
    """
    separator, number, text = table.without_marks(clean.clean(text))
    first = next((each for each in text.split("\n") if each.strip()), "")
    rows = list(_rows(text, separator or max(table.SEPARATORS, key=first.count), number, most + 2))
    names = rows[0].cells if rows and _is_header(rows[0].cells) else []
    meanings = _meanings(names, uses or {}) if names else list(COLUMNS)
    rows = rows[1:] if names else rows
    of_rows = [_card(row, meanings, order) for row in rows[: most + 1]]
    filled = {index for row in rows for index, cell in enumerate(row.cells) if cell}
    ambiguous = next((row.cells["end"] for row in of_rows if row.faults.get("end") == "which_day"), "")
    return Cards(
        cards=_doubles(of_rows),
        columns=meanings,
        unknown=[
            UnknownColumn(
                index, _name(names, index), next(row.cells[index] for row in rows if _has(row, index))
            )
            for index in sorted(filled)
            if index >= len(meanings) or not meanings[index]
        ],
        unused=[_name(names, index) for index in sorted(filled) if meanings[index : index + 1] == [UNUSED]],
        ambiguous=ambiguous,
        days=day.readings(ambiguous),
    )


def _rows(text: str, separator: str, number: int, most: int) -> Iterator[table.Row]:
    for count, row in enumerate(table.rows(text, separator, 0, number)):
        if count == most:
            return
        yield row


def _is_header(cells: Sequence[str]) -> bool:
    """Returns whether the cells are the names of columns, including a title or a design."""
    known = [header.cards(each) for each in cells]
    count = sum(bool(each) for each in known)
    return ("title" in known or "template" in known) and (count > 1 or len(cells) == 1)


def _meanings(names: Sequence[str], uses: Mapping[int, str]) -> list[str]:
    """Returns the meaning of each column without duplicates; empty for unknown columns."""
    found: list[str] = []
    for index, each in enumerate(names):
        meant = header.cards(each) or uses.get(index, "")
        found.append("" if meant in found and meant != UNUSED else meant)
    return found


def _name(names: Sequence[str], index: int) -> str:
    return (names[index] if index < len(names) else "") or str(index + 1)


def _has(row: table.Row, index: int) -> bool:
    return index < len(row.cells) and bool(row.cells[index])


def _card(row: table.Row, meanings: Sequence[str], order: str) -> Card:
    named = dict(zip(meanings, row.cells, strict=False))
    cells = {name: named.get(name, "") for name in COLUMNS}
    faults: dict[str, Fault] = {}
    _read_recipient(cells, faults)
    days = day.readings(cells["end"], order)
    if len(days) == 1:
        cells["end"] = next(iter(days.values())).isoformat()
    elif cells["end"] and not day.is_instant(cells["end"]):
        faults["end"] = "which_day" if days else "no_day"
    return Card(line=row.line, cells=cells, faults=faults)


def _read_recipient(cells: dict[str, str], faults: dict[str, Fault]) -> None:
    """Separates name and address, since the cell of one may also contain the other."""
    for column in ("recipient_email", "recipient"):
        if "@" not in cells[column]:
            if column == "recipient":
                cells[column] = clean.name(cells[column])
            continue
        found = list(line.read(cells[column]))
        one = found[0]
        if len(found) > 1:
            faults[column] = "two_people"
        elif not isinstance(one, Person):
            faults[column] = one.reason
        elif column == "recipient" and cells["recipient_email"].lower() not in ("", one.email.lower()):
            faults[column] = "named_address"
        else:
            cells["recipient_email"] = one.email
            cells["recipient"] = one.name if column == "recipient" else cells["recipient"] or one.name


def _doubles(cards: Sequence[Card]) -> list[Card]:
    """Returns the cards, with ``first_line`` set for a card whose cells equal those of an earlier one."""
    first: dict[tuple[str, ...], int] = {}
    found: list[Card] = []
    for each in cards:
        line_of_first = first.setdefault(tuple(each.cells.values()), each.line)
        is_first = line_of_first == each.line
        found.append(
            each
            if is_first
            else Card(line=each.line, cells=each.cells, faults=each.faults, first_line=line_of_first)
        )
    return found
