"""The assistants connected by members: list consents and end them."""

from typing import Final
from urllib.parse import urlsplit

from starlette.responses import Response

from wellwish.auth.consents.end import end_consent
from wellwish.auth.consents.list import list_consents
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.account.authorize import SAYS
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit

PATH: Final = "/account/assistants"


@signed_in
async def assistants_page(visit: Visit) -> Response:
    """Returns the member's consents, newest first; an owner sees those of all members."""
    async with visit.services.db.statement() as tx:
        found = await list_consents(
            tx, visit.session.caller.account_id, visit.session.user_id, is_owner=visit.session.role == "owner"
        )
    return desk_paper(
        visit,
        "desk/assistants.html",
        consents=[(each, urlsplit(each.client_id).hostname) for each in found],
        words=SAYS,
        url=f"{visit.services.settings.base_url}/mcp",
    )


@signed_in
async def assistant_ended(visit: Visit) -> Response:
    """Ends a consent and its tokens. Raises ForeignForm."""
    sent = await read_form(visit)
    async with visit.services.db.transaction() as tx:
        await end_consent(
            tx,
            visit.session.caller.account_id,
            visit.session.user_id,
            sent.text("consent_id"),
            network_of(visit.request),
            is_owner=visit.session.role == "owner",
        )
    return after(PATH, "disconnected")
