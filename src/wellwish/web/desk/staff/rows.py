"""The rows of a list of people: bodies for the operation, errors and changes in words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later
from wellwish.people.sync import PeopleSync, PersonStep
from wellwish.web.desk.people.people_field import SAYS as SAYS_OF_PEOPLE
from wellwish.web.desk.staff.words import FIELDS, NO_BIRTHDAY, NO_DAY, day_words, field_of, sentence
from wellwish.web.lists import staff
from wellwish.web.lists.staff import DATES, Member

SHOWN: Final = 200  # rows of each kind
# The columns that every list should have.
COLUMNS: Final = (later("Name"), later("Email address"))
_WHICH_DAY: Final = later("%(day)s could mean %(readings)s. Choose the right date above.")
_TWO_ORDERS: Final = later(
    "%(day)s could mean %(readings)s, and other days in the list are in both orders. Write it as 2026-03-14."
)
_OPEN_CARD: Final = later("There is an open card for this person. Close it if you don't want it.")
_NOT_BORN: Final = later("This can't be a year of birth. Correct it, or leave it out.")
_WHICH_MANAGER: Final = later("Several people have this name. Enter the manager's email address.")


class Bad(Struct, frozen=True):
    """A row with errors, in words. ``index`` is its place in the list."""

    index: int
    faults: list[str]


class Step(Struct, frozen=True, kw_only=True):
    """A person whom the list changes; ``line`` is 0 for a person who is not listed."""

    action: str
    name: str
    line: int
    says: str


def body_of(member: Member) -> dict[str, Any]:
    """Returns the person for the body of the operation, without cells that are empty or not understood."""
    cells = {name: text for name, text in member.cells.items() if name not in member.faults}
    dates = {name: cells.pop(name) for name in DATES if name in cells}
    return {
        "name": "",  # a row without a name gets an error
        **cells,
        **({"teams": [*member.teams]} if member.teams else {}),
        **({"dates": dates} if dates else {}),
    }


def bodies_of(members: Sequence[Member]) -> list[dict[str, Any]]:
    return [body_of(each) for each in members]


def read_faults(language: Language, members: Sequence[Member]) -> list[Bad]:
    """Returns the rows that are not understood."""
    return [
        Bad(index, [_of_list(language, each, field) for field in each.faults])
        for index, each in enumerate(members)
        if each.faults
    ]


def _of_list(language: Language, member: Member, field: str) -> str:
    fault = member.faults[field]
    if fault in ("which_day", "two_orders"):
        days = [day_in_words(language, field, each) for each in sorted({*staff.readings(member, field)})]
        given = {"day": f"\u2068{member.cells[field]}\u2069", "readings": language.either(days)}
        says = _WHICH_DAY if fault == "which_day" else _TWO_ORDERS
        return language.gettext(says) % given
    if fault == "no_day":
        says = NO_BIRTHDAY if field == "birthday" else NO_DAY
        return language.gettext(says)
    if fault == "not_born":
        return language.gettext(_NOT_BORN)
    if fault == "which_manager":
        return language.gettext(_WHICH_MANAGER)
    return language.gettext(SAYS_OF_PEOPLE[fault])


def day_in_words(language: Language, field: str, day: date) -> str:
    return day_words(language, f"--{day:%m-%d}" if field == "birthday" else day.isoformat())


def refused(language: Language, faults: Iterable[Fault]) -> list[Bad]:
    """Returns the rows that the operation refused."""
    found: dict[int, dict[str, None]] = {}
    for fault, index, field in _placed(faults):
        found.setdefault(index, {})[language.gettext(sentence(field, fault))] = None
    return [Bad(index, list(said)) for index, said in sorted(found.items())]


def without(people: Sequence[dict[str, Any]], faults: Iterable[Fault]) -> list[dict[str, Any]]:
    """Returns the people without the values that were refused, to find the errors that these hide."""
    left = [{**each, "dates": {**each["dates"]}} if "dates" in each else {**each} for each in people]
    for _, index, field in _placed(faults):
        if field == "name":
            left[index]["name"] = "-"
        elif field in DATES:
            left[index].get("dates", {}).pop(field, None)
        else:
            left[index].pop(field, None)
    return left


def _placed(faults: Iterable[Fault]) -> Iterator[tuple[Fault, int, str]]:
    """Yields the faults of rows with the index of the row and the name of the field."""
    for fault in faults:
        _, *parts = fault.pointer.split("/")
        if parts[:1] == ["people"] and len(parts) > 1 and parts[1].isdecimal():
            yield fault, int(parts[1]), field_of(parts[2:])


def merged(one: Iterable[Bad], other: Iterable[Bad]) -> list[Bad]:
    """Returns the errors of both by row; those of the list hide an error that is their consequence."""
    found = {each.index: each for each in other}
    found |= {each.index: each for each in one}
    return [found[index] for index in sorted(found)]


def steps(language: Language, members: Sequence[Member], plan: PeopleSync) -> list[Step]:
    """Returns the first changes: who leaves, who changes, who is new."""
    return [
        Step(
            action=each.action,
            name=each.name,
            line=0 if each.index is None else members[each.index].line,
            says=_says(language, None if each.index is None else members[each.index], each),
        )
        for each in plan.steps[:SHOWN]
    ]


def _says(language: Language, member: Member | None, step: PersonStep) -> str:
    """Returns the changes; for a new person, the values in which mistakes are visible."""
    if step.open_card_ids:
        return language.gettext(_OPEN_CARD)
    if step.action == "updated":
        return language.listed([language.gettext(FIELDS.get(each, each)) for each in step.fields])
    if member is None:
        return ""
    said: list[str] = [member.cells[name] for name in ("email", "external_id") if name in member.cells][:1]
    said += [*member.teams]
    known = (name for name in DATES if name in member.cells and name not in member.faults)
    said += [day_words(language, member.cells[name]) for name in known]
    return " · ".join(said)
