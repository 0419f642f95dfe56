"""The state of a card as a story: who signed, who is missing, what happened last."""

from collections import Counter
from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct

from wellwish.base import clock
from wellwish.base.language import Language, later
from wellwish.cards.card import Card, Counts
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Page
from wellwish.invitations.invitation import Invitation
from wellwish.media.media import Media
from wellwish.thanks.thanks import Thanks
from wellwish.web.desk.cards.next_step import Facts
from wellwish.web.desk.frame import may
from wellwish.web.desk.guard import call
from wellwish.web.desk.initials import initials
from wellwish.web.desk.people.invitations import LIST, REMIND
from wellwish.web.desk.status_line import days_left
from wellwish.web.desk.visit import Visit

_NOTES: Final = 9  # shown on the overview
_READ: Final = 24  # contributions read for them: some are hidden, or gifts without a note
_MISSING: Final = 6
_WORKING: Final = ("queued", "sent", "delivered", "opened")
FAILING: Final = ("bounced", "failed")
_DID: Final = {
    "opened": later("Opened"), "delivered": later("Sent"), "sent": later("Sent"),
    "queued": later("On its way"),
}  # fmt: skip


class Face(Struct, frozen=True):
    """A person with the initials of their picture; ``did`` is the last thing known of them."""

    name: str
    initials: str
    did: str = ""


class People(Struct, frozen=True):
    """The invited people; ``missing`` names some of those who neither signed by name nor declined."""

    unsigned: int = 0
    failing: int = 0
    missing: list[Face] = []
    reminded_at: datetime | None = None  # today
    due: int | None = None  # how many a reminder would reach; None if nobody counted
    names: dict[str, str] = {}  # by the id of the invitation


class Notes(Struct, frozen=True):
    """The latest published notes with their pictures, and the people who signed by name."""

    shown: list[tuple[Contribution, Media | None]] = []
    faces: list[Face] = []


async def people(visit: Visit, card: Card, language: Language) -> People:
    """Returns the invited people; none for a reader who may not invite."""
    if not may(card, "invite_contributors"):
        return People()
    found: Page[Invitation] = (await call(visit, LIST, path={"card_id": card.id})).record
    singles = [each for each in found.data if each.counts is UNSET]
    statuses = Counter(each.status for each in singles)
    for each in found.data:
        if each.counts is not UNSET:
            statuses.update({name: getattr(each.counts, name) for name in (*_WORKING, *FAILING)})
    missing = [each for each in singles if each.status in _WORKING]
    missing.sort(key=lambda each: (each.opened_at is None, each.id))
    unsigned = sum(statuses[name] for name in _WORKING)
    return People(
        unsigned,
        sum(statuses[name] for name in FAILING),
        [_missing(language, each) for each in missing[:_MISSING]],
        _reminded_at(missing),
        await _due(visit, card) if unsigned and card.status == "open" else None,
        {each.id: each.name or each.delivery_id for each in singles},
    )


def _missing(language: Language, each: Invitation) -> Face:
    name = each.name or each.delivery_id
    return Face(name, initials(name), language.gettext(_DID[each.status]))


def _reminded_at(missing: list[Invitation]) -> datetime | None:
    """Returns when the latest reminder of today was sent, in UTC days as reminders count them."""
    today = clock.now().date()
    sent = [
        datetime.fromisoformat(each.last_sent_at)
        for each in missing
        if each.sent_count > 1 and each.last_sent_at is not None
    ]
    latest = max(sent, default=None)
    return latest if latest is not None and latest.date() == today else None


async def _due(visit: Visit, card: Card) -> int:
    body = {"preview": True}
    run = (await call(visit, REMIND, path={"card_id": card.id}, body=body)).record
    reminded: int = run.reminded
    return reminded


async def notes(visit: Visit, card: Card) -> Notes:
    """Returns the latest notes that are on the card."""
    query = {"limit": str(_READ), "status": "published"}
    path, name = {"card_id": card.id}, "GET /api/cards/{card_id}/contributions"
    found: Page[Contribution] = (await call(visit, name, path=path, query=query)).record
    written = [each for each in found.data if each.note is not None]
    shown = [(each, await _picture(visit, each)) for each in written[:_NOTES]]
    return Notes(shown, [Face(each.name, initials(each.name)) for each in written if each.name][:7])


async def _picture(visit: Visit, each: Contribution) -> Media | None:
    """Returns the note's first file; the overview shows it if it is a photo."""
    if each.note is None or not each.note.media:
        return None
    path = {"media_id": each.note.media[0]}
    found: Media = (await call(visit, "GET /api/media/{media_id}", path=path)).record
    return found if found.status == "ready" and found.kind in ("photo", "gif", "drawing") else None


async def thanks(visit: Visit, card: Card) -> list[Thanks]:
    """Returns the recipients' thanks, once the card was opened."""
    if not is_opened(card):
        return []
    path, name = {"card_id": card.id}, "GET /api/cards/{card_id}/thanks"
    found: Page[Thanks] = (await call(visit, name, path=path)).record
    return found.data


def is_opened(card: Card) -> bool:
    return any(each.first_viewed_at is not None for each in card.recipients)


def facts(card: Card, found: People, said: list[Thanks]) -> Facts:
    counts = card.counts or Counts(0, 0, 0, 0)
    may_update = may(card, "can_update")
    return Facts(
        status=card.status,
        is_opened=is_opened(card),
        thanks=len(said),
        waiting=counts.waiting if may_update else 0,
        notes=counts.contributed,
        anonymous=counts.anonymous,
        invited=counts.invited,
        unsigned=found.unsigned,
        failing=found.failing,
        days_left=days_left(card),
        may_invite=may(card, "invite_contributors"),
        may_update=may_update,
        is_owner=card.role == "owner",
    )
