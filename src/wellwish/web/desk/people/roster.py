"""The people of a card in groups: who has not signed, who has, and whose address does not work."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, get_args

from msgspec import UNSET, Struct

from wellwish.base.language import Language, later, later_many
from wellwish.cards.card import Counts
from wellwish.invitations.invitation import Invitation, Status

Kind = Literal["failing", "unsigned", "signed", "declined", "silent", "removed"]

KINDS: Final = get_args(Kind)  # in the order of the list
_KIND_OF: Final[dict[Status, Kind]] = {
    "bounced": "failing",
    "failed": "failing",
    "queued": "unsigned",
    "sent": "unsigned",
    "delivered": "unsigned",
    "opened": "unsigned",
    "contributed": "signed",
    "declined": "declined",
    "suppressed": "silent",
    "revoked": "removed",
}
_LABELS: Final[dict[Kind, str]] = {
    "failing": later("Needs a look"),
    "unsigned": later("Not signed"),
    "signed": later("Signed"),
    "declined": later("Would rather not"),
    "silent": later("Not emailed"),
    "removed": later("Removed"),
}
# Anonymous signers are unknown, so their invitations count as not signed.
_BY_NAME: Final[dict[Kind, str]] = {
    "unsigned": later("Not signed by name"),
    "signed": later("Signed by name"),
}
_ANONYMOUS: Final = later_many("%(count)s note is anonymous", "%(count)s notes are anonymous")
_UNSIGNED: Final = later_many("%(count)s has not signed by name", "%(count)s have not signed by name")


class Roster(Struct, frozen=True):
    """The invitations in the order of the list, and the number of people of each kind.

    An invited group counts as its members. Removed people are only in the list of removed people.
    """

    listed: Sequence[Invitation]
    counts: dict[Kind, int]

    @property
    def everyone(self) -> int:
        return sum(count for kind, count in self.counts.items() if kind != "removed")


def roster(found: Sequence[Invitation]) -> Roster:
    counts: Counter[Kind] = Counter()
    for each in found:
        for status, count in _statuses(each).items():
            counts[_KIND_OF[status]] += count
    listed = sorted(found, key=lambda each: (KINDS.index(_KIND_OF[each.status]), each.status != "opened"))
    return Roster(listed, {kind: counts[kind] for kind in KINDS if counts[kind]})


def chosen(people: Roster, kind: str, text: str) -> list[Invitation]:
    """Returns the invitations of a kind, or all but the removed ones, whose name or address has the text."""
    text = " ".join(text.casefold().split())
    return [
        each
        for each in people.listed
        if (kind in _kinds(each) if kind else _KIND_OF[each.status] != "removed")
        and text in f"{each.name or ''}\n{each.delivery_id}".casefold()
    ]


def kind_of(status: str) -> str:
    """Returns the kind of a status, or an empty text."""
    return next((kind for each, kind in _KIND_OF.items() if each == status), "")


def is_failing(each: Invitation) -> bool:
    return _KIND_OF[each.status] == "failing"


def labels(language: Language, people: Roster, counts: Counts) -> list[tuple[str, str, int]]:
    """Returns kind, label and count of each filter that matches somebody, after one for everybody."""
    named = _BY_NAME if counts.anonymous else {}
    return [
        ("", language.gettext(later("All")), people.everyone),
        *((kind, language.gettext(named.get(kind, _LABELS[kind])), n) for kind, n in people.counts.items()),
    ]


def by_name(language: Language, people: Roster, counts: Counts) -> str:
    """Returns a sentence on how many have not signed by name and how many notes are anonymous; empty without
    anonymous notes.
    """
    if not counts.anonymous:
        return ""
    pairs = ((_UNSIGNED, people.counts.get("unsigned", 0)), (_ANONYMOUS, counts.anonymous))
    return " · ".join(
        language.ngettext(*texts, count) % {"count": language.number(count)} for texts, count in pairs
    )


def _statuses(each: Invitation) -> dict[Status, int]:
    if each.counts is UNSET:
        return {each.status: 1}
    return {status: count for status in _KIND_OF if (count := getattr(each.counts, status))}


def _kinds(each: Invitation) -> set[Kind]:
    """Returns the kinds of an invitation or of the members of an invited group."""
    return {_KIND_OF[status] for status in _statuses(each)} or {_KIND_OF[each.status]}
