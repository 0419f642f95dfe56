"""One invitation: show its timeline, correct its address, resend it, revoke it."""

from typing import Any, Final

from starlette.responses import Response

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
from wellwish.invitations.invitation import Invitation
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.people.invitation_view import show
from wellwish.web.desk.people.invitations import list_page, now, path_of
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_OPERATIONS: Final = {
    "resend": "POST /api/cards/invitations/resend",
    "address": "PATCH /api/cards/invitations/{invite_id}",
    "revoke": "POST /api/cards/invitations/{invite_id}/revoke",
}
# Maximum number of tries, since the status may change between the check of the address and the update.
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
async def invitation_page(visit: Visit) -> Response:
    """Returns the invitation. Raises NotFound, MissingPrivilege."""
    return await _page(visit)


@signed_in
async def invitation_changed(visit: Visit) -> Response:
    """Resends or revokes the invitation, or changes its address, according to the action in the path.

    Redirects to the page with the form: the list or the invitation. Only a changed address conflicts, because
    the status also changes while a message is sent. Resubmitting the form has no effect.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    action, before = visit.request.path_params["action"], await _find(visit)
    if action not in _OPERATIONS:
        raise NotFound
    typed, from_list = sent.text("delivery_id").strip(), sent.text("back") == "list"
    path = f"/desk/cards/{before.card_id}/invitations{'' if from_list else f'/{before.id}'}"
    if action == "address" and typed == before.delivery_id:
        return after(path, await _done(visit, action))
    try:
        await _change(visit, action, sent, before)
    except (InvalidRequest, AddressInvited) as refusal:
        wrong = _IS_INVITED if isinstance(refusal, AddressInvited) else _INVALID
        if from_list:
            kept = {before.id: (typed, wrong)}
            return await list_page(visit, typed=kept, status=refusal.status)
        return await _page(visit, typed=typed, wrong=wrong, status=refusal.status)
    except tuple(_SAYS) as refusal:
        status = 409 if refusal.status in (412, 422) else refusal.status
        says = _SAYS[type(refusal)]
        if from_list:
            kept = {before.id: (typed, "")} if action == "address" else {}
            return await list_page(visit, says=says, typed=kept, status=status)
        return await _page(visit, typed=typed, says=says, status=status)
    return after(path, await _done(visit, action))


async def _done(visit: Visit, action: str) -> str:
    """Returns the confirmation of the action, which depends on whether the message can be sent now."""
    if action == "revoke":
        return "revoked"
    is_sent = _is_sent(await _find(visit))
    return {"address": "address", "resend": "resent"}[action] if is_sent else "held"


async def _change(visit: Visit, action: str, sent: Form, before: Invitation) -> None:
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
            await call(visit, _OPERATIONS[action], idempotency_key=key, **given)
        except PreconditionFailed:
            tries -= 1
            if not tries:
                raise
            before = await _find(visit)
        else:
            return


async def _find(visit: Visit) -> Invitation:
    """Raises NotFound, even for an existing invitation if it does not belong to the card in the path."""
    path = {"invite_id": visit.request.path_params["invite_id"]}
    name = "GET /api/cards/invitations/{invite_id}"
    found: Invitation = (await call(visit, name, path=path)).record
    if found.card_id != visit.request.path_params["card_id"]:
        raise NotFound
    return found


async def _page(
    visit: Visit,
    *,
    typed: str = "",
    wrong: str = "",
    says: str = "",
    status: int = 200,
) -> Response:
    found = await _find(visit)
    card, language = await find(visit), choose(visit.request)
    return await card_paper(
        visit,
        "desk/invitation.html",
        card,
        status=status,
        says=says,
        base=path_of(card),
        shown=show(language, card, found),
        typed=typed,
        wrong={"delivery_id": wrong} if wrong else {},
        now=now(language, card),
    )


def _is_sent(found: Invitation) -> bool:
    """Returns whether nothing prevents the message from being sent."""
    return found.status in ("queued", "sent", "delivered", "opened") and found.status_reason is None
