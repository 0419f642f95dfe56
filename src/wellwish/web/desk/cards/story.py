"""The state of a card for its overview: who signed, who is missing, and the latest notes."""

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

_NOTES: Final = 9  # number shown on the overview
_READ: Final = 24  # number of published notes to read, so that enough of them have a name
_MISSING: Final = 6
_FACES: Final = 7
_SIGNED: Final = ("published", "pending")
_WORKING: Final = ("queued", "sent", "delivered", "opened")
FAILING: Final = ("bounced", "failed")
_DID: Final = {
    "opened": later("Opened"), "delivered": later("Sent"), "sent": later("Sent"),
    "queued": later("On its way"),
}  # fmt: skip


class Face(Struct, frozen=True):
    """A person with their initials; ``did`` is the latest known status of their invitation."""

    name: str
    initials: str
    did: str = ""


class People(Struct, frozen=True):
    """The invited people; ``missing`` names some of those who neither signed by name nor declined."""

    unsigned: int = 0
    failing: int = 0
    missing: list[Face] = []
    reminded_at: datetime | None = None  # the latest reminder of today
    due: int | None = None  # number of people whom a reminder would reach; None if not counted
    names: dict[str, str] = {}  # the people's names by invitation ID


class Notes(Struct, frozen=True):
    """The latest published notes with their pictures, and the people who signed by name.

    ``names`` has the names on the latest contributions, by ID.
    """

    shown: list[tuple[Contribution, Media | None]] = []
    faces: list[Face] = []
    names: dict[str, str] = {}


async def people(visit: Visit, card: Card, language: Language) -> People:
    """Returns the invited people, or nobody if the reader may not invite."""
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
    """Returns the time of the latest reminder on the current UTC day, as for the limit on reminders."""
    today = clock.now().date()
    sent = [
        datetime.fromisoformat(each.last_sent_at)
        for each in missing
        if each.sent_count > 1 and each.last_sent_at is not None
    ]
    latest = max(sent, default=None)
    return latest if latest is not None and latest.date() == today else None


async def _due(visit: Visit, card: Card) -> int:
    body = {"preview": True, "skip_messaged_today": True}
    run = (await call(visit, REMIND, path={"card_id": card.id}, body=body)).record
    reminded: int = run.reminded
    return reminded


async def notes(visit: Visit, card: Card) -> Notes:
    """Returns the latest published notes, and the names on the latest contributions."""
    latest = await _latest(visit, card)
    written = [each for each in latest.data if each.note is not None and each.note.status == "published"]
    if len(written) < _NOTES and latest.has_more:
        written = (await _latest(visit, card, status="published")).data
    signed = [each for each in latest.data if each.note is not None and each.note.status in _SIGNED]
    return Notes(
        [(each, await _picture(visit, each)) for each in written[:_NOTES]],
        [Face(each.name, initials(each.name)) for each in signed if each.name][:_FACES],
        {each.id: each.name for each in latest.data if each.name},
    )


async def _latest(visit: Visit, card: Card, **query: str) -> Page[Contribution]:
    path, name = {"card_id": card.id}, "GET /api/cards/{card_id}/contributions"
    query = {"limit": str(_READ), **query}
    found: Page[Contribution] = (await call(visit, name, path=path, query=query)).record
    return found


async def _picture(visit: Visit, each: Contribution) -> Media | None:
    """Returns the note's first file if it is a photo, GIF or drawing that is ready to show."""
    if each.note is None or not each.note.media:
        return None
    path = {"media_id": each.note.media[0]}
    found: Media = (await call(visit, "GET /api/media/{media_id}", path=path)).record
    return found if found.status == "ready" and found.kind in ("photo", "gif", "drawing") else None


async def thanks(visit: Visit, card: Card) -> list[Thanks]:
    """Returns the recipients' thanks; none before a recipient has opened the card."""
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
