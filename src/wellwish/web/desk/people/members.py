"""Convert the members of a saved group to lines of text, and back."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later
from wellwish.groups.group import Member
from wellwish.invitations.address import EMAIL
from wellwish.web.desk.people import pasted
from wellwish.web.desk.people.pasted import Pasted

# The page of a larger group shows no members and can only replace all of them.
SHOWN: Final = 1000
_WRONG: Final = later(
    "Line %(line)s: enter an email address, or a phone number that begins with + (“%(text)s”)."
)


def write(members: Sequence[Member]) -> str:
    """Returns a line for each member."""
    return pasted.write([_as_pasted(each) for each in members])


def read(people: Sequence[Pasted], known: Sequence[Member]) -> list[dict[str, Any]]:
    """Returns the members for the body of an operation, each address once.

    A line contains one address only, so a member who is listed by email keeps the known phone number.
    """
    phones = {each.email.lower(): each.phone for each in known if each.email is not None}
    members: dict[tuple[str, str], dict[str, Any]] = {}
    for each in people:
        is_mail = each.channel == EMAIL
        member: dict[str, Any] = {"name": each.name or None, "email" if is_mail else "phone": each.address}
        if is_mail and (phone := phones.get(each.address.lower())) is not None:
            member["phone"] = phone
        members.setdefault((each.channel, each.address.lower()), member)
    return list(members.values())


def incomplete(language: Language, people: Sequence[Pasted]) -> Iterator[str]:
    """Yields a message for each line without an address."""
    yield from (_message(language, each) for each in people if not each.address)


def refused(language: Language, people: Sequence[Pasted], faults: Sequence[Fault]) -> Iterator[str]:
    """Yields a message for each line that the operation refused; ``people`` must be that of ``read``."""
    numbers = {
        int(parts[2])
        for fault in faults
        if (parts := fault.pointer.split("/"))[1:2] == ["members"] and len(parts) > 2 and parts[2].isdigit()
    }
    yield from (_message(language, people[number]) for number in sorted(numbers) if number < len(people))


def distinct(people: Sequence[Pasted]) -> list[Pasted]:
    """Returns the first line of each address."""
    found: dict[tuple[str, str], Pasted] = {}
    for each in people:
        found.setdefault((each.channel, each.address.lower()), each)
    return list(found.values())


def _as_pasted(member: Member) -> Pasted:
    channel, address = (EMAIL, member.email) if member.email is not None else ("sms", member.phone or "")
    return Pasted(0, "", member.name or "", channel, address)


def _message(language: Language, person: Pasted) -> str:
    names = {"line": language.number(person.line), "text": f"\u2068{person.text}\u2069"}
    return language.gettext(_WRONG) % names
