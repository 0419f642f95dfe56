"""`ww people sync`: sends a CSV file of people, and prints what changes."""

import csv
import io
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from wellwish_sdk import errors
from wellwish_sdk.cli import console
from wellwish_sdk.cli.call import Call, Common, connected, request
from wellwish_sdk.cli.values import UsageError, read_file
from wellwish_sdk.core import Input

_SYNC: Final = Call("PUT", "/api/people", "record")
_TEXTS: Final = ("name", "email", "phone", "locale", "timezone", "external_id", "manager", "status")
_DATES: Final = ("birthday", "started_on")
_BORN: Final = re.compile(r"\A([0-9]{4})-([0-9]{2}-[0-9]{2})\Z")
_NAME: Final = re.compile(r'\s*(?:"((?:[^"]|"")+)"(?=\s*(?:;|$))|([^;]+))')
_FIRST_YEAR: Final = 1900  # of birth, as the server has it
_WORDS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_COLUMNS: Final = (*_TEXTS, "teams", *_DATES, "celebrate")
_COUNTS: Final = ("created", "updated", "left", "unchanged")


def sync(
    file: Annotated[
        str,
        Parameter(
            name="FILE",
            allow_leading_hyphen=True,
            help="CSV file whose first row names the columns, or JSON with an array; - reads standard input.",
        ),
    ],
    /,
    *,
    dry_run: Annotated[
        bool, Parameter(negative=(), help="Show what would change, and change nothing.")
    ] = False,
    keep_others: Annotated[
        bool, Parameter(negative=(), help="Leave people who are not in the file as they are.")
    ] = False,
    allow_leavers: Annotated[
        bool,
        Parameter(negative=(), help="Allow more than a tenth of the active people to be marked as left."),
    ] = False,
    no_notice: Annotated[
        bool,
        Parameter(
            negative=(),
            help="Send no email to new people, because they received cards before. Only for a first list.",
        ),
    ] = False,
    common: Common = Common(),  # noqa: B008 - frozen
) -> None:
    """Synchronise people with a file.

    Creates and updates the people in the file and marks all others as left, or changes nothing if a row is
    wrong. Columns: name, email, phone, locale, timezone, external_id, manager, status, teams (with ; between
    several, and a name with ; in double quotes), birthday (--03-14; a year is not sent), started_on
    (2020-05-01), celebrate. An empty cell changes nothing.
    """
    people, lines = _read(file)
    body: dict[str, Any] = {"people": people, "keep_others": keep_others, "allow_leavers": allow_leavers}
    if no_notice:
        body["notify"] = False
    with connected(common) as client:
        try:
            found: dict[str, Any] = request(client.with_options(dry_run=dry_run), _SYNC, {}, Input(body))
        except errors.ApiError as error:
            error.faults = tuple(_placed(file, lines, fault) for fault in error.faults)
            raise
    _show(found, as_json=common.as_json)
    if dry_run:
        console.say("Dry run: nothing was changed or sent.")


def _read(file: str) -> tuple[list[Any], list[int]]:
    """The people, and the line of each; no lines for JSON. Raises UsageError."""
    raw = read_file(file)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UsageError(f"{file}, line {line}: Not UTF-8. Save the file as CSV UTF-8.") from error
    if text.lstrip().startswith("["):
        try:
            return msgspec.json.decode(text, type=list[Any]), []
        except msgspec.DecodeError as error:
            raise UsageError(f"{file}: not readable as JSON: {error}.") from error
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    names = [each.strip().lower() for each in next(reader, list[str]())]
    while names and not names[-1]:  # an empty column, which spreadsheets write if a cell of it has a format
        names.pop()
    unknown = [each for each in names if each not in _COLUMNS]
    if unknown or len({*names}) < len(names) or "name" not in names:
        why = "Each column may occur once, and name is required."
        why = f"Unknown column: {unknown[0]!r}." if unknown else why
        raise UsageError(f"{file}, line 1: {why} Columns: {', '.join(_COLUMNS)}.")
    people: list[Any] = []
    lines: list[int] = []
    before = reader.line_num
    for row in reader:
        line, before = before + 1, reader.line_num
        if any(map(str.strip, row[len(names) :])):
            raise UsageError(f"{file}, line {line}: {len(row)} cells, but {len(names)} columns.")
        # Excel leaves out the last cells of some rows if they are empty.
        cells = {name: cell.strip() for name, cell in zip(names, row, strict=False) if cell.strip()}
        if cells:
            people.append(_person(cells))
            lines.append(line)
    return people, lines


def _person(cells: dict[str, str]) -> dict[str, Any]:
    person: dict[str, Any] = {name: cells[name] for name in _TEXTS if name in cells}
    dates = {name: cells[name] for name in _DATES if name in cells}
    if "birthday" in dates:  # its year stays on this machine
        dates["birthday"] = _BORN.sub(_without_year, dates["birthday"])
    if dates:
        person["dates"] = dates
    if "teams" in cells:
        person["teams"] = _names(cells["teams"])
    if "celebrate" in cells:
        # The server refuses other words.
        person["celebrate"] = _WORDS.get(cells["celebrate"].lower(), cells["celebrate"])
    return person


def _names(text: str) -> list[str]:
    """The names between ``;``. A name that contains one is in quotes, as in a form of the desk."""
    found = _NAME.finditer(text)
    names = ((each[1] or "").replace('""', '"') or each[2] for each in found)
    return [name.strip() for name in names if name.strip()]


def _without_year(found: re.Match[str]) -> str:
    """The birthday; with a year that cannot be one of birth, which the server refuses."""
    is_of_birth = _FIRST_YEAR <= int(found[1]) <= datetime.now(UTC).year
    return f"--{found[2]}" if is_of_birth else found[0]


def _placed(file: str, lines: list[int], fault: errors.Fault) -> errors.Fault:
    """The fault with the line and the column instead of a JSON pointer."""
    parts = (fault.pointer or "").split("/")
    if not lines or parts[1:2] != ["people"] or not parts[2:3] or not parts[2].isdecimal():
        return fault
    names = [each for each in parts[3:] if each != "dates" and not each.isdecimal()]
    place = ", ".join((Path(file).name, f"line {lines[int(parts[2])]}", *names))
    return errors.Fault(place, fault.code, fault.detail)


def _show(found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        console.show(found, as_json=True)
        return
    console.lines({name: found[name] for name in _COUNTS})
    if found.get("new_teams"):
        print(f"New teams: {', '.join(map(console.text_of, found['new_teams']))}")
    if found["steps"]:
        rows = [
            {"id": each["person_id"], **{name: each[name] for name in ("name", "action")},
             "fields": ", ".join(each["fields"])}
            for each in found["steps"]
        ]  # fmt: skip
        console.table(rows)
    for each in found["steps"]:
        for card_id in each.get("open_card_ids", []):
            name = console.text_of(each["name"])
            console.say(f"{name}: card {card_id} is open. Close it if you do not want it.")
