"""Preview a card as one of its audiences."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import CardState, InvalidRequest, NotFound
from wellwish.infra.http import Services
from wellwish.web.desk.guard import call, read_form, signed_in


@signed_in
async def card_previewed(services: Services, request: Request, session: Session) -> Response:
    """Redirects to a preview as the audience in the form, or to the card if it has been cancelled.

    Raises NotFound, ForeignForm.
    """
    sent = await read_form(services, request, session)
    path = {"card_id": request.path_params["card_id"]}
    name, body = "POST /api/cards/{card_id}/preview", {"as": sent.text("as")}
    try:
        made = (await call(services, request, session, name, path=path, body=body)).record
    except InvalidRequest as refusal:
        raise NotFound from refusal
    except CardState:
        return RedirectResponse(f"/desk/cards/{path['card_id']}", 303)
    url: str = made.url
    return RedirectResponse(urlsplit(url).path, 303)
