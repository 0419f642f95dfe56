"""Access to the desk: sessions, recent sign-ins where required, and error pages.

Pages call operations by name, as the session's caller. They contain neither rules nor SQL statements.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, TypeVar
from urllib.parse import quote

from msgspec import UNSET, UnsetType, structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.accounts import user
from wellwish.auth.sign_in import session as sessions
from wellwish.auth.sign_in.session import Device, Session
from wellwish.base import clock
from wellwish.base.errors import ForeignForm, MissingPrivilege, OwnerRequired, Unavailable
from wellwish.base.language import Language
from wellwish.designs.templates.template import Palette
from wellwish.infra.db import Tx
from wellwish.infra.http import Result, Services, operation
from wellwish.infra.http.budget import network_of
from wellwish.members.owners import owners
from wellwish.web.desk import kept_form, proven_mailbox
from wellwish.web.desk.flash import said
from wellwish.web.desk.initials import initials
from wellwish.web.desk.problems import problems
from wellwish.web.desk.sections import navigation
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie, form
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.kit.page import Handler, paper, public
from wellwish.web.kit.style import Style, style

Part = TypeVar("Part")
Handled = Callable[[Visit], Awaitable[Response]]

SESSION: Final = "session"
ATTEMPT: Final = "sign-in"
_ONLY_TEXT: Final = Sizes()
_SHEETS: Final = ("note.css", "desk.css", "cards.css", "calendar.css")
LOOK: Final[Style] = style(*_SHEETS)


def coloured(*, palette: Palette | None = None, colours: Sequence[tuple[str, Palette]] = ()) -> Style:
    """Returns the look in the colours of the palette, and those of ``colours`` for elements of a class."""
    return style(*_SHEETS, palette=palette, colours=tuple(colours)) if palette or colours else LOOK


# Available while the session's account is suspended: choosing another account, and the sign-in settings.
_WITHOUT_ACCOUNT: Final = frozenset(
    (
        "/account/choose",
        "/account/create",
        "/sign-out",
        "/account/sessions",
        "/account/passkeys",
        "/account/email",
    )
)
# Checked in this order, because the user agents of Edge and Opera also contain "Chrome", and Chrome's also
# "Safari".
_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(request: Request) -> Device:
    """Returns browser, system and network (IPv4 /24, IPv6 /64) of the request, without versions."""
    agent = request.headers.get("user-agent", "")
    known = (next((name for mark, name in table if mark in agent), "") for table in (_BROWSERS, _SYSTEMS))
    return Device(" · ".join(filter(None, known)), network_of(request))


async def current(services: Services, request: Request) -> Session | None:
    """Returns the session of the browser, or None."""
    secret = cookie.read(services, request, SESSION)
    return None if secret is None else await sessions.find(services, secret)


async def enter(services: Services, request: Request, tx: Tx, user_id: str, next_path: str) -> Response:
    """Starts a session with a new cookie, ends the browser's previous session, and redirects."""
    former = cookie.read(services, request, SESSION)
    email = await user.load_email(tx, user_id)
    secret = await sessions.start(tx, services, user_id, device_of(request), former)
    response = RedirectResponse(next_path, 303)
    cookie.keep(services, response, SESSION, secret, max_age_s=int(sessions.LIFETIME.total_seconds()))
    cookie.drop(services, response, ATTEMPT)
    kept_form.remember_user(services, request, response, user_id)
    proven_mailbox.remember(services, request, response, email)
    return response


def sign_in_at(path: str, *, confirm: bool = False) -> Response:
    """Redirects to the sign-in page, which later redirects back to ``path``."""
    return RedirectResponse(f"/sign-in?next={quote(path, safe='')}{'&confirm=1' * confirm}", 303)


def signed_in(handler: Handled) -> Handler:
    """Wraps a page: without a session, redirects to the sign-in page, which redirects back."""
    return _guarded(handler, keeps_text=False)


def signed_in_typing(handler: Handled) -> Handler:
    """Like ``signed_in``, but keeps the text of a form sent without a session, for ``kept_form.find``."""
    return _guarded(handler, keeps_text=True)


def _guarded(handler: Handled, *, keeps_text: bool) -> Handler:

    @public
    @wraps(handler)
    async def guarded(services: Services, request: Request) -> Response:
        session = await current(services, request)
        if session is None:
            asked = f"{request.url.path}?{request.url.query}".rstrip("?")
            is_read = request.method in ("GET", "HEAD")
            is_kept = keeps_text and not is_read and await kept_form.keep(services, request)
            unsent = f"?{kept_form.UNSENT}" if not is_kept and kept_form.may_have_file(request) else ""
            response = sign_in_at(asked if is_read else f"{kept_form.page_of(request)}{unsent}")
            cookie.drop(services, response, SESSION)
            if is_kept:
                kept_form.mark(services, response)
        else:
            response = await _allowed(handler, Visit(services, request, session))
        response.headers["Cache-Control"] = "no-store"
        return response

    return guarded


async def _allowed(handler: Handled, visit: Visit) -> Response:
    if visit.session.is_suspended and visit.request.url.path not in _WITHOUT_ACCOUNT:
        return desk_paper(visit, "desk/no_right.html", status=403, is_suspended=True)
    try:
        return await handler(visit)
    except OwnerRequired:
        return desk_paper(visit, "desk/no_right.html", status=403, owners=await owners_to_ask(visit))
    except MissingPrivilege:
        # Show the sender's name, which the admin knows from the invitation email.
        path = {"card_id": visit.request.path_params["card_id"]}
        card = (await call(visit, "GET /api/cards/{card_id}", path=path)).record
        return desk_paper(visit, "desk/no_right.html", status=403, sender=card.sender)


async def owners_to_ask(visit: Visit) -> str:
    """Returns the names of owners whom a member can ask, as a single text; empty without an account."""
    account_id = visit.session.account_id
    if account_id is None:
        return ""
    async with visit.services.db.transaction([account_id]) as tx:
        names = await owners(tx, account_id)
    return choose(visit.request).either([f"\u2068{name}\u2069" for name in names])


def needs_recent(session: Session, path: str) -> Response | None:
    """Returns a redirect to the sign-in page unless the user signed in within the last ten minutes."""
    return None if sessions.is_recent(session, clock.now()) else sign_in_at(path, confirm=True)


async def needs_recent_for(visit: Visit, path: str, sent: Form) -> Response | None:
    """Like ``needs_recent``, but keeps the form's text, which ``kept_form.find`` returns after sign-in."""
    confirm = needs_recent(visit.session, path)
    if confirm is not None and await kept_form.keep_sent(visit, path, sent):
        kept_form.mark(visit.services, confirm)
    return confirm


async def call(visit: Visit, name: str, **given: Any) -> Result:
    """Calls an operation by its name, such as ``GET /api/cards``, as the signed-in user."""
    caller = structs.replace(given.pop("caller", visit.session.caller), network=network_of(visit.request))
    return await operation.call(visit.request.app.state.operations[name], visit.services, caller, **given)


async def part(loading: Awaitable[Part]) -> Part | UnsetType:
    """Returns an optional part of a page, or UNSET if it is unavailable, which the page reports."""
    try:
        return await loading
    except Unavailable:
        return UNSET


def desk_paper(visit: Visit, template: str, *, language: Language | None = None, **values: Any) -> Response:
    """Returns a page with the navigation of the desk; ``values`` may contain the options of ``_paper``."""
    services, request, session = visit.services, visit.request, visit.session
    values |= {
        "session": session,
        "navigation": navigation(session, request.url.path),
        "me": initials(session.name or session.email),
        "has_summary": True,  # a summary of the errors gets the focus instead of a field
    }
    return _paper(services, request, template, language or choose(request), _binding(session), **values)


def signed_out_paper(
    services: Services, request: Request, template: str, binding: str, **values: Any
) -> Response:
    """Returns a page for people without a session; ``values`` may contain the options of ``_paper``."""
    values |= {"session": None, "navigation": None, "me": ""}
    return _paper(services, request, template, choose(request), binding, **values)


def _paper(
    services: Services,
    request: Request,
    template: str,
    language: Language,
    binding: str,
    *,
    look: Style = LOOK,
    **values: Any,
) -> Response:
    """Returns a page with a form token that is bound to ``binding``."""
    browser = form.browser(services, request)
    values.setdefault("says", "")
    is_fine = values.get("status", 200) < HTTPStatus.BAD_REQUEST
    response = paper(
        request,
        template,
        language,
        look,
        form_token=form.token(services, browser, binding),
        unsent=kept_form.SAYS_UNKEPT if kept_form.UNSENT in request.query_params else "",
        said=said(language, request.query_params) if is_fine else "",
        is_refused=not is_fine,
        summary=problems(values),
        **values,
    )
    form.remember(services, request, response, browser)
    return response


async def read_form(
    visit: Visit,
    sizes: Sizes = _ONLY_TEXT,
    *,
    drops_kept: bool = True,
) -> Form:
    """Reads a form that ``desk_paper`` rendered; ``kit/form.py`` describes the limits.

    Deletes the user's stored form, unless ``drops_kept`` is False, for forms that lead back to it. Raises
    ForeignForm, BodyTooLarge.
    """
    sent = await form.read(visit.services, visit.request, _binding(visit.session), sizes)
    await _check(sent)
    if drops_kept:
        await kept_form.drop(visit)
    return sent


async def read_signed_out_form(services: Services, request: Request, binding: str) -> Form:
    """Reads a form that ``signed_out_paper`` rendered. Raises ForeignForm, BodyTooLarge."""
    sent = await form.read(services, request, binding)
    await _check(sent)
    return sent


async def _check(sent: Form) -> None:
    try:
        form.check(sent)
    except ForeignForm:
        await sent.close()
        raise


def _binding(session: Session) -> str:
    return f"desk {session.id}"
