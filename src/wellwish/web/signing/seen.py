"""Record that a person opened an invitation, and decline invitations.

Mail scanners open links, and some run scripts, but none touches, types or scrolls. The page therefore reports
the first such action (``static/sign.js``). Without a script, signing records that the invitation was opened.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvitationState
from wellwish.contributions import signing
from wellwish.infra.http import Services
from wellwish.invitations.decline import decline as say_no
from wellwish.invitations.open import opened
from wellwish.web.kit.page import link_page
from wellwish.web.signing.visitor import identify_sender


@link_page
async def seen(services: Services, request: Request) -> Response:
    """Records that the invitation was opened. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if context.invite is not None and context.invite.opened_at is None:
            await opened(tx, context.access, context.invite.id)
    return Response(status_code=204)


@link_page
async def decline(services: Services, request: Request) -> Response:
    """Declines an invitation. Repeating the request has no effect. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    try:
        async with services.db.transaction([visitor.link.account_id]) as tx:
            context = await signing.load(tx, visitor.link, visitor.remembered)
            if context.invite is not None:
                await say_no(tx, context.access, context.invite.id)
    except InvitationState:
        pass  # they have signed in the meantime, and the page shows it
    return RedirectResponse(visitor.base, 303)
