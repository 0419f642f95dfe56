"""Close, reopen and archive a card. Closing requires confirmation if something would be missing."""

from typing import Final

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    CardClosed,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import later
from wellwish.cards.card import Card, Counts
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.notes.give import give_paper
from wellwish.web.desk.notes.publish_all import publish_waiting
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form

_OPERATIONS: Final = {
    "close": "POST /api/cards/{card_id}/close",
    "reopen": "POST /api/cards/{card_id}/reopen",
    "archive": "POST /api/cards/{card_id}/archive",
}
_DONE: Final = {"close": ("/give", "closed"), "reopen": ("", "reopened"), "archive": ("", "archived")}
_CHANGED: Final = later("Someone changed this card in the meantime. Check it below, then try again.")
_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")
_UNDER_WAY: Final = ("pending", "processing")
_PUBLISH: Final = "publish"
_EACH: Final = 100


class Doubts(Struct, frozen=True):
    """Reasons not to close the card now: notes to review, pending payments, or no contributions."""

    waiting: int
    paying: int
    is_empty: bool

    def __bool__(self) -> bool:
        return bool(self.waiting or self.paying or self.is_empty)


@signed_in
async def close_page(visit: Visit) -> Response:
    """Returns the page that asks before closing. Raises NotFound, MissingPrivilege."""
    card = await find(visit)
    if not may(card, "can_update"):
        raise MissingPrivilege
    if card.status != "open":
        return RedirectResponse(f"/desk/cards/{card.id}/give", 303)
    return await card_paper(
        visit,
        "desk/card_close.html",
        card,
        says="",
        doubts=await _doubts(visit, card),
    )


@signed_in
async def card_moved(visit: Visit) -> Response:
    """Closes, reopens or archives the card, according to the action in the path.

    The form contains the version shown to the reader, to detect later changes, and an idempotency key, so
    that resubmitting it has no effect. Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    action, card_id = visit.request.path_params["action"], visit.request.path_params["card_id"]
    if action not in _OPERATIONS:
        raise NotFound
    if action == "close":
        card = await find(visit)
        if not may(card, "can_update"):
            raise MissingPrivilege
        if card.status == "open" and not await _is_sure(visit, card, sent):
            return RedirectResponse(f"/desk/cards/{card_id}/closing", 303)
    end = sent.text("contribution_end_date").strip()
    try:
        await call(
            visit,
            _OPERATIONS[action],
            path={"card_id": card_id},
            body={"contribution_end_date": end} if action == "reopen" and end else {},
            if_match=f'"{sent.text("version")}"',
            idempotency_key=sent.text("form_key") or None,
        )
    except PreconditionFailed:
        return await give_paper(visit, says=_CHANGED, end=end, status=409)
    except (CardClosed, CardState, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await give_paper(visit, says=_NOT_NOW, end=end, status=409)
    except InvalidRequest:
        return await give_paper(visit, end=end, is_wrong=True, status=422)
    page, done = _DONE[action]
    return after(f"/desk/cards/{card_id}{page}", done)


async def _is_sure(visit: Visit, card: Card, sent: Form) -> bool:
    """Publishes the waiting notes if requested. Returns whether the card can be closed without another
    confirmation.

    The page asks again if notes are still waiting, because one request publishes a limited number of notes or
    because new notes have arrived.
    """
    found = await _doubts(visit, card)
    if not found:
        return True
    if sent.text("sure") != "1":
        return False
    if found.waiting and sent.text("notes") == _PUBLISH:
        await publish_waiting(visit, card)
        return not _counts(await find(visit)).waiting
    return not found.waiting or sent.text("notes") == "leave"


async def _doubts(visit: Visit, card: Card) -> Doubts:
    counts = _counts(card)
    return Doubts(counts.waiting, await _paying(visit, card), not counts.contributed)


def _counts(card: Card) -> Counts:
    return card.counts or Counts(0, 0, 0, 0)


async def _paying(visit: Visit, card: Card) -> int:
    """Returns the number of pending payments, at most 200; 0 for an admin, who does not see payments."""
    if card.role != "owner":
        return 0
    path, name = {"card_id": card.id}, "GET /api/cards/{card_id}/payments"
    found = 0
    for status in _UNDER_WAY:
        query = {"status": status, "limit": str(_EACH)}
        found += len((await call(visit, name, path=path, query=query)).record.data)
    return found
