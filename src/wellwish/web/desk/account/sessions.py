"""The sessions of the signed-in user: list, end one, end all, sign out."""

from typing import Final

from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.end import end_all_sessions, end_session
from wellwish.auth.sign_in.list import list_sessions
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of
from wellwish.web.desk import kept_form
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import SESSION, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie

PATH: Final = "/account/sessions"


@signed_in
async def sessions_page(visit: Visit) -> Response:
    """Returns the list, most recently used first."""
    async with visit.services.db.statement() as tx:
        found = await list_sessions(tx, visit.session.user_id)
    return desk_paper(visit, "desk/sessions.html", sessions=found)


@signed_in
async def session_ended(visit: Visit) -> Response:
    """Ends one or all sessions. Ending another session requires a recent sign-in. Raises ForeignForm.

    Otherwise, the thief of a session could end the owner's sessions and stay signed in.
    """
    sent = await read_form(visit)
    chosen = sent.text("session_id")
    if chosen == visit.session.id:
        return await _out(visit)
    if chosen and (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    async with visit.services.db.transaction() as tx:
        if chosen:
            await end_session(tx, visit.session.user_id, chosen, network_of(visit.request))
        else:
            await end_all_sessions(tx, visit.session.user_id, network_of(visit.request))
    return after(PATH, "session_ended") if chosen else _gone(visit.services)


@signed_in
async def signed_out(visit: Visit) -> Response:
    """Ends the session of this browser. Raises ForeignForm."""
    await read_form(visit)
    return await _out(visit)


async def _out(visit: Visit) -> Response:
    async with visit.services.db.transaction() as tx:
        await end_session(tx, visit.session.user_id, visit.session.id, network_of(visit.request))
    return _gone(visit.services)


def _gone(services: Services) -> Response:
    response = RedirectResponse("/sign-in", 303)
    cookie.drop(services, response, SESSION)
    kept_form.forget_user(services, response)
    return response
