"""Open the card with the button on its cover.

Only this request counts as opening, because link previews and mail scanners do not submit forms. It needs no
form token, because a forged request would require the secret link.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.cards.record_view import record_view
from wellwish.infra.http import Services
from wellwish.web.kit import origin
from wellwish.web.kit.page import link_page
from wellwish.web.view.opened import open_card


@link_page
async def open_pressed(services: Services, request: Request) -> Response:
    """Redirects to the inside of the card. Records the first opening through a recipient's own link.

    Raises NotFound, ForeignForm.
    """
    origin.check(services, request)
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        if opened.is_own and opened.recipient is not None and opened.recipient.first_viewed_at is None:
            await record_view(tx, opened.row, opened.recipient.id)
    return RedirectResponse(f"{opened.path}?inside", 303)
