"""That a person was there, and that a person said no.

Programs that look at mail open its links, and some run the page's script; none touches, types or scrolls.
So the page tells of the first of these (``static/sign.js``), and without a script signing does.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.errors import InvitationState
from wellwish.http import Services
from wellwish.invitations.decline import decline as say_no
from wellwish.invitations.open import opened
from wellwish.web.kit.page import link_page
from wellwish.web.signing import context


@link_page
async def seen(services: Services, request: Request) -> Response:
    """Notes that the invitation was opened. Raises NotFound, ForeignForm."""
    found, _ = await context.load_for_form(services, request)
    if found.invite is not None and found.invite.opened_at is None:
        async with services.db.transaction([found.row.account_id]) as tx:
            await opened(tx, found.access, found.invite.id)
    return Response(status_code=204)


@link_page
async def decline(services: Services, request: Request) -> Response:
    """Says no, for an invitation of one's own; twice is once. Raises NotFound, ForeignForm."""
    found, _ = await context.load_for_form(services, request)
    if found.invite is not None:
        try:
            async with services.db.transaction([found.row.account_id]) as tx:
                await say_no(tx, found.access, found.invite.id)
        except InvitationState:
            pass  # they have signed meanwhile, and the page shows it
    return RedirectResponse(found.base, 303)
