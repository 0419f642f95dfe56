"""The address for replies: its form for owners, and the page behind the link that is mailed to it.

Opening the link confirms nothing, since mail scanners open links.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts import reply_to
from wellwish.accounts.reply_to import AskedReplyTo
from wellwish.base.errors import InvalidRequest, NotFound, PreconditionFailed
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.account import settings
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import (
    call,
    read_form,
    read_signed_out_form,
    signed_in,
    signed_out_paper,
)
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import link_page

_BINDING = "/reply-to"
_FAULT = later("Enter an email address in the correct format, such as name@example.com")
_CHANGED = later("Someone changed the account in the meantime. Check the address, then save it again.")


@signed_in
async def reply_to_updated(visit: Visit) -> Response:
    """Saves the address and mails it a link; an empty field removes it. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    email = sent.text("reply_to").strip()
    shown: dict[str, Any] = {"reply_to": email}
    try:
        await call(
            visit,
            "PATCH /api/account",
            body={"reply_to": email or None},
            if_match=f'"{sent.text("version")}"',
        )
    except PreconditionFailed:
        return await settings.page(visit, **shown, says=_CHANGED, status=409)
    except InvalidRequest:
        return await settings.page(visit, **shown, faults={"reply_to": _FAULT}, status=422)
    return after(settings.PATH, "saved")


@link_page
async def reply_to_link(services: Services, request: Request) -> Response:
    """Returns the page with the button. Raises NotFound if the link's request has ended."""
    return _page(services, request, await _found(services, request))


@link_page
async def reply_to_confirmed(services: Services, request: Request) -> Response:
    """Confirms the address. Raises NotFound, ForeignForm."""
    await read_signed_out_form(services, request, binding=_BINDING)
    return _page(services, request, await _found(services, request, confirms=True))


async def _found(services: Services, request: Request, *, confirms: bool = False) -> AskedReplyTo:
    account_id, link_id = (request.path_params[name] for name in ("account_id", "link_id"))
    with tried(services, request) as token:
        if not reply_to.LINK.is_genuine(services.keys, account_id, link_id, token):
            raise NotFound
        async with services.db.transaction([account_id]) as tx:
            if confirms:
                found = await reply_to.confirm(tx, account_id, link_id, network_of(request))
            else:
                found = await reply_to.find_asked(tx, account_id, link_id)
        if found is None:
            raise NotFound
    return found


def _page(services: Services, request: Request, asked: AskedReplyTo) -> Response:
    return signed_out_paper(
        services,
        request,
        "desk/reply_to.html",
        binding=_BINDING,
        account=asked.name,
        email=asked.reply_to,
        verified=asked.reply_to_verified_at is not None,
    )
