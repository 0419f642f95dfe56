"""The members of the account: invite, change roles, remove. Changes require a recent sign-in."""

from typing import Any, Final

from starlette.responses import Response

from wellwish.base.errors import InvalidRequest, LastOwner, MemberExists, NotFound, Refusal, TooManyMembers
from wellwish.base.language import later
from wellwish.members.create import NewAccountMember
from wellwish.members.member import ROLES
from wellwish.web.desk import kept_form
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import (
    call,
    desk_paper,
    needs_recent,
    needs_recent_for,
    read_form,
    signed_in,
    signed_in_typing,
)
from wellwish.web.desk.visit import Visit
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
async def members_page(visit: Visit) -> Response:
    """Returns the list and the form for an invitation. Raises OwnerRequired."""
    if (found := await kept_form.find(visit)) is not None:
        email, role = found.text("email").strip(), _role(found)
        return await _page(visit, email=email, role=role, says=found.says)
    return await _page(visit)


@signed_in_typing
async def member_invited(visit: Visit) -> Response:
    """Invites a person; resubmitting the form has no effect. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    if (confirm := await needs_recent_for(visit, PATH, sent)) is not None:
        return confirm
    email, role = sent.text("email").strip(), _role(sent)
    try:
        await call(
            visit,
            "POST /api/account/members",
            body={"email": email, "role": role},
            idempotency_key=sent.text("form_key") or None,
        )
    except (InvalidRequest, MemberExists, TooManyMembers) as refusal:
        fault = _FAULTS[type(refusal)]
        return await _page(visit, email=email, role=role, fault=fault, status=422)
    return after(PATH, "member_invited")


@signed_in
async def member_updated(visit: Visit) -> Response:
    """Changes the role of a member or an invitation. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    body = {"role": _role(sent)}
    return await _changed(visit, sent, "PATCH /api/account/members/{member_id}", body)


@signed_in
async def member_removed(visit: Visit) -> Response:
    """Removes a member, or withdraws an invitation. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    return await _changed(visit, sent, "DELETE /api/account/members/{member_id}")


async def _changed(
    visit: Visit,
    sent: Form,
    name: str,
    body: dict[str, Any] | None = None,
) -> Response:
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    path = {"member_id": sent.text("member_id")}
    try:
        await call(visit, name, path=path, body=body)
    except (LastOwner, NotFound) as refusal:
        return await _page(visit, says=_SAYS[type(refusal)], status=409)
    return after(PATH, "member_removed" if body is None else "saved")


def _role(sent: Form) -> str:
    given = sent.text("role")
    return given if given in ROLES else "member"


async def _page(
    visit: Visit,
    *,
    email: str = "",
    role: str = "member",
    fault: str = "",
    says: str = "",
    status: int = 200,
) -> Response:
    result = await call(visit, "GET /api/account/members")
    return desk_paper(
        visit,
        "desk/members.html",
        status=status,
        members=result.record.data,
        email=Fields(NewAccountMember, {"/email": email}, {"email": fault} if fault else {})["/email"],
        role=role,
        says=says,
        form_key=cookie.random(),
    )
