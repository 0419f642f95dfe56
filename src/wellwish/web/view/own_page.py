"""Email recipients the link to the page on which they choose which cards they want.

The card does not show the link, because an organiser who gives the card to its recipient knows the
recipient's own link, and must not see or change the choice.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.people import notify, own_page
from wellwish.web.kit import origin
from wellwish.web.kit.page import link_page, peer
from wellwish.web.view.opened import CardView, open_card


@link_page
async def own_page_asked(services: Services, request: Request) -> Response:
    """Emails the link, within the budgets of the address. Raises NotFound, ForeignForm, TooManyRequests."""
    origin.check(services, request)
    services.visits.signings.take(peer(request))
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        person_id = await own_page_of(tx, opened)
        if person_id is None:
            raise NotFound
        await notify.ask(tx, opened.row.account_id, person_id)
    return RedirectResponse(f"{opened.path}?as={opened.design.layout}&asked", 303)


async def own_page_of(tx: Tx, opened: CardView) -> str | None:
    """Returns the ID of the person who reads the card as its recipient, or None."""
    recipient = opened.recipient
    if not opened.is_own or not opened.is_shown or recipient is None or recipient.email is None:
        return None
    return await own_page.find_by_email(tx, opened.row.account_id, recipient.email)
