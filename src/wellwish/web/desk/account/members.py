"""The members of the account: invite, change the role, remove. Changes need a recent sign-in."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import InvalidRequest, LastOwner, MemberExists, NotFound, Refusal, TooManyMembers
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.members.create import NewAccountMember
from wellwish.members.member import ROLES
from wellwish.web.desk import kept_form
from wellwish.web.desk.guard import (
    call,
    desk_paper,
    needs_recent,
    needs_recent_for,
    read_form,
    signed_in,
    signed_in_typing,
)
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields
from wellwish.web.kit.form import Form

PATH: Final = "/account/members"
_INVALID: Final = later("Enter an email address in the correct format, like name@example.org")
_EXISTS: Final = later("This person is already a member or has already been invited.")
_TOO_MANY: Final = later("The account has too many members. Remove some first.")
_LAST: Final = later("An account needs an owner. Make someone else an owner first.")
_GONE: Final = later("This person is no longer a member.")
_SAYS: Final[dict[type[Refusal], str]] = {LastOwner: _LAST, NotFound: _GONE}
_FAULTS: Final[dict[type[Refusal], str]] = {
    InvalidRequest: _INVALID,
    MemberExists: _EXISTS,
    TooManyMembers: _TOO_MANY,
}


@signed_in
async def members_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the list and the form for an invitation. Raises OwnerRequired."""
    if (found := await kept_form.find(services, request, session)) is not None:
        email, role = found.text("email").strip(), _role(found)
        return await _page(services, request, session, email=email, role=role, says=found.says)
    return await _page(services, request, session)


@signed_in_typing
async def member_invited(services: Services, request: Request, session: Session) -> Response:
    """Invites a person, once for each form. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(services, request, session)
    if (confirm := await needs_recent_for(services, request, session, PATH, sent)) is not None:
        return confirm
    email, role = sent.text("email").strip(), _role(sent)
    try:
        await call(
            services,
            request,
            session,
            "POST /api/account/members",
            body={"email": email, "role": role},
            idempotency_key=sent.text("form_key") or None,
        )
    except (InvalidRequest, MemberExists, TooManyMembers) as refusal:
        fault = _FAULTS[type(refusal)]
        return await _page(services, request, session, email=email, role=role, fault=fault, status=422)
    return RedirectResponse(PATH, 303)


@signed_in
async def member_updated(services: Services, request: Request, session: Session) -> Response:
    """Changes the role of a member or an invitation. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(services, request, session)
    body = {"role": _role(sent)}
    return await _changed(services, request, session, sent, "PATCH /api/account/members/{member_id}", body)


@signed_in
async def member_removed(services: Services, request: Request, session: Session) -> Response:
    """Removes a member, or withdraws an invitation. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(services, request, session)
    return await _changed(services, request, session, sent, "DELETE /api/account/members/{member_id}")


async def _changed(
    services: Services,
    request: Request,
    session: Session,
    sent: Form,
    name: str,
    body: dict[str, Any] | None = None,
) -> Response:
    if (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    path = {"member_id": sent.text("member_id")}
    try:
        await call(services, request, session, name, path=path, body=body)
    except (LastOwner, NotFound) as refusal:
        return await _page(services, request, session, says=_SAYS[type(refusal)], status=409)
    return RedirectResponse(PATH, 303)


def _role(sent: Form) -> str:
    given = sent.text("role")
    return given if given in ROLES else "member"


async def _page(
    services: Services,
    request: Request,
    session: Session,
    *,
    email: str = "",
    role: str = "member",
    fault: str = "",
    says: str = "",
    status: int = 200,
) -> Response:
    result = await call(services, request, session, "GET /api/account/members")
    return desk_paper(
        services,
        request,
        "desk/members.html",
        session,
        status=status,
        members=result.record.data,
        email=Fields(NewAccountMember, {"/email": email}, {"email": fault} if fault else {})["/email"],
        role=role,
        says=says,
        form_key=cookie.random(),
    )
