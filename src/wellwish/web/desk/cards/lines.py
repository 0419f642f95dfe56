"""Read cards from pasted lines or a CSV file, and check each line."""

import csv
import io
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.base.language import Language, later
from wellwish.designs.templates.template import Template

Check = Callable[[dict[str, Any]], Awaitable[Any]]

COLUMNS: Final = ("title", "recipient", "recipient_email", "template", "end")
_NAMED: Final[Mapping[str, Sequence[str]]] = {
    "title": ("title", "titel", "العنوان"),
    "recipient": ("recipient", "name", "for", "empfänger", "für", "المستلم"),
    "recipient_email": ("recipient_email", "recipient email", "email", "e-mail", "mail", "البريد الإلكتروني"),
    "template": ("template", "template slug", "template_slug", "design", "vorlage", "motiv", "التصميم"),
    "end": ("end", "ends", "closes", "end date", "contribution_end_date", "ende", "النهاية"),
}
_MEANING: Final = {word: column for column, words in _NAMED.items() for word in words}
_SEPARATORS: Final = "\t;,"
_FIELDS: Final = {
    "title": "title",
    "recipient": "recipient",
    "recipient_email": "recipient_email",
    "template_id": "template",
    "contribution_end_date": "end",
}
_OF_CARD: Final = re.compile(r"/cards/([0-9]+)/(\w+)")
_SAYS: Final = {
    ("title", "required"): later("Enter a title"),
    ("recipient_email", ""): later(
        "Enter an email address in the correct format, such as name@example.com"
    ),
    ("template", "required"): later("Enter the name of a design"),
    ("template", ""): later("There is no such design"),
    ("end", "in_the_past"): later("Choose a time in the future"),
    ("end", ""): later("Enter a day such as 2027-12-24"),
}  # fmt: skip
_TOO_LONG: Final = later("Shorten this text")
_OTHERWISE: Final = later("Check this answer and try again")
_PASSES: Final = 4  # malformed values hide errors that need the database, so the check is repeated


class BrokenError(Exception):
    """The text is not valid CSV: a quote is never closed, or a cell is too long."""


class Line(Struct, frozen=True, kw_only=True):
    """A line with its cells by column. Lines are numbered from 1."""

    number: int
    cells: Mapping[str, str]


class Row(Struct, frozen=True, kw_only=True):
    """A line with the messages for errors in its cells."""

    line: Line
    faults: list[str]


def parse(text: str, most: int) -> list[Line]:
    """Returns the lines with cards, at most ``most + 1``. Raises BrokenError.

    The cells are in the order of ``COLUMNS`` unless the first line is a header. Empty lines are skipped.
    """
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    columns: Sequence[str] | None = None
    found: list[Line] = []
    try:
        for cells in reader:
            given = [" ".join(cell.split()) for cell in cells]
            if not any(given):
                continue
            if columns is None:
                columns = _header(given)
                if columns is not None:
                    continue
                columns = COLUMNS
            named = dict(zip(columns, given, strict=False))
            found.append(Line(number=reader.line_num, cells={name: named.get(name, "") for name in COLUMNS}))
            if len(found) > most:
                break
    except csv.Error as error:
        raise BrokenError from error
    return found


def _header(cells: Sequence[str]) -> list[str] | None:
    """Returns the column of each cell, or None if the line is not a header with a title and a design."""
    named = [_MEANING.get(cell.lower(), "") for cell in cells]
    return named if "title" in named and "template" in named else None


def body_of(lines: Sequence[Line], designs: Sequence[Template], shared: Mapping[str, str]) -> dict[str, Any]:
    """Returns the body of the operation. The name of an unknown design is sent as typed."""
    by_name = {each.name.casefold(): each.id for each in designs} | {each.slug: each.id for each in designs}
    cards: list[dict[str, str]] = []
    for line in lines:
        typed = line.cells["template"]
        card = {
            "title": line.cells["title"],
            "recipient": line.cells["recipient"],
            "recipient_email": line.cells["recipient_email"],
            "template_id": by_name.get(typed.casefold(), typed),
            "contribution_end_date": line.cells["end"],
        }
        cards.append({name: value for name, value in card.items() if value})
    return {**{name: value for name, value in shared.items() if value}, "cards": cards}


async def examine(
    check: Check, body: dict[str, Any], lines: Sequence[Line], designs: Sequence[Template], language: Language
) -> tuple[list[Row], dict[str, str], int]:
    """Returns a row for each line, the errors of other fields, and how many cards the account has left.

    Each value with an error is replaced by a valid one and the list is checked again, to find further errors.
    """
    wrong: dict[str, str] = {}
    of_lines: list[dict[str, str]] = [{} for _ in lines]
    left = 0
    good = {"title": "-", "template_id": designs[0].id if designs else ""}
    shared, cards = _without(body, "cards"), [dict(card) for card in body["cards"]]
    for _ in range(_PASSES):
        try:
            left = (await check({**shared, "cards": cards})).cards_remaining
            break
        except (InvalidRequest, NotFound) as refusal:
            if not refusal.faults:
                raise
            for fault in refusal.faults:
                place = _OF_CARD.match(fault.pointer)
                if place is None:
                    name = fault.pointer.strip("/").partition("/")[0]
                    wrong.setdefault(name, language.gettext(_words("", fault)))
                    shared = {**shared, "sender": "-"} if name == "sender" else _without(shared, name)
                else:
                    index, name = int(place[1]), place[2]
                    column = _FIELDS.get(name, "")
                    of_lines[index].setdefault(column, language.gettext(_words(column, fault)))
                    card = _without(cards[index], name)
                    cards[index] = card | {name: good[name]} if name in good else card
    rows = [Row(line=line, faults=list(found.values())) for line, found in zip(lines, of_lines, strict=True)]
    return rows, wrong, left


def _words(column: str, fault: Fault) -> str:
    if fault.code == "too_long":
        return _TOO_LONG
    return _SAYS.get((column, fault.code)) or _SAYS.get((column, "")) or _OTHERWISE


def _without(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}
