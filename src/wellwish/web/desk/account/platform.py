"""Deny or allow the platform's access to the account, or leave it. Changes need a recent sign-in."""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.platforms.platform import Platform
from wellwish.web.desk.guard import call, needs_recent, read_form, signed_in

PATH: Final = "/account"
_ACCESS: Final = {"close": "none", "open": "full"}


async def find_platform(services: Services, request: Request, session: Session) -> Platform | None:
    """Returns the platform of the account, for its owners."""
    if session.role != "owner":
        return None
    try:
        return (await call(services, request, session, "GET /api/account/platform")).record
    except NotFound:
        return None


@signed_in
async def platform_updated(services: Services, request: Request, session: Session) -> Response:
    """Changes the platform's access, or leaves the platform. Repeating the request has no effect.

    Raises OwnerRequired, ForeignForm, NotFound for another action.
    """
    sent = await read_form(services, request, session)
    if (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    asked = sent.text("action")
    if asked not in ("leave", *_ACCESS):
        raise NotFound
    try:
        if asked == "leave":
            await call(services, request, session, "DELETE /api/account/platform")
        else:
            body = {"access": _ACCESS[asked]}
            await call(services, request, session, "PATCH /api/account/platform", body=body)
    except NotFound:
        pass
    return RedirectResponse(f"{PATH}?saved=1", 303)
