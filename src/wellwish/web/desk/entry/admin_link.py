"""The page of the link in a card admin's email, with a button that emails a sign-in link to the admin.

Opening the link does not sign in, because the email may be forwarded.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.cards.admins import link
from wellwish.cards.admins.link import LinkedAdmin
from wellwish.infra.http import Services
from wellwish.web.desk.guard import current, read_signed_out_form, signed_out_paper
from wellwish.web.desk.mail_code import mail_code
from wellwish.web.kit.link import follow
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
    """Emails a sign-in link that leads to the card. Raises NotFound, ForeignForm, TooManyRequests."""
    await read_signed_out_form(services, request, binding=_BINDING)
    found = await _found(services, request)
    return await mail_code(services, request, found.email, _card(found))


def _card(found: LinkedAdmin) -> str:
    return f"/desk/cards/{found.card_id}"


async def _found(services: Services, request: Request) -> LinkedAdmin:
    return await follow(services, request, link.LINK, "card_admin_id", link.find_linked)
