"""Record openings of invitations, and decline invitations.

Mail scanners open links, and some run scripts, but none touch, type or scroll. Therefore, the page reports
the first such action (``static/sign.js``). Without scripts, signing records that the invitation was opened.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvitationState
from wellwish.contributions import signing
from wellwish.infra.http import Services
from wellwish.invitations.decline import decline
from wellwish.invitations.open import opened
from wellwish.web.kit.page import link_page
from wellwish.web.signing.visitor import identify_sender


@link_page
async def invitation_opened(services: Services, request: Request) -> Response:
    """Records that the invitation was opened. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if context.invite is not None and context.invite.opened_at is None:
            await opened(tx, context.access, context.invite.id)
    return Response(status_code=204)


@link_page
async def invitation_declined(services: Services, request: Request) -> Response:
    """Declines an invitation. Repeating the request has no effect. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    try:
        async with services.db.transaction([visitor.link.account_id]) as tx:
            context = await signing.load(tx, visitor.link, visitor.remembered)
            if context.invite is not None:
                await decline(tx, context.access, context.invite.id)
    except InvitationState:
        pass  # the invitee has signed in the meantime, which the page shows
    return RedirectResponse(visitor.base, 303)
