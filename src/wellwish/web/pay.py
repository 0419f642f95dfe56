"""The link of a payment: it leads on to the provider's page, and back to a page that says how it stands.

No card number is typed here: the provider's own page asks for it.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.errors import NotFound
from wellwish.http import Parts
from wellwish.payments import checkout
from wellwish.web.page import html, public, render

_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_LONGEST_TOKEN: Final = 64
_LOOK_AGAIN_S: Final = 3
SEE_OTHER: Final = 303


def _token(request: Request) -> str:
    token = request.path_params["token"]
    if len(token) > _LONGEST_TOKEN:
        raise NotFound
    return token


@public
async def pay(parts: Parts, request: Request) -> Response:
    """Leads to the provider's page; a payment that is over, to the page that says so. Raises NotFound."""
    token = _token(request)
    url = await checkout.start(parts, token)
    return RedirectResponse(url or f"{parts.settings.base_url}/pay/{token}/done", SEE_OTHER)


@public
async def paid(parts: Parts, request: Request) -> Response:
    """Says how the payment stands; while the provider has not told, it looks again. Raises NotFound."""
    token = _token(request)
    row = await checkout.look(parts, token)
    status = "succeeded" if row.succeeded_at is not None else row.status
    headers = {**_HEADERS, "Refresh": str(_LOOK_AGAIN_S)} if status == "pending" else _HEADERS
    return html(render("paid.html", title=row.title, status=status, again=f"/pay/{token}"), headers=headers)
