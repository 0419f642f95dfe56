"""One invitation: show its time line, correct its address, resend it, revoke it."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import (
    AddressInvited,
    CardClosed,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    InvitationNotResendable,
    InvitationState,
    NotFound,
    PreconditionFailed,
    Refusal,
    TooManyResends,
)
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.invitations.invitation import Invitation
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.people.invitation_view import show
from wellwish.web.desk.people.invitations import list_page, now, path_of
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_OPERATIONS: Final = {
    "resend": "POST /api/cards/invitations/resend",
    "address": "PATCH /api/cards/invitations/{invite_id}",
    "revoke": "POST /api/cards/invitations/{invite_id}/revoke",
}
# A status that changes between the look at the address and the change is looked at again.
_TRIES: Final = 3
_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")
_CHANGED: Final = later("This invitation has changed in the meantime. Check it below, then try again.")
_SAYS: Final[dict[type[Refusal], str]] = {
    CardClosed: _NOT_NOW,
    CardState: _NOT_NOW,
    InvitationNotResendable: later("This invitation can't be sent again."),
    InvitationState: _CHANGED,
    PreconditionFailed: _CHANGED,
    IdempotencyKeyReused: _CHANGED,
    IdempotencyKeyRunning: _CHANGED,
    TooManyResends: later("This invitation was sent too often. Try again later."),
}
_INVALID: Final = later("Enter a valid email address, or a phone number with its country code.")
_IS_INVITED: Final = later("This address is already invited to the card.")


@signed_in
async def invitation_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the invitation. Raises NotFound, MissingPrivilege."""
    return await _page(services, request, session)


@signed_in
async def invitation_changed(services: Services, request: Request, session: Session) -> Response:
    """Resends or revokes the invitation, or changes its address, according to the action in the path.

    The next page is the one with the form: the list or the invitation. Only another address is a change in
    the meantime: the status moves by itself while a message is sent.
    Resubmitting the form has no effect. Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(services, request, session)
    action, before = request.path_params["action"], await _find(services, request, session)
    if action not in _OPERATIONS:
        raise NotFound
    typed, from_list = sent.text("delivery_id").strip(), sent.text("back") == "list"
    path = f"/desk/cards/{before.card_id}/invitations{'' if from_list else f'/{before.id}'}"
    if action == "address" and typed == before.delivery_id:
        return after(path, await _done(services, request, session, action))
    try:
        await _change(services, request, session, action, sent, before)
    except (InvalidRequest, AddressInvited) as refusal:
        wrong = _IS_INVITED if isinstance(refusal, AddressInvited) else _INVALID
        if from_list:
            kept = {before.id: (typed, wrong)}
            return await list_page(services, request, session, typed=kept, status=refusal.status)
        return await _page(services, request, session, typed=typed, wrong=wrong, status=refusal.status)
    except tuple(_SAYS) as refusal:
        status = 409 if refusal.status in (412, 422) else refusal.status
        says = _SAYS[type(refusal)]
        if from_list:
            kept = {before.id: (typed, "")} if action == "address" else {}
            return await list_page(services, request, session, says=says, typed=kept, status=status)
        return await _page(services, request, session, typed=typed, says=says, status=status)
    return after(path, await _done(services, request, session, action))


async def _done(services: Services, request: Request, session: Session, action: str) -> str:
    """Returns the confirmation of the action; a message that something holds back was not sent."""
    if action == "revoke":
        return "revoked"
    is_sent = _is_sent(await _find(services, request, session))
    return {"address": "address", "resend": "resent"}[action] if is_sent else "held"


async def _change(
    services: Services, request: Request, session: Session, action: str, sent: Form, before: Invitation
) -> None:
    """Raises what the operation raises, and PreconditionFailed if the address is not the one on the form."""
    form_key, tries = sent.text("form_key"), _TRIES
    while True:
        if action != "resend" and sent.text("shown") != before.delivery_id:
            raise PreconditionFailed
        given: dict[str, Any] = {
            "resend": {"body": {"invite_id": before.id}},
            "address": {
                "path": {"invite_id": before.id},
                "body": {"delivery_id": sent.text("delivery_id").strip()},
                "if_match": f'"{before.version}"',
            },
            "revoke": {"path": {"invite_id": before.id}, "if_match": f'"{before.version}"'},
        }[action]
        # The buttons of the list share the key of their page.
        key = f"{form_key}-{action}-{before.id}" if form_key else None
        try:
            await call(services, request, session, _OPERATIONS[action], idempotency_key=key, **given)
        except PreconditionFailed:
            tries -= 1
            if not tries:
                raise
            before = await _find(services, request, session)
        else:
            return


async def _find(services: Services, request: Request, session: Session) -> Invitation:
    """Raises NotFound, even for an existing invitation if it does not belong to the card in the path."""
    path = {"invite_id": request.path_params["invite_id"]}
    name = "GET /api/cards/invitations/{invite_id}"
    found: Invitation = (await call(services, request, session, name, path=path)).record
    if found.card_id != request.path_params["card_id"]:
        raise NotFound
    return found


async def _page(
    services: Services,
    request: Request,
    session: Session,
    *,
    typed: str = "",
    wrong: str = "",
    says: str = "",
    status: int = 200,
) -> Response:
    found = await _find(services, request, session)
    card, language = await find(services, request, session), choose(request)
    return await card_paper(
        services,
        request,
        session,
        "desk/invitation.html",
        card,
        status=status,
        says=says,
        base=path_of(card),
        shown=show(language, card, found),
        typed=typed,
        wrong=wrong,
        now=now(language, card),
    )


def _is_sent(found: Invitation) -> bool:
    """Returns whether nothing holds the message back."""
    return found.status in ("queued", "sent", "delivered", "opened") and found.status_reason is None
