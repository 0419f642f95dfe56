"""The page of a member invitation's link, with a button that emails a sign-in link to the invited address.

The link neither signs in nor accepts the invitation, because the email may be forwarded.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.infra.http import Services
from wellwish.members import link
from wellwish.members.link import LinkedMember
from wellwish.web.desk.account.accounts import PATH
from wellwish.web.desk.guard import current, read_signed_out_form, signed_out_paper
from wellwish.web.desk.mail_code import mail_code
from wellwish.web.kit.link import follow
from wellwish.web.kit.page import link_page

_BINDING = "/member"


@link_page
async def member_link(services: Services, request: Request) -> Response:
    """Returns the page with the button, or redirects an invited user who is signed in to their invitations.

    Raises NotFound.
    """
    found = await _found(services, request)
    session = await current(services, request)
    if session is not None and session.user_id == found.user_id:
        return RedirectResponse(PATH, 303)
    return signed_out_paper(
        services,
        request,
        "desk/member_link.html",
        binding=_BINDING,
        email=found.email,
        account=found.account_name,
    )


@link_page
async def member_link_pressed(services: Services, request: Request) -> Response:
    """Emails a sign-in link that leads to the invitations.

    Raises NotFound, ForeignForm, TooManyRequests.
    """
    await read_signed_out_form(services, request, binding=_BINDING)
    found = await _found(services, request)
    return await mail_code(services, request, found.email, PATH)


async def _found(services: Services, request: Request) -> LinkedMember:
    return await follow(services, request, link.LINK, "member_id", link.find_linked)
