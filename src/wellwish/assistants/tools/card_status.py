"""Report the state of cards: who has signed, whose invitations failed, and the latest notes."""

from collections import Counter
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from wellwish.assistants.assistant import Assistant, Words, words
from wellwish.base.errors import MissingPrivilege, MissingScope
from wellwish.infra.http import Body, line, whole

_PROBLEMS: Final = ("failed", "bounced", "suppressed")
_MAX_PROBLEMS: Final = 50
_MAX_NOTES: Final = 30


class StatusQuestion(Body, frozen=True, kw_only=True):
    card_id: Annotated[str, line(64, "One card, with its notes and failed invitations.")] | None = None
    query: Annotated[str, line(100, "Words in the title, recipient or sender.")] | None = None
    limit: Annotated[int, whole(1, 30, "Most cards to return.")] = 10


class CardState(Struct, frozen=True):
    card_id: str
    title: Words | None
    recipient: Words | None
    status: str
    ends_at: str | None
    invitations: Annotated[dict[str, int] | None, Meta(description="Number by status; null in lists.")]
    signed: int
    waiting: Annotated[int | None, Meta(description="Invited and not signed.")]


class Undelivered(Struct, frozen=True):
    invite_id: str
    to: str
    name: Words | None
    status: str
    reason: str | None


class SignedNote(Struct, frozen=True):
    status: str
    name: Words | None
    note: Words | None


class CardStates(Struct, frozen=True):
    cards: list[CardState]
    undelivered: list[Undelivered]
    notes: list[SignedNote]
    has_more: bool


async def card_status(assistant: Assistant, given: StatusQuestion) -> CardStates:
    if given.card_id is not None:
        return await _of_one(assistant, given.card_id)
    found = await assistant.call("GET /api/cards", query={"q": given.query, "limit": str(given.limit)})
    return CardStates([_listed(each) for each in found["data"]], [], [], found["has_more"])


async def _of_one(assistant: Assistant, card_id: str) -> CardStates:
    path = {"card_id": card_id}
    card = await assistant.call("GET /api/cards/{card_id}", path=path)
    notes = await assistant.call("GET /api/cards/{card_id}/contributions", path=path)
    try:
        listed = await assistant.call("GET /api/cards/{card_id}/invitations", path=path)
    except (MissingPrivilege, MissingScope):  # an admin of another account's card, or a key without the scope
        listed = None
    invitations: list[dict[str, Any]] = listed["data"] if listed else []
    statuses = Counter(each["status"] for each in invitations)
    state = CardState(
        card_id=card["card_id"],
        title=words("organiser", card["title"]),
        recipient=words("organiser", card["recipient"]),
        status=card["status"],
        ends_at=card["contribution_ends_at"],
        invitations=dict(statuses) if listed else None,
        signed=len(notes["data"]),
        waiting=sum(statuses[each] for each in ("queued", "sent", "delivered", "opened")) if listed else None,
    )
    failed = [_undelivered(each) for each in invitations if each["status"] in _PROBLEMS]
    return CardStates(
        [state], failed[:_MAX_PROBLEMS], [_note(each) for each in notes["data"][:_MAX_NOTES]], has_more=False
    )


def _listed(card: dict[str, Any]) -> CardState:
    counts = card["counts"]
    return CardState(
        card_id=card["card_id"],
        title=words("organiser", card["title"]),
        recipient=words("organiser", card["recipient"]),
        status=card["status"],
        ends_at=card["contribution_ends_at"],
        invitations=None,
        signed=counts["contributed"],
        waiting=counts["pending"],
    )


def _undelivered(invitation: dict[str, Any]) -> Undelivered:
    return Undelivered(
        invite_id=invitation["invite_id"],
        to=invitation["delivery_id"],
        name=words("invitee", invitation["name"]),
        status=invitation["status"],
        reason=invitation["status_reason"],
    )


def _note(contribution: dict[str, Any]) -> SignedNote:
    note = contribution["note"]
    return SignedNote(
        status=note["status"] if note else "money",
        name=words("signer", contribution["name"]),
        note=words("signer", note["text"]) if note else None,
    )
