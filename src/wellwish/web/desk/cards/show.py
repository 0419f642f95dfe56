"""A card at the desk: its state and links, and closing, reopening and archiving it."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import (
    CardClosed,
    CardState,
    Fault,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import later
from wellwish.cards.card import Card
from wellwish.infra.http import Services
from wellwish.web.desk.cards.latest import counts, latest
from wellwish.web.desk.frame import card_paper, collected, ends_at, find, net
from wellwish.web.desk.guard import call, part, read_form, signed_in
from wellwish.web.desk.qr import code
from wellwish.web.kit.language import choose

_MAY: Final = {
    "can_update": later("Edit the card, and close or reopen it"),
    "invite_contributors": later("Invite people to sign"),
    "admin_management": later("Manage its admins"),
}
_AUDIENCES: Final = (
    ("recipient", later("Recipient")),
    ("contributor", later("Contributor")),
    ("everyone", later("Anyone with the link")),
    ("admin", later("Admin")),
)
_OPERATIONS: Final = {
    "close": "POST /api/cards/{card_id}/close",
    "reopen": "POST /api/cards/{card_id}/reopen",
    "archive": "POST /api/cards/{card_id}/archive",
}
_CHANGED: Final = later("Someone changed this card in the meantime. Check it below, then try again.")
_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")


@signed_in
async def card_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the card's page. Raises NotFound if the card does not exist or the user may not see it."""
    return await _page(services, request, session)


@signed_in
async def card_moved(services: Services, request: Request, session: Session) -> Response:
    """Closes, reopens or archives the card, according to the action in the path.

    The form contains the version shown to the reader, which detects changes since, and an idempotency key,
    so that resubmitting it has no effect. Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(services, request, session)
    action, card_id = request.path_params["action"], request.path_params["card_id"]
    if action not in _OPERATIONS:
        raise NotFound
    end = sent.text("contribution_end_date").strip()
    try:
        await call(
            services,
            request,
            session,
            _OPERATIONS[action],
            path={"card_id": card_id},
            body={"contribution_end_date": end} if action == "reopen" and end else {},
            if_match=f'"{sent.text("version")}"',
            idempotency_key=sent.text("form_key") or None,
        )
    except PreconditionFailed:
        return await _page(services, request, session, says=_CHANGED, end=end, status=409)
    except (CardClosed, CardState, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(services, request, session, says=_NOT_NOW, end=end, status=409)
    except InvalidRequest as refusal:
        return await _page(services, request, session, end=end, faults=refusal.faults, status=422)
    return RedirectResponse(f"/desk/cards/{card_id}", 303)


async def _page(
    services: Services,
    request: Request,
    session: Session,
    *,
    says: str = "",
    end: str = "",
    faults: Sequence[Fault] = (),
    status: int = 200,
) -> Response:
    card = await find(services, request, session)
    language = choose(request)
    may = [] if card.privilege is UNSET else [name for name in _MAY if getattr(card.privilege, name)]
    counted = await part(counts(services, request, session, card))
    events = await part(latest(services, request, session, card, language))
    return await card_paper(
        services,
        request,
        session,
        "desk/card.html",
        card,
        status=status,
        says=says,
        end=end,
        wrong=faults[0].detail if faults else "",
        actions=_actions(card),
        audiences=[(value, language.gettext(label)) for value, label in _AUDIENCES],
        may=[language.gettext(_MAY[name]) for name in may],
        ends=ends_at(language, card),
        collected=collected(language, card),
        net=net(language, card),
        sign_url=card.sign_url or None,
        sign_code=code(card.sign_url) if card.sign_url else None,
        counts=counted or None,
        lacks_counts=counted is UNSET,
        opened=sum(each.first_viewed_at is not None for each in card.recipients),
        events=events or [],
        lacks_events=events is UNSET,
        views=[(each.name, each.view_url, each.id) for each in card.recipients if each.view_url],
    )


def _actions(card: Card) -> list[str]:
    """Returns the actions that the card's state and the user's privileges allow."""
    is_owner = card.role == "owner"
    may_update = is_owner or (card.privilege is not UNSET and card.privilege.can_update)
    shown = {
        "close": card.status == "open" and may_update,
        "reopen": card.status == "closed" and may_update,
        "archive": card.status == "closed" and is_owner,
    }
    return [action for action, is_shown in shown.items() if is_shown]
