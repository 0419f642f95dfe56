"""The people in a list, with the outcome of the check."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.invitations.address import EMAIL, GROUP, SMS
from wellwish.invitations.check import CheckedInvitee, InvitationCheck, MailPreview, Outcome
from wellwish.web.desk.people.people_field import Given

CHECK: Final = "POST /api/cards/{card_id}/invitations/check"
Check = Callable[[dict[str, Any]], Awaitable[InvitationCheck]]

_OUTCOMES: Final[dict[Outcome, tuple[str, str]]] = {
    "new": (later("Will be invited"), "check"),
    "duplicate": (later("Twice in the list"), "copy"),
    "already_invited": (later("Already invited"), "mail"),
    "recipient": (later("The card is for this person"), "heart"),
    "suppressed": (later("Receives no messages"), "x"),
    "invalid": (later("Not valid"), "circle-alert"),
}
_INVALID: Final = {
    EMAIL: later("This isn't a valid email address."),
    SMS: later("This isn't a valid phone number. Begin with + and the country code."),
    GROUP: later("This group doesn't exist any more."),
}
_NAME: Final = later("This name is too long or contains characters that can't be used.")
_OF_INVITEE: Final = re.compile(r"/invitees/(\d+)/(\w+)")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form. Without ``sends``, people only get a link, and no message is sent."""

    people: str = ""
    groups: Sequence[str] = ()
    title: str = ""
    message: str = ""
    reminder: str = "auto"
    sends: bool = True

    def words(self) -> dict[str, str]:
        return {name: text for name, text in (("title", self.title), ("message", self.message)) if text}


class Listed(Struct, frozen=True):
    """A person or a group in the list; a group's line is 0. ``others`` are addresses that are not used."""

    line: int
    name: str
    channel: str
    address: str
    others: tuple[str, ...] = ()

    def invitee(self) -> dict[str, str]:
        """Returns the entry as an item of ``invitees`` in the operation's body."""
        named = {"name": self.name} if self.name else {}
        return {"delivery_type": self.channel, "delivery_id": self.address, **named}


class Row(Struct, frozen=True):
    """An entry with its outcome as displayed; ``why`` is empty unless the entry is invalid."""

    entry: Listed
    address: str
    name: str
    outcome: Outcome
    label: str
    icon: str
    why: str = ""

    @property
    def is_new(self) -> bool:
        return self.outcome == "new"


def listed_of(given: Given, groups: Sequence[str]) -> list[Listed]:
    """Returns the people, each by email if there is an address, and the groups."""
    of_people = [
        Listed(
            each.line if given.has_lines else 0,
            each.name,
            EMAIL if each.email else SMS,
            each.email or each.phone,
            each.others,
        )
        for each in given.found.people
    ]
    return [*of_people, *(Listed(0, "", GROUP, each) for each in dict.fromkeys(groups) if each)]


async def examine(
    check: Check, typed: Typed, entries: Sequence[Listed], language: Language
) -> tuple[MailPreview | None, list[Row]]:
    """Returns the email and a row for each entry. Raises InvalidRequest for an invalid subject or message.

    Entries that the operation refuses are invalid, and the others are checked again without them.
    """
    sent = list(range(len(entries)))
    refused: dict[int, str] = {}
    found: InvitationCheck | None = None
    while sent and found is None:
        body = {"invitees": [entries[index].invitee() for index in sent], **typed.words()}
        try:
            found = await check(body)
        except InvalidRequest as refusal:
            wrong = _entries(refusal.faults)
            if not wrong:
                raise
            refused |= {sent[position]: field for position, field in wrong.items() if position < len(sent)}
            sent = [index for index in sent if index not in refused]
    checked = {} if found is None else dict(zip(sent, found.invitees, strict=True))
    rows = [
        _row(language, each, checked.get(index), refused.get(index, "")) for index, each in enumerate(entries)
    ]
    return None if found is None else found.mail, rows


def _entries(faults: Sequence[Fault]) -> dict[int, str]:
    """Returns the invalid field by entry; empty if any error is outside the entries."""
    read = [_OF_INVITEE.fullmatch(fault.pointer) for fault in faults]
    if not all(read):
        return {}
    return {int(each[1]): each[2] for each in read if each is not None}


def _row(language: Language, entry: Listed, checked: CheckedInvitee | None, refused: str) -> Row:
    outcome: Outcome = "invalid" if checked is None else checked.outcome
    why = ""
    if outcome == "invalid":
        why = _NAME if refused == "name" else _INVALID[entry.channel]
    label, icon = _OUTCOMES[outcome]
    return Row(
        entry=entry,
        address=entry.address if checked is None else checked.delivery_id,
        name=entry.name if checked is None else checked.name or "",
        outcome=outcome,
        label=language.gettext(label),
        icon=icon,
        why=why and language.gettext(why),
    )
