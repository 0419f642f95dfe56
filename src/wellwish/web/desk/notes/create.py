"""Add a note to a card in someone's name, as its owner."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.contributions.note import PAPERS, NewContribution
from wellwish.errors import (
    CardClosed,
    CardFull,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
)
from wellwish.http import Services
from wellwish.language import later
from wellwish.sign_in.session import Session
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_PAPERS: Final = {
    "cream": later("Cream"),
    "blush": later("Blush"),
    "butter": later("Butter"),
    "mint": later("Mint"),
    "sky": later("Sky"),
    "lilac": later("Lilac"),
}
_IDS: Final = {"/note/text": "text", "/name": "name"}
_EMPTY: Final = {
    "text": later("Write something, please."),
    "name": later("Whose note is it? Enter a name."),
}
_NOT_NOW: Final = later("The card takes no more notes. Nothing was saved.")


@signed_in
async def note_form(services: Services, request: Request, session: Session) -> Response:
    """Returns the form. Raises NotFound, MissingPrivilege."""
    return await _page(services, request, session, {})


@signed_in
async def note_written(services: Services, request: Request, session: Session) -> Response:
    """Adds the note; the form sent twice adds one. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(services, request, session)
    card_id = request.path_params["card_id"]
    values = {name: sent.text(name) for name in ("name", "text", "paper", "visibility")}
    try:
        await call(
            services,
            request,
            session,
            "POST /api/cards/{card_id}/contributions",
            path={"card_id": card_id},
            body=_body(sent),
            idempotency_key=sent.text("form_key") or None,
        )
    except InvalidRequest as refusal:
        faults = by_id(refusal.faults, _IDS)
        faults = {
            name: text if values.get(name, "x").strip() else _EMPTY[name] for name, text in faults.items()
        }
        return await _page(services, request, session, values, faults=faults, status=422)
    except (CardClosed, CardFull, CardState, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(services, request, session, values, says=_NOT_NOW, status=409)
    return RedirectResponse(f"/desk/cards/{card_id}/notes", 303)


def _body(sent: Form) -> dict[str, Any]:
    note = {
        "text": sent.text("text"),
        "paper": sent.text("paper") or "cream",
        "visibility": sent.text("visibility") or "everyone",
    }
    return {"note": note, "name": sent.text("name") or None}


async def _page(
    services: Services,
    request: Request,
    session: Session,
    values: dict[str, str],
    *,
    says: str = "",
    faults: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    card = await find(services, request, session)
    if card.role != "owner":
        raise MissingPrivilege
    language = choose(request)
    pointers = {pointer: values.get(name, "") for pointer, name in _IDS.items()}
    return await card_paper(
        services,
        request,
        session,
        "desk/note_new.html",
        card,
        status=status,
        says=says,
        fields=Fields(NewContribution, pointers, faults or {}, _IDS),
        papers=[(name, language.gettext(_PAPERS[name])) for name in PAPERS],
        paper=values.get("paper") or "cream",
        visibility=values.get("visibility") or "everyone",
    )
