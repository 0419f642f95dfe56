"""Deny or allow the platform's access to the account, or leave the platform. Requires a recent sign-in."""

from typing import Final

from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.platforms.platform import Platform
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit

PATH: Final = "/account"
_ACCESS: Final = {"close": "none", "open": "full"}


async def find_platform(visit: Visit) -> Platform | None:
    """Returns the account's platform; None if there is none or the user is not an owner."""
    if visit.session.role != "owner":
        return None
    try:
        return (await call(visit, "GET /api/account/platform")).record
    except NotFound:
        return None


@signed_in
async def platform_updated(visit: Visit) -> Response:
    """Changes the platform's access, or leaves the platform. Repeating the request has no effect.

    Raises OwnerRequired, ForeignForm, NotFound for an unknown action.
    """
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    asked = sent.text("action")
    if asked not in ("leave", *_ACCESS):
        raise NotFound
    try:
        if asked == "leave":
            await call(visit, "DELETE /api/account/platform")
        else:
            body = {"access": _ACCESS[asked]}
            await call(visit, "PATCH /api/account/platform", body=body)
    except NotFound:
        pass
    return after(PATH, "saved")
