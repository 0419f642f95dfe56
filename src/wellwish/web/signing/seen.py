"""That a person was there, and that a person said no.

Programs that look at mail open its links, and some run the page's script; none touches, types or scrolls.
So the page tells of the first of these (``static/sign.js``), and without a script signing does.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.contributions import signing
from wellwish.errors import InvitationState
from wellwish.http import Services
from wellwish.invitations.decline import decline as say_no
from wellwish.invitations.open import opened
from wellwish.web.kit.page import link_page
from wellwish.web.signing.visitor import identify_sender


@link_page
async def seen(services: Services, request: Request) -> Response:
    """Notes that the invitation was opened. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.own_id)
        if context.invite is not None and context.invite.opened_at is None:
            await opened(tx, context.access, context.invite.id)
    return Response(status_code=204)


@link_page
async def decline(services: Services, request: Request) -> Response:
    """Declines an invitation; a second time changes nothing. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    try:
        async with services.db.transaction([visitor.link.account_id]) as tx:
            context = await signing.load(tx, visitor.link, visitor.own_id)
            if context.invite is not None:
                await say_no(tx, context.access, context.invite.id)
    except InvitationState:
        pass  # they have signed meanwhile, and the page shows it
    return RedirectResponse(visitor.base, 303)
