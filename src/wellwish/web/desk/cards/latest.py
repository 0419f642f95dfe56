"""Recent activity on a card: how many people have signed, and its latest events as text."""

from datetime import datetime, timedelta
from typing import Final

from starlette.requests import Request

from wellwish.auth.sign_in.session import Session
from wellwish.base import clock
from wellwish.base.language import Language, later
from wellwish.cards.card import Card, Counts
from wellwish.infra.http import Services
from wellwish.web.desk.frame import instant
from wellwish.web.desk.guard import call

_SHOWN: Final = 8
_READ: Final = 30  # events read, since some have no text here
_A_MOMENT: Final = timedelta(milliseconds=1)
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
    "card_admin.added": later("An admin was added"),
    "invitation.created": later("Someone was invited"),
    "invitation.bounced": later("An invitation bounced"),
    "invitation.declined": later("Someone declined"),
    "contribution.created": later("Someone signed"),
    "contribution.paid": later("Someone gave money"),
    "contribution.pledged": later("Someone pledged cash"),
    "contribution.reported": later("A note was reported"),
}


async def counts(services: Services, request: Request, session: Session, card: Card) -> Counts | None:
    """Returns the card's counts, which only the list of cards contains; None if the card is not listed."""
    at = datetime.fromisoformat(card.created_at)
    query = {
        "created_after": clock.rfc3339(at - _A_MOMENT),
        "created_before": clock.rfc3339(at + _A_MOMENT),
        "limit": "100",
    }
    found = (await call(services, request, session, "GET /api/cards", query=query)).record.data
    return next((each.counts for each in found if each.id == card.id), None)


async def latest(
    services: Services, request: Request, session: Session, card: Card, language: Language
) -> list[tuple[str, str]]:
    """Returns text and time of the latest events, newest first; none for an admin of the card."""
    if card.role != "owner":
        return []
    query = {"card_id": card.id, "limit": str(_READ)}
    found = (await call(services, request, session, "GET /api/events", query=query)).record.data
    known = [each for each in found if each.type in _WORDS][:_SHOWN]
    return [
        (language.gettext(_WORDS[each.type]), instant(language, each.created_at, card.timezone))
        for each in known
    ]
