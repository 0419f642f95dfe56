"""The latest events of a card as sentences, with the names of signers and invitees."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from wellwish.base import clock
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit

_SHOWN: Final = 3
_READ: Final = 30  # number of events to read, more than are shown because some types have no text here
_WORDS: Final = {
    "card.created": later("The card was created"),
    "card.closed": later("The card was closed"),
    "card.reopened": later("The card was reopened"),
    "card.cancelled": later("The card was cancelled"),
    "card.archived": later("The card was archived"),
    "card.goal_reached": later("The money reached its goal"),
    "card.handed_over": later("The money was handed over"),
    "card.viewed": later("A recipient opened the card"),
    "card.thanked": later("A recipient said thank you"),
    "card_admin.added": later("An organiser was added"),
    "invitation.created": later("Someone was invited"),
    "invitation.bounced": later("An address does not work"),
    "invitation.declined": later("Someone would rather not sign"),
    "contribution.created": later("Someone signed"),
    "contribution.paid": later("Someone chipped in"),
    "contribution.pledged": later("Someone promised cash"),
    "contribution.reported": later("A note was reported"),
}
_NAMED: Final = {
    "invitation.created": later("%(name)s was invited"),
    "invitation.bounced": later("The address of %(name)s does not work"),
    "invitation.declined": later("%(name)s would rather not sign"),
    "contribution.created": later("%(name)s signed"),
    "contribution.paid": later("%(name)s chipped in"),
    "contribution.pledged": later("%(name)s promised cash"),
    "contribution.reported": later("The note by %(name)s was reported"),
}


async def latest(
    visit: Visit,
    card: Card,
    language: Language,
    names: Mapping[str, str],
) -> list[tuple[str, str]]:
    """Returns the texts and times of the latest events, newest first; none for an admin of the card.

    ``names`` maps the IDs of contributions and invitations to the names that the reader may see.
    """
    if card.role != "owner":
        return []
    query = {"card_id": card.id, "limit": str(_READ)}
    found = (await call(visit, "GET /api/events", query=query)).record.data
    known = [each for each in found if each.type in _WORDS][:_SHOWN]
    return [
        (_text(language, each.type, _subject(each.data, names)), _when(language, card, each.created_at))
        for each in known
    ]


def _subject(data: Mapping[str, object], names: Mapping[str, str]) -> str:
    ids = (data.get("contribution_id"), data.get("invite_id"), data.get("id"))
    return next((names[each] for each in ids if isinstance(each, str) and each in names), "")


def _text(language: Language, kind: str, name: str) -> str:
    if not name or kind not in _NAMED:
        return language.gettext(_WORDS[kind])
    return language.gettext(_NAMED[kind]) % {"name": f"\u2068{name}\u2069"}


def _when(language: Language, card: Card, given: str) -> str:
    at = datetime.fromisoformat(given)
    if language.day(at, card.timezone) != language.day(clock.now(), card.timezone):
        return language.day(at, card.timezone)
    names = {"time": language.time(at, card.timezone)}
    return language.gettext(later("Today, %(time)s")) % names
