"""The notes of a card: the review queue, reported notes, and publishing, hiding, rejecting and deleting."""

from collections.abc import Sequence
from typing import Final, get_args
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    CardState,
    ContributionState,
    InvalidCursor,
    InvalidRequest,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.contributions.contribution import DELETED, Contribution, NoteStatus
from wellwish.infra.http import Page
from wellwish.media.media import Media
from wellwish.reports.list import Report
from wellwish.web.desk.download import download
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, instant, may
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_COUNT: Final = 20  # notes per page; each file of a note needs a call
_REPORTED: Final = "reported"
_STATES: Final[dict[NoteStatus, str]] = {
    "pending": later("Waiting for you"),
    "published": later("Published"),
    "hidden": later("Hidden"),
    "rejected": later("Rejected"),
}
_REASONS: Final = {
    "hurtful": later("Hurtful"),
    "private": later("Private information"),
    "spam": later("Spam"),
    "other": later("Another reason"),
}
_OPERATIONS: Final = {
    "publish": "POST /api/cards/{card_id}/contributions/{contribution_id}/publish",
    "hide": "POST /api/cards/{card_id}/contributions/{contribution_id}/hide",
    "reject": "POST /api/cards/{card_id}/contributions/{contribution_id}/reject",
    "delete": "DELETE /api/cards/{card_id}/contributions/{contribution_id}",
}
_DONE: Final = {"publish": "published", "hide": "hidden", "reject": "rejected", "delete": "erased"}
# The buttons of a note, by its status.
_BUTTONS: Final[dict[NoteStatus, tuple[str, ...]]] = {
    "pending": ("publish", "reject", "hide"),
    "published": ("hide", "reject"),
    "hidden": ("publish", "reject"),
    "rejected": ("publish",),
}
_CHANGED: Final = later("Someone changed this note in the meantime. Check it below, then try again.")
_NOT_NOW: Final = later("The note's state has changed, so that isn't possible any more.")


class Shown(Struct, frozen=True, kw_only=True):
    """A note as displayed; ``reasons`` and ``texts`` are those of its reports."""

    contribution: Contribution
    state: str
    signed_at: str
    media: Sequence[Media]
    buttons: Sequence[str]
    reasons: Sequence[str]
    texts: Sequence[str]


@signed_in
async def notes_page(visit: Visit) -> Response:
    """Returns a page of notes: all, those with a status, or the reported ones. Raises NotFound."""
    return await _page(visit)


@signed_in
async def note_moved(visit: Visit) -> Response:
    """Publishes, hides, rejects or deletes a note in the version shown to the reader.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    path = visit.request.path_params
    if path["action"] not in _OPERATIONS:
        raise NotFound
    try:
        await call(
            visit,
            _OPERATIONS[path["action"]],
            path={"card_id": path["card_id"], "contribution_id": path["contribution_id"]},
            if_match=f'"{sent.text("version")}"',
        )
    except PreconditionFailed:
        return await _page(visit, says=_CHANGED, only=path["contribution_id"])
    except (CardState, ContributionState):
        return await _page(visit, says=_NOT_NOW, only=path["contribution_id"])
    return after(_url(path["card_id"], **_asked(visit.request)), _DONE[path["action"]])


@signed_in
async def notes_downloaded(visit: Visit) -> Response:
    """Returns the notes as CSV. Raises NotFound."""
    path = {"card_id": visit.request.path_params["card_id"]}
    return await download(visit, "GET /api/cards/{card_id}/notes.csv", path=path)


async def _page(visit: Visit, *, says: str = "", only: str = "") -> Response:
    """Returns the page, or with ``only``, the note that could not be changed, in its current state."""
    card = await find(visit)
    asked = _asked(visit.request)
    moderates = may(card, "can_update")
    if asked["show"] == _REPORTED and not moderates:
        asked["show"] = ""
    reports: dict[str, Report] = {}
    cursor: str | None = None
    try:
        if only:
            found = [await _one(visit, card, only)]
        elif asked["show"] == _REPORTED:
            listed = await _reported(visit, card, asked["cursor"])
            reports, cursor = {each.contribution_id: each for each in listed.data}, listed.next_cursor
            found = [await _one(visit, card, each) for each in reports]
        else:
            page = await _listed(visit, card, asked)
            found, cursor = page.data, page.next_cursor
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(_url(card.id), 303)
    language = choose(visit.request)
    can_change = moderates and card.status in ("open", "closed")
    return await card_paper(
        visit,
        "desk/notes.html",
        card,
        status=409 if says else 200,
        says=says,
        notes=[
            await _shown(visit, card, each, reports.get(each.id), can_change=can_change)
            for each in found
            if each.note is not None and each.note.status != DELETED
        ],
        chosen="" if only else asked["show"],
        filters=[
            (value, label, _url(card.id, show=value))
            for value, label in _filters(language, moderates=moderates)
        ],
        query=urlencode({name: value for name, value in asked.items() if value}),
        next_url=cursor and _url(card.id, show=asked["show"], cursor=cursor),
        can_remove=moderates,
        can_write=card.role == "owner" and card.status == "open",
        explains=can_change,
        waiting=card.counts.waiting if can_change and card.counts else 0,
    )


async def _listed(visit: Visit, card: Card, asked: dict[str, str]) -> Page[Contribution]:
    query = {"limit": str(_COUNT), "status": asked["show"], "cursor": asked["cursor"]}
    result = await call(
        visit,
        "GET /api/cards/{card_id}/contributions",
        path={"card_id": card.id},
        query={name: value for name, value in query.items() if value},
    )
    found: Page[Contribution] = result.record
    return found


async def _reported(visit: Visit, card: Card, cursor: str) -> Page[Report]:
    result = await call(
        visit,
        "GET /api/cards/{card_id}/reports",
        path={"card_id": card.id},
        query={"limit": str(_COUNT), **({"cursor": cursor} if cursor else {})},
    )
    found: Page[Report] = result.record
    return found


async def _one(visit: Visit, card: Card, contribution_id: str) -> Contribution:
    result = await call(
        visit,
        "GET /api/cards/{card_id}/contributions/{contribution_id}",
        path={"card_id": card.id, "contribution_id": contribution_id},
    )
    found: Contribution = result.record
    return found


async def _shown(
    visit: Visit,
    card: Card,
    each: Contribution,
    report: Report | None,
    *,
    can_change: bool,
) -> Shown:
    language, note = choose(visit.request), each.words
    operation = "GET /api/media/{media_id}"
    return Shown(
        contribution=each,
        state=language.gettext(_STATES[note.status]),
        signed_at=instant(language, each.created_at, card.timezone),
        media=[(await call(visit, operation, path={"media_id": media_id})).record for media_id in note.media],
        buttons=_BUTTONS[note.status] if can_change else (),
        reasons=[] if report is None else [language.gettext(_REASONS[reason]) for reason in report.reasons],
        texts=[] if report is None else report.texts,
    )


def _asked(request: Request) -> dict[str, str]:
    show = request.query_params.get("show", "")
    known = show in (*get_args(NoteStatus), _REPORTED) and show != DELETED
    return {"show": show if known else "", "cursor": request.query_params.get("cursor", "")}


def _filters(language: Language, *, moderates: bool) -> list[tuple[str, str]]:
    reported = [(_REPORTED, language.gettext(later("Reported")))] if moderates else []
    states = [(value, language.gettext(label)) for value, label in _STATES.items()]
    return [("", language.gettext(later("All"))), states[0], *reported, *states[1:]]


def _url(card_id: str, **query: str) -> str:
    kept = urlencode({name: value for name, value in query.items() if value})
    return f"/desk/cards/{card_id}/notes{'?' * bool(kept)}{kept}"
