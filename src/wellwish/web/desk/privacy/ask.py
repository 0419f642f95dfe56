"""Request a link to one's data by email, and confirm it on the link's page.

The response is the same for all addresses. Opening the link has no effect, because mail scanners open links.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.earlier_link import use_former
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.base.errors import NotFound, TooManyRequests
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.privacy import request as people_request
from wellwish.web.desk import proven_mailbox
from wellwish.web.desk.guard import read_signed_out_form, signed_out_paper
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import peer, public

BINDING: Final = "/privacy"
COOKIE: Final = "privacy"
UNCACHED: Final = {"Cache-Control": "no-store"}

_MAX_ADDRESS = 254  # RFC 5321, section 4.5.3.1.3, without the brackets
_INVALID = later("Enter an email address in the correct format, like name@example.org")


@public
async def privacy(services: Services, request: Request) -> Response:
    """Returns the form for the address."""
    return _form(services, request)


def _form(
    services: Services,
    request: Request,
    *,
    email: str = "",
    fault: str = "",
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    return signed_out_paper(
        services,
        request,
        "desk/privacy.html",
        binding=BINDING,
        status=status,
        headers={**UNCACHED, **(headers or {})},
        email=email[:_MAX_ADDRESS],
        fault=fault,
        longest=_MAX_ADDRESS,
    )


@public
async def asked(services: Services, request: Request) -> Response:
    """Queues the email, in the same way for every address. Raises ForeignForm."""
    given = await read_signed_out_form(services, request, binding=BINDING)
    email = given.text("email").strip()
    try:
        async with services.db.transaction() as tx:
            who = proven_mailbox.asker(services, request, email)
            await people_request.ask(tx, services, email, who, language=choose(request).code)
    except ValueError:
        return _form(services, request, email=email, fault=_INVALID, status=422)
    except TooManyRequests as refusal:
        return _form(
            services, request, email=email, fault=refusal.detail, status=429, headers=dict(refusal.headers)
        )
    return RedirectResponse("/privacy/sent", 303)


@public
async def sent(services: Services, request: Request) -> Response:
    """Returns the page after the form, which is the same for every address."""
    demo = services.settings.demo
    return signed_out_paper(services, request, "desk/privacy_sent.html", binding=BINDING, demo=demo)


@public
async def link_form(services: Services, request: Request) -> Response:
    """Returns the page with the button."""
    try:
        with tried(services, request) as token:
            async with services.db.statement() as tx:
                found = await people_request.find_by_link(tx, token)
    except NotFound:
        return await _gone(services, request)
    return signed_out_paper(
        services,
        request,
        "desk/privacy_link.html",
        binding=BINDING,
        headers=UNCACHED,
        email=found.email,
    )


@public
async def link_pressed(services: Services, request: Request) -> Response:
    """Invalidates the link, starts the search and redirects to the data. With ``again``, emails another link.

    Raises ForeignForm, TooManyRequests.
    """
    sent = await read_signed_out_form(services, request, binding=BINDING)
    if sent.text("again"):
        return await _again(services, request)
    try:
        with tried(services, request) as token:
            async with services.db.transaction() as tx:
                found = await people_request.find_by_link(tx, token)
                browser = await people_request.use_link(tx, services.keys, token)
    except NotFound:
        return await _gone(services, request)
    response = RedirectResponse("/privacy/data", 303)
    max_age_s = int(people_request.SHOWN_FOR.total_seconds())
    cookie.keep(services, response, COOKIE, browser, max_age_s=max_age_s)
    proven_mailbox.remember(services, request, response, found.email)
    return response


async def _again(services: Services, request: Request) -> Response:
    """Emails a link and grants this browser a reserve of emails, since its user reads the mailbox."""
    try:
        with tried(services, request) as token:
            async with services.db.transaction() as tx:
                found = await people_request.find_former(tx, token)
                if found is None or not await use_former(tx, services.keys, found.id, found.created_at):
                    raise NotFound
                mark, code = proven_mailbox.new_mark(services, found.email), choose(request).code
                await people_request.ask(tx, services, found.email, Asker(peer(request), mark), language=code)
    except NotFound:
        return await _gone(services, request)
    response = RedirectResponse("/privacy/sent", 303)
    proven_mailbox.remember(services, request, response, found.email, mark)
    return response


async def _gone(services: Services, request: Request) -> Response:
    async with services.db.statement() as tx:
        is_former = await people_request.find_former(tx, request.path_params["token"]) is not None
    return signed_out_paper(
        services,
        request,
        "desk/privacy_gone.html",
        binding=BINDING,
        status=404,
        is_former=is_former,
    )
