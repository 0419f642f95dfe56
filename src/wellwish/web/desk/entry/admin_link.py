"""The page behind the link in a card admin's mail: its button mails a sign-in link to the admin's address.

Opening the link does not sign in, because mails may be forwarded.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.ask import ask
from wellwish.base.errors import NotFound
from wellwish.cards.admins import link
from wellwish.cards.admins.link import LinkedAdmin
from wellwish.infra.http import Services
from wellwish.web.desk.guard import (
    await_code,
    current,
    read_signed_out_form,
    signed_out_paper,
)
from wellwish.web.desk.proven_mailbox import asker
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import link_page

_BINDING = "/admin"


@link_page
async def admin_link(services: Services, request: Request) -> Response:
    """Returns the page with the button; redirects the signed-in admin to the card. Raises NotFound."""
    found = await _found(services, request)
    session = await current(services, request)
    if session is not None and session.user_id == found.user_id:
        return RedirectResponse(_card(found), 303)
    return signed_out_paper(
        services,
        request,
        "desk/admin_link.html",
        binding=_BINDING,
        email=found.email,
        title=found.title,
    )


@link_page
async def admin_link_pressed(services: Services, request: Request) -> Response:
    """Mails a sign-in link that leads to the card. Raises NotFound, ForeignForm, TooManyRequests."""
    await read_signed_out_form(services, request, binding=_BINDING)
    found = await _found(services, request)
    async with services.db.transaction() as tx:
        code, who = choose(request).code, asker(services, request, found.email)
        issued = await ask(tx, services, found.email, who, next_path=_card(found), language=code)
    return await_code(services, issued)


def _card(found: LinkedAdmin) -> str:
    return f"/desk/cards/{found.card_id}"


async def _found(services: Services, request: Request) -> LinkedAdmin:
    account_id, admin_id = (request.path_params[name] for name in ("account_id", "card_admin_id"))
    with tried(services, request) as token:
        if not link.LINK.is_genuine(services.keys, account_id, admin_id, token):
            raise NotFound
        async with services.db.transaction([account_id]) as tx:
            found = await link.find_linked(tx, account_id, admin_id)
        if found is None:
            raise NotFound
    return found
