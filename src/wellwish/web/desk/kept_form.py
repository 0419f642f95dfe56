"""Stores the text of forms sent after a session or a recent sign-in has ended, to show it again.

The cookie ``user`` contains the last user of the browser, authenticated by the server key. Without it,
nothing is stored, so only users have stored forms, at most one each. The cookie ``kept`` marks browsers with
a stored form, so that other requests need no query.
"""

from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from wellwish.auth.sign_in import kept_form
from wellwish.auth.sign_in.attempt import HOME
from wellwish.auth.sign_in.kept_form import LIFETIME, KeptForm
from wellwish.base.errors import ForeignForm, Refusal
from wellwish.base.language import later
from wellwish.infra.http import Endpoint, Services
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie, form
from wellwish.web.kit.form import Form
from wellwish.web.kit.multipart import Sizes

USER: Final = "user"
KEPT: Final = "kept"
SAYS: Final = later(
    "This was not sent, because you had to sign in again. Your text is still here: check it, then send it."
)
SAYS_FILE: Final = later(
    "This was not sent, because you had to sign in again. Your text is still here: check it, choose the file "
    "again, then send it."
)
SAYS_UNKEPT: Final = later(
    "This was not sent, because you had to sign in again. If you had chosen a file, choose it again."
)
SAYS_WAITED: Final = later("Your card is as you left it. Check it, then create it.")
UNSENT: Final = "unsent"  # query parameter for a form with a file that was neither processed nor stored
_MAX_BYTES: Final = 32 * 1024 * 1024  # for forms whose files are discarded on arrival
# Values of stored fields with an empty name, which no real field has. They mark that a file was chosen or
# that the form waits for a payment.
_FILE: Final = ("", "file")
_WAITS: Final = ("", "waits")
_TAG: Final = "user of a browser"


class Kept(Form):
    """A stored form; ``says`` is the message for its user."""

    @property
    def says(self) -> str:
        return {_FILE[1]: SAYS_FILE, _WAITS[1]: SAYS_WAITED}.get(self.text(""), SAYS)


def remember_user(services: Services, request: Request, response: Response, user_id: str) -> None:
    """Sets the cookie with the signed-in user."""
    browser = form.browser(services, request)
    form.remember(services, request, response, browser)
    cookie.keep(services, response, USER, f"{user_id}.{services.keys.form_tag(_TAG, user_id, browser)}")


def forget_user(services: Services, response: Response) -> None:
    """Deletes the cookies, after signing out."""
    for name in (USER, KEPT):
        cookie.drop(services, response, name)


def page_of(request: Request) -> str:
    """Returns the path of the request, or of its nearest parent with a page."""
    path = request.url.path
    while path and not _has_page(request, path):
        path = path.rpartition("/")[0]
    return path or HOME


def _has_page(request: Request, path: str) -> bool:
    scope = {**request.scope, "path": path}
    found = [
        each for match, each in (route.matches(scope) for route in request.app.routes) if match is Match.FULL
    ]
    return any(isinstance(each["endpoint"], Endpoint) and each["endpoint"].answers("GET") for each in found)


async def keep(services: Services, request: Request) -> bool:
    """Stores the text of a form sent after its session ended. Returns whether it was stored.

    Because the form's token belongs to the ended session, headers and cookies that another site cannot set
    are checked instead, and the form is only shown again.
    """
    user_id, browser = _user(services, request), _browser(services, request)
    if user_id is None or browser is None or page_of(request) != request.url.path:
        return False
    try:
        sizes = Sizes(total=_MAX_BYTES, file=0)
        sent = await form.read(services, request, "", sizes, only_text_for=ForeignForm())
    except Refusal:
        return False  # sent by another site, or too large
    try:
        chose = [_FILE] if sent.has_chosen_file() else []
        found = KeptForm(request.url.path, sent.pairs() + chose)
        async with services.db.transaction() as tx:
            return await kept_form.keep(tx, services.keys, user_id, browser, found)
    finally:
        await sent.close()


async def keep_sent(visit: Visit, path: str, sent: Form, *, waits: bool = False) -> bool:
    """Keeps the text of a form that could not be processed yet, for the page at ``path``."""
    browser = _browser(visit.services, visit.request)
    if browser is None:
        return False
    found = KeptForm(path, sent.pairs() + [_WAITS] * waits)
    async with visit.services.db.transaction() as tx:
        return await kept_form.keep(tx, visit.services.keys, visit.session.user_id, browser, found)


def mark(services: Services, response: Response) -> None:
    """Sets the cookie of a browser with a kept form."""
    cookie.keep(services, response, KEPT, "1", max_age_s=int(LIFETIME.total_seconds()))


async def find(visit: Visit) -> Kept | None:
    """Returns the stored form that this user sent from this page and browser, or None."""
    browser = _browser(visit.services, visit.request)
    if browser is None or cookie.read(visit.services, visit.request, KEPT) is None:
        return None
    async with visit.services.db.statement() as tx:
        path = visit.request.url.path
        kept = await kept_form.find(tx, visit.services.keys, visit.session.user_id, browser, path)
    return None if kept is None else Kept(FormData(list(kept.fields)))


async def drop(visit: Visit) -> None:
    """Deletes the user's stored form, if any, because the user has sent another form."""
    if cookie.read(visit.services, visit.request, KEPT) is not None:
        async with visit.services.db.transaction() as tx:
            await kept_form.drop(tx, visit.session.user_id)


def may_have_file(request: Request) -> bool:
    """Returns whether the request's form accepts files."""
    return request.headers.get("content-type", "").lower().startswith("multipart/")


def _browser(services: Services, request: Request) -> str | None:
    return cookie.read(services, request, form.BROWSER)


def _user(services: Services, request: Request) -> str | None:
    """Returns the user who signed in last in this browser, or None."""
    browser, given = _browser(services, request), cookie.read(services, request, USER)
    if browser is None or given is None:
        return None
    user_id, _, tag = given.partition(".")
    return user_id if services.keys.is_form_tag(tag, _TAG, user_id, browser) else None
