"""The sessions of the signed-in user: list, end one, end all, sign out."""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.end import end_all_sessions, end_session
from wellwish.auth.sign_in.list import list_sessions
from wellwish.auth.sign_in.session import Session
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of
from wellwish.web.desk import kept_form
from wellwish.web.desk.guard import SESSION, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.kit import cookie

PATH: Final = "/account/sessions"


@signed_in
async def sessions_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the list, most recently used first."""
    async with services.db.statement() as tx:
        found = await list_sessions(tx, session.user_id)
    return desk_paper(services, request, "desk/sessions.html", session, sessions=found)


@signed_in
async def session_ended(services: Services, request: Request, session: Session) -> Response:
    """Ends one session, or all of them; both need a recent sign-in. Raises ForeignForm."""
    sent = await read_form(services, request, session)
    chosen = sent.text("session_id")
    if chosen == session.id:
        return await _out(services, request, session)
    if (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    async with services.db.transaction() as tx:
        if chosen:
            await end_session(tx, session.user_id, chosen, network_of(request))
        else:
            await end_all_sessions(tx, session.user_id, network_of(request))
    return RedirectResponse(PATH, 303) if chosen else _gone(services)


@signed_in
async def signed_out(services: Services, request: Request, session: Session) -> Response:
    """Ends the session of this browser. Raises ForeignForm."""
    await read_form(services, request, session)
    return await _out(services, request, session)


async def _out(services: Services, request: Request, session: Session) -> Response:
    async with services.db.transaction() as tx:
        await end_session(tx, session.user_id, session.id, network_of(request))
    return _gone(services)


def _gone(services: Services) -> Response:
    response = RedirectResponse("/sign-in", 303)
    cookie.drop(services, response, SESSION)
    kept_form.forget_user(services, response)
    return response
