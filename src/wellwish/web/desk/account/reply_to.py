"""The address for replies: the owners' form, and the page of the link emailed to the address.

Opening the link does not confirm the address, because mail scanners open links.
"""

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts import reply_to
from wellwish.accounts.reply_to import AskedReplyTo
from wellwish.base.errors import InvalidRequest, PreconditionFailed
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
from wellwish.web.kit.link import Find, follow
from wellwish.web.kit.page import link_page

_BINDING = "/reply-to"
_FAULT = later("Enter an email address in the correct format, such as name@example.com")
_CHANGED = later("Someone changed the account in the meantime. Check the address, then save it again.")


@signed_in
async def reply_to_updated(visit: Visit) -> Response:
    """Saves the address and emails a link to it. An empty field removes the address.

    Raises OwnerRequired, ForeignForm.
    """
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
    return _page(services, request, await _follow(services, request, reply_to.find_asked))


@link_page
async def reply_to_confirmed(services: Services, request: Request) -> Response:
    """Confirms the address. Raises NotFound, ForeignForm."""
    await read_signed_out_form(services, request, binding=_BINDING)
    confirm = partial(reply_to.confirm, network=network_of(request))
    return _page(services, request, await _follow(services, request, confirm))


async def _follow(services: Services, request: Request, find: Find[AskedReplyTo]) -> AskedReplyTo:
    return await follow(services, request, reply_to.LINK, "link_id", find)


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
