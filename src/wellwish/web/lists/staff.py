"""Read the people of a company with their dates from pasted rows or a file."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, Literal

from msgspec import Struct, structs

from wellwish.people.day import FIRST_YEAR, YEARS_AHEAD
from wellwish.web.lists import clean, day, header, table
from wellwish.web.lists.columns import emails_of, full_name_of
from wellwish.web.lists.day import Order
from wellwish.web.lists.header import STAFF_COLUMNS
from wellwish.web.lists.names import split_cell
from wellwish.web.lists.person import SHOWN, Reason
from wellwish.web.lists.read import read as read_people
from wellwish.web.lists.words import EMAIL, IGNORED, PHONE, SIGN_IN

DATES: Final = ("birthday", "started_on")
Fault = Reason | Literal["no_day", "not_born", "which_day", "two_orders", "which_manager"]

_LONG_YEAR: Final = re.compile(r"\d{4}")
_SEARCHED_ROWS: Final = 20  # a report has a title before its header
_CENTURY: Final = 100


class Member(Struct, frozen=True, kw_only=True):
    """A row with its cells by field; days are ISO 8601, a birthday without its year, as in ``--03-14``.

    ``faults`` contains the invalid fields. ``text`` is the row as typed.
    """

    line: int
    text: str
    cells: Mapping[str, str]
    teams: Sequence[str] = ()
    faults: Mapping[str, Fault] = {}


class Staff(Struct, frozen=True, kw_only=True):
    """The people in a list, and the names of unused columns.

    ``ambiguous`` is the first day that may mean several, ``days`` its readings, if one answer decides all.
    """

    members: Sequence[Member] = ()
    unused: Sequence[str] = ()
    ambiguous: str = ""
    is_birthday: bool = False
    days: Mapping[Order, date] = {}


def read(text: str, most: int, *, this_year: int, order: str = "") -> Staff:
    """Returns the people, at most ``most + 1``. Raises TooWideError.

    ``order`` is that of days in figures, if the user has chosen one. A year of two figures is not after the
    last one that the operations accept.
    """
    separator, number, text = table.without_marks(clean.clean(text))
    head = "\n".join(text.split("\n", _SEARCHED_ROWS)[:_SEARCHED_ROWS])
    separator = separator or max(table.SEPARATORS, key=head.count)
    rows = table.rows(text, separator, 0, number)
    names, meanings = _header(rows)
    if not meanings:
        return Staff(members=_without_header(text, most))
    used: set[int] = set()
    members: list[Member] = []
    for row in rows:
        cells: dict[str, list[str]] = defaultdict(list)
        for index, cell in enumerate(row.cells):
            meaning = meanings[index] if index < len(meanings) else ""
            if cell and meaning:
                cells[meaning].append(cell)
            elif cell:
                used.add(index)
        members.append(
            _member(row.line, clean.tidy(text[row.start : min(row.end, row.start + SHOWN)]), cells)
        )
        if len(members) > most:
            break
    unused = [(names[index] if index < len(names) else "") or str(index + 1) for index in sorted(used)]
    return _with_days(_with_managers(members), unused, order, this_year)


def _header(rows: Iterator[table.Row]) -> tuple[list[str], list[str]]:
    """Returns the names and meanings of the columns; empty if no row contains two column names."""
    for _, row in zip(range(_SEARCHED_ROWS), rows, strict=False):
        meanings = [header.staff(each) for each in row.cells]
        known = {each for each in meanings if each and each != IGNORED}
        if len(known) > 1 and not any("@" in each for each in row.cells):
            return row.cells, meanings
    return [], []


def _without_header(text: str, most: int) -> list[Member]:
    """Returns people with names and addresses, in any format of an invitation list."""
    found = read_people(text, most)
    people = [
        Member(
            line=each.line,
            text=each.text,
            cells=_filled({"name": each.name, "email": each.email, "phone": each.phone}),
        )
        for each in found.people
    ]
    wrong = [
        Member(line=each.line, text=each.text, cells={}, faults={"email": each.reason})
        for each in found.problems
    ]
    return sorted([*people, *wrong], key=lambda each: each.line)


def _member(line: int, text: str, cells: Mapping[str, Sequence[str]]) -> Member:
    emails, _, inner, wrong = emails_of(cells)
    name = clean.name(full_name_of(cells)) or inner
    given = {each: cells[each][0] for each in STAFF_COLUMNS if each in cells and each != "teams"}
    has_address = any("@" in each for column in (EMAIL, SIGN_IN) for each in cells.get(column, ()))
    faults: dict[str, Fault] = {}
    if not emails and (has_address or cells.get(EMAIL)):
        faults["email"] = wrong or "not_email"
    if "@" in name:
        faults["name"] = "named_address"
    phone = next(iter(cells.get(PHONE, ())), "")
    return Member(
        line=line,
        text=text,
        cells=_filled({"name": name, "email": emails[0] if emails else "", "phone": phone, **given}),
        teams=[name for each in cells.get("teams", ()) for name in split_cell(each)],
        faults=faults,
    )


def _with_managers(members: Sequence[Member]) -> list[Member]:
    """Returns the people with the identifiers of their managers, as far as they are in the list."""
    by_name: dict[str, set[str]] = defaultdict(set)
    numbers: set[str] = set()
    for each in members:
        identifier = each.cells.get("external_id") or each.cells.get("email", "")
        numbers.add(each.cells.get("external_id", ""))
        if identifier:
            by_name[each.cells.get("name", "").casefold()].add(identifier)
    return [_with_manager(each, by_name, numbers) for each in members]


def _with_manager(member: Member, by_name: Mapping[str, set[str]], numbers: set[str]) -> Member:
    given = member.cells.get("manager", "")
    if not given or given in numbers:
        return member
    emails, *_ = emails_of({EMAIL: [given]})
    named = emails or sorted(by_name.get(clean.name(given).casefold(), ()))
    if len(named) > 1:
        return structs.replace(member, faults={**member.faults, "manager": "which_manager"})
    return structs.replace(member, cells={**member.cells, "manager": named[0] if named else given})


def _with_days(members: Sequence[Member], unused: Sequence[str], order: str, this_year: int) -> Staff:
    """Reads the days. One answer decides all ambiguous days, unless other days show that there are two
    orders.
    """
    typed = [(each, name) for each in members for name in DATES if name in each.cells]
    shown = {day.order_of(each.cells[name]) for each, name in typed} - {None}
    is_mixed = len(shown) > 1
    births, latest_year = {None, *range(FIRST_YEAR, this_year + 1)}, this_year + YEARS_AHEAD
    found: list[Member] = []
    ambiguous, of_birthday = "", False
    for each in members:
        cells, faults = dict(each.cells), dict(each.faults)
        for name in DATES:
            text = cells.get(name, "")
            if not text:
                continue
            read_as = _read_day(name, text, "" if is_mixed else order)
            if name == "birthday" and day.year_of(text) not in births:
                faults[name] = "not_born"
            elif len(read_as) == 1:
                cells[name] = _written(name, text, next(iter(read_as.values())), latest_year)
            elif not read_as:
                faults[name] = "no_day"
            else:
                faults[name] = "two_orders" if is_mixed else "which_day"
                if not ambiguous:
                    ambiguous, of_birthday = text, name == "birthday"
        found.append(structs.replace(each, cells=cells, faults=faults))
    if is_mixed:
        ambiguous = ""
    days = _read_day("birthday" if of_birthday else "started_on", ambiguous, "") if ambiguous else {}
    return Staff(members=found, unused=unused, ambiguous=ambiguous, is_birthday=of_birthday, days=days)


def _read_day(name: str, text: str, order: str) -> dict[Order, date]:
    return day.readings_of_year(text, order) if name == "birthday" else day.readings(text, order)


def _written(name: str, text: str, found: date, latest_year: int) -> str:
    if name == "birthday":
        return f"--{found:%m-%d}"
    # `readings` interprets two-digit years as years of this century.
    is_earlier = found.year > latest_year and _LONG_YEAR.search(text) is None
    return (found.replace(year=found.year - _CENTURY) if is_earlier else found).isoformat()


def _filled(cells: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in cells.items() if text}


def readings(member: Member, name: str) -> Iterable[date]:
    """Returns the possible days of a member's field."""
    return _read_day(name, member.cells.get(name, ""), "").values()
