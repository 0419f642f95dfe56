"""Check each card of a list and describe its errors."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.base.language import Language, later
from wellwish.designs.templates.template import Template
from wellwish.web.desk.people.people_field import SAYS as SAYS_OF_PEOPLE
from wellwish.web.lists import cards, day
from wellwish.web.lists.cards import Card, Cards
from wellwish.web.lists.header import CARD_COLUMNS

Check = Callable[[dict[str, Any]], Awaitable[Any]]

_FIELDS: Final = {
    "title": "title",
    "recipient": "recipient",
    "recipient_email": "recipient_email",
    "template_id": "template",
    "contribution_end_date": "end",
}
_OF_CARD: Final = re.compile(r"/cards/([0-9]+)/(\w+)")
_NO_DAY: Final = later("Enter a date such as 2027-12-24")
_SAYS: Final = {
    ("title", "required"): later("Enter a title"),
    ("recipient_email", ""): later(
        "Enter an email address in the correct format, such as name@example.com"
    ),
    ("template", "required"): later("Enter the name of a design"),
    ("template", ""): later("There is no such design"),
    ("end", "in_the_past"): later("Choose a time in the future"),
    ("end", ""): _NO_DAY,
}  # fmt: skip
_SAYS_OF_LIST: Final[Mapping[cards.Fault, str]] = {
    **SAYS_OF_PEOPLE,
    "no_address": later("A name can't contain an @."),
    "no_day": _NO_DAY,
    "two_people": later("Each card in this list is for one person. Enter only one email address."),
}
_WHICH_DAY: Final = later("%(day)s could mean %(readings)s. Choose the right date above.")
_TWICE: Final = later("The same card as in line %(line)s")
_TOO_LONG: Final = later("Shorten this text")
_OTHERWISE: Final = later("Check this answer and try again")
_PASSES: Final = 4  # malformed values hide errors that need the database, so check again


class Row(Struct, frozen=True, kw_only=True):
    """A card with its date in words, and the errors in its cells. ``twice`` is a hint, not an error."""

    line: Card
    day: str
    faults: list[str]
    twice: str = ""


class Choice(Struct, frozen=True):
    """A value that the page offers."""

    value: str
    label: str


def body_of(found: Sequence[Card], designs: Sequence[Template], shared: Mapping[str, str]) -> dict[str, Any]:
    """Returns the body of the operation, without invalid cells. An unknown design is sent as typed."""
    by_name = {each.name.casefold(): each.id for each in designs} | {each.slug: each.id for each in designs}
    made: list[dict[str, str]] = []
    for each in found:
        cells = {name: text for name, text in each.cells.items() if name not in each.faults}
        typed = cells.get("template", "")
        card = {
            "title": cells.get("title", ""),
            "recipient": cells.get("recipient", ""),
            "recipient_email": cells.get("recipient_email", ""),
            "template_id": by_name.get(typed.casefold(), typed),
            "contribution_end_date": cells.get("end", ""),
        }
        made.append({name: value for name, value in card.items() if value})
    return {**{name: value for name, value in shared.items() if value}, "cards": made}


async def examine(
    check: Check, body: dict[str, Any], found: Sequence[Card], designs: Sequence[Template], language: Language
) -> tuple[list[Row], dict[str, str], int]:
    """Returns a row per card, the errors of other fields, and the number of cards left in the account.

    Removes or replaces invalid values and checks the list again, to find further errors.
    """
    wrong: dict[str, str] = {}
    of_cards = [_faults(language, each) for each in found]
    left = 0
    good = {"title": "-", "template_id": designs[0].id if designs else ""}
    shared, made = _without(body, "cards"), [dict(card) for card in body["cards"]]
    for _ in range(_PASSES):
        try:
            left = (await check({**shared, "cards": made})).cards_remaining
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
                    of_cards[index].setdefault(column, language.gettext(_words(column, fault)))
                    card = _without(made[index], name)
                    made[index] = card | {name: good[name]} if name in good else card
    rows = [
        Row(
            line=each,
            day=_day(language, each.cells["end"]),
            faults=list(faults.values()),
            twice=_twice(language, each),
        )
        for each, faults in zip(found, of_cards, strict=True)
    ]
    return rows, wrong, left


def uses(language: Language, found: Cards) -> list[Choice]:
    """Returns the choices for a column with an unknown name: unused, or one of the missing columns."""
    free = [name for name in cards.COLUMNS if name not in found.columns]
    return [
        Choice(cards.UNUSED, language.gettext(later("Don't use it"))),
        *(Choice(name, language.gettext(CARD_COLUMNS[name])) for name in free),
    ]


def orders(language: Language, found: Cards) -> list[Choice]:
    """Returns the readings of the first ambiguous date; the values are the orders of ``lists.day``."""
    return [Choice(order, _day(language, read.isoformat())) for order, read in found.days.items()]


def _faults(language: Language, card: Card) -> dict[str, str]:
    """Returns the messages for errors in reading the list, by column."""
    found: dict[str, str] = {}
    for column, fault in card.faults.items():
        if fault == "which_day":
            days = [_day(language, each.isoformat()) for each in day.readings(card.cells["end"]).values()]
            names = {"day": f"\u2068{card.cells['end']}\u2069", "readings": language.either(days)}
            found[column] = language.gettext(_WHICH_DAY) % names
        else:
            found[column] = language.gettext(_SAYS_OF_LIST[fault])
    return found


def _twice(language: Language, card: Card) -> str:
    if card.first_line is None:
        return ""
    return language.gettext(_TWICE) % {"line": language.number(card.first_line)}


def _day(language: Language, typed: str) -> str:
    """Returns an ISO 8601 date in words, or other text as typed."""
    try:
        at = datetime.strptime(typed, "%Y-%m-%d").replace(hour=12, tzinfo=UTC)
    except ValueError:
        return typed
    return language.full_day(at, "UTC")


def _words(column: str, fault: Fault) -> str:
    if fault.code == "too_long":
        return _TOO_LONG
    return _SAYS.get((column, fault.code)) or _SAYS.get((column, "")) or _OTHERWISE


def _without(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}
