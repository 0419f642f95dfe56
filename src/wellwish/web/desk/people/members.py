"""Convert the members of a saved group to lines of text, and back."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later
from wellwish.groups.group import Member
from wellwish.web.lists import clean
from wellwish.web.lists.person import People, Person, Problem
from wellwish.web.lists.write import write as write_people

# The page of a larger group shows no members and can only replace all of them.
SHOWN: Final = 1000
_WRONG: Final = later("“%(text)s”: enter an email address, or a phone number that begins with +.")


class ShownMember(Struct, frozen=True):
    """A member on the page that checks the list; ``others`` are addresses that are not used."""

    line: int
    name: str
    addresses: str
    others: Sequence[str]


def write(members: Sequence[Member]) -> str:
    """Returns a line for each member."""
    return write_people(people(members))


def people(members: Sequence[Member]) -> list[Person]:
    return [_person(each) for each in members]


def read(people: Sequence[Person]) -> list[dict[str, Any]]:
    """Returns the members for the body of an operation."""
    return [
        {"name": each.name or None, "email": each.email or None, "phone": _phone(each)} for each in people
    ]


def restored(found: People, known: Sequence[Member]) -> People:
    """Returns the list with those members that only the API could have created, such as ``leo@intranet``."""
    stored = {clean.tidy(write([each])): each for each in known}
    listed, problems = list(found.people), list[Problem]()
    for each in found.problems:
        member = stored.get(each.text)
        if member is None:
            problems.append(each)
        else:
            listed.append(structs.replace(_person(member), line=each.line, text=each.text))
    return structs.replace(found, people=sorted(listed, key=lambda each: each.line), problems=problems)


def refused(language: Language, people: Sequence[Person], faults: Sequence[Fault]) -> Iterator[str]:
    """Yields a message for each person that the operation refused; ``people`` is in its body's order."""
    numbers = {
        int(parts[2])
        for fault in faults
        if (parts := fault.pointer.split("/"))[1:2] == ["members"] and len(parts) > 2 and parts[2].isdigit()
    }
    for number in sorted(numbers):
        if number < len(people):
            yield language.gettext(_WRONG) % {"text": f"\u2068{people[number].text}\u2069"}


def distinct(people: Sequence[Person]) -> list[Person]:
    """Returns the first person with each address."""
    found: dict[str, Person] = {}
    for each in people:
        found.setdefault((each.email or each.phone).lower(), each)
    return list(found.values())


def shown(people: Sequence[Person], *, has_lines: bool) -> list[ShownMember]:
    return [
        ShownMember(
            each.line if has_lines else 0,
            each.name,
            " · ".join(filter(None, (each.email, _phone(each)))),
            (*each.others, *([each.phone] if each.phone and _phone(each) is None else ())),
        )
        for each in people[:SHOWN]
    ]


def _person(member: Member) -> Person:
    return Person(0, "", member.name or "", member.email or "", member.phone or "")


def _phone(person: Person) -> str | None:
    """Returns the phone number; next to an email address only one with a country code."""
    is_used = person.phone and (not person.email or person.phone.startswith("+"))
    return person.phone if is_used else None
