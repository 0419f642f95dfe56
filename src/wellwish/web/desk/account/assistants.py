"""The assistants that a member has connected: list them and end their consent."""

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.consents.end import end_consent
from wellwish.auth.consents.list import list_consents
from wellwish.auth.sign_in.session import Session
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.account.authorize import SAYS
from wellwish.web.desk.guard import desk_paper, read_form, signed_in

PATH: Final = "/account/assistants"


@signed_in
async def assistants_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the member's consents, or those of all members for an owner, newest first."""
    async with services.db.statement() as tx:
        found = await list_consents(
            tx, session.caller.account_id, session.user_id, is_owner=session.role == "owner"
        )
    return desk_paper(
        services,
        request,
        "desk/assistants.html",
        session,
        consents=[(each, urlsplit(each.client_id).hostname) for each in found],
        says=SAYS,
        url=f"{services.settings.base_url}/mcp",
    )


@signed_in
async def assistant_ended(services: Services, request: Request, session: Session) -> Response:
    """Ends a consent and its tokens. Raises ForeignForm."""
    sent = await read_form(services, request, session)
    async with services.db.transaction() as tx:
        await end_consent(
            tx,
            session.caller.account_id,
            session.user_id,
            sent.text("consent_id"),
            network_of(request),
            is_owner=session.role == "owner",
        )
    return RedirectResponse(PATH, 303)
