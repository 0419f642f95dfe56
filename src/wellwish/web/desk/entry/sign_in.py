"""Sign in by email: request a link and a code, then open the link or enter the code in the same browser.

Opening a link has no effect, because mail scanners open links. The button on its page signs in.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in import attempt, confirm, earlier_link
from wellwish.auth.sign_in.ask import ask
from wellwish.auth.sign_in.attempt import HOME, MAX_TRIES, Attempt, own_path
from wellwish.auth.sign_in.confirm import Confirmed
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.auth.sign_in.passkey import rp_id
from wellwish.base import clock
from wellwish.base.errors import NotFound, TooManyRequests
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.web.desk import proven_mailbox
from wellwish.web.desk.guard import ATTEMPT, current, enter, read_signed_out_form, signed_out_paper
from wellwish.web.desk.mail_code import await_code, mail_code
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import LONGEST_TOKEN, tried
from wellwish.web.kit.page import peer, public

BINDING = "/sign-in"
_MAX_ADDRESS = 254  # RFC 5321, section 4.5.3.1.3, without the brackets
_INVALID = later("Enter an email address in the correct format, like name@example.org")
_NO_PASSKEY = later("That passkey doesn't work here. Try again, or sign in by email.")


@public
async def sign_in(services: Services, request: Request) -> Response:
    """Returns the form for the address; ``next`` is the page to open after sign-in."""
    session = await current(services, request)
    known = "" if session is None else session.email
    return _form(services, request, email=known, next_path=request.query_params.get("next", ""))


def with_passkey_fault(services: Services, request: Request, next_path: str) -> Response:
    """Returns the form with a new challenge, after a passkey was refused."""
    return _form(services, request, email="", next_path=next_path, passkey_fault=_NO_PASSKEY, status=422)


def _form(
    services: Services,
    request: Request,
    *,
    email: str,
    next_path: str,
    fault: str = "",
    passkey_fault: str = "",
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    return signed_out_paper(
        services,
        request,
        "desk/sign_in.html",
        binding=BINDING,
        status=status,
        headers=headers,
        email=email[:_MAX_ADDRESS],
        next_path=own_path(next_path),
        fault=fault,
        passkey_fault=passkey_fault,
        rp_id=rp_id(services.settings),
        confirms="confirm" in request.query_params,
        longest=_MAX_ADDRESS,
    )


@public
async def sign_in_asked(services: Services, request: Request) -> Response:
    """Queues the email and redirects to the page for the code, equally for all valid addresses.

    Raises ForeignForm.
    """
    sent = await read_signed_out_form(services, request, binding=BINDING)
    email, next_path = sent.text("email").strip(), sent.text("next")
    try:
        return await mail_code(services, request, email, next_path)
    except ValueError:
        return _form(services, request, email=email, next_path=next_path, fault=_INVALID, status=422)
    except TooManyRequests as refusal:
        return _form(
            services,
            request,
            email=email,
            next_path=next_path,
            fault=refusal.detail,
            status=429,
            headers=refusal.headers,
        )


@public
async def code_form(services: Services, request: Request) -> Response:
    """Returns the page for entering the code, in the browser that requested the email."""
    found = await _asked(services, request)
    return RedirectResponse("/sign-in", 303) if found is None else _code_page(services, request, found)


@public
async def code_sent(services: Services, request: Request) -> Response:
    """Signs in with the code from the email. Raises ForeignForm."""
    sent = await read_signed_out_form(services, request, binding=BINDING)
    given = "".join(each for each in sent.text("code") if not each.isspace())
    browser = cookie.read(services, request, ATTEMPT)
    if browser is None:
        return RedirectResponse("/sign-in", 303)
    async with services.db.transaction() as tx:
        outcome = await confirm.confirm_code(tx, services, browser, given)
        if isinstance(outcome, Confirmed):
            return await enter(services, request, tx, outcome.user_id, outcome.next_path)
    found = await _asked(services, request)
    if found is None:
        return RedirectResponse("/sign-in", 303)
    return _code_page(services, request, found, given=given[:20], status=422)


async def _asked(services: Services, request: Request) -> Attempt | None:
    browser = cookie.read(services, request, ATTEMPT)
    if browser is None:
        return None
    async with services.db.statement() as tx:
        return await attempt.find_by_browser(tx, services.keys, browser)


def _code_page(
    services: Services, request: Request, found: Attempt, *, given: str = "", status: int = 200
) -> Response:
    is_over = found.used_at is not None or found.expires_at <= clock.now() or found.tries >= MAX_TRIES
    return signed_out_paper(
        services,
        request,
        "desk/code.html",
        binding=BINDING,
        status=status,
        email=found.email,
        next_path=found.next_path,
        given=given,
        left=MAX_TRIES - found.tries,
        is_over=is_over,
        demo=services.settings.demo,
    )


@public
async def link_form(services: Services, request: Request) -> Response:
    """Returns the page with the button or, in another browser, a page that asks to enter the code in the
    first browser.
    """
    browser = cookie.read(services, request, ATTEMPT)
    try:
        with tried(services, request) as token:
            async with services.db.statement() as tx:
                found = await confirm.peek(tx, services, token, browser)
            if found == "used_up":
                raise NotFound
    except NotFound:
        return await _gone(services, request)
    email = found.email if isinstance(found, Attempt) else ""
    return _link_page(services, request, email=email)


@public
async def link_pressed(services: Services, request: Request) -> Response:
    """Signs in the browser that requested the link. With ``again``, emails a new link for this browser.

    Raises ForeignForm, TooManyRequests.
    """
    sent = await read_signed_out_form(services, request, binding=BINDING)
    if sent.text("again"):
        return await _again(services, request)
    browser = cookie.read(services, request, ATTEMPT)
    try:
        with tried(services, request) as token:
            async with services.db.transaction() as tx:
                outcome = await confirm.confirm_link(tx, services, token, browser)
                if isinstance(outcome, Confirmed):
                    return await enter(services, request, tx, outcome.user_id, outcome.next_path)
            if outcome == "used_up":
                raise NotFound
    except NotFound:
        return await _gone(services, request)
    return _link_page(services, request, email="", status=403)


async def _again(services: Services, request: Request) -> Response:
    """Emails a link and grants this browser a reserve of emails, since its user reads the mailbox."""
    try:
        with tried(services, request) as token:
            async with services.db.transaction() as tx:
                found = await earlier_link.find_former(tx, token)
                if found is None or not await earlier_link.use_former(
                    tx, services.keys, found.id, found.created_at
                ):
                    raise NotFound
                mark, code = proven_mailbox.new_mark(services, found.email), choose(request).code
                who = Asker(peer(request), mark)
                issued = await ask(tx, services, found.email, who, next_path=HOME, language=code)
    except NotFound:
        return await _gone(services, request)
    response = await_code(services, issued)
    proven_mailbox.remember(services, request, response, found.email, mark)
    return response


def _link_page(services: Services, request: Request, *, email: str, status: int = 200) -> Response:
    return signed_out_paper(services, request, "desk/link.html", binding=BINDING, status=status, email=email)


async def _gone(services: Services, request: Request) -> Response:
    async with services.db.statement() as tx:
        is_former = (
            await earlier_link.find_former(tx, request.path_params["token"][:LONGEST_TOKEN]) is not None
        )
    return signed_out_paper(
        services,
        request,
        "desk/sign_in_gone.html",
        binding=BINDING,
        status=404,
        is_former=is_former,
    )
