"""Preview a card as one of its audiences."""

from urllib.parse import urlsplit

from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import CardState, InvalidRequest, NotFound
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit


@signed_in
async def card_previewed(visit: Visit) -> Response:
    """Redirects to a preview as the audience in the form, or to the card if it has been cancelled.

    Raises NotFound, ForeignForm.
    """
    sent = await read_form(visit)
    path = {"card_id": visit.request.path_params["card_id"]}
    name, body = "POST /api/cards/{card_id}/preview", {"as": sent.text("as")}
    try:
        made = (await call(visit, name, path=path, body=body)).record
    except InvalidRequest as refusal:
        raise NotFound from refusal
    except CardState:
        return RedirectResponse(f"/desk/cards/{path['card_id']}", 303)
    url: str = made.url
    return RedirectResponse(urlsplit(url).path, 303)
