"""Replace a link of a card: the signing link, the public view link or a recipient's link."""

from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NotFound,
)
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit


def _settings(card_id: str) -> str:
    return f"/desk/cards/{card_id}/settings?open=links#links-group"


@signed_in
async def link_replaced(visit: Visit) -> Response:
    """Replaces the link chosen in the form, and redirects back. The old link stops working.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card_id, recipient_id = visit.request.path_params["card_id"], sent.text("recipient_id")
    page = f"/desk/cards/{card_id}/give" if sent.text("back") == "give" else _settings(card_id)
    try:
        await call(
            visit,
            "POST /api/cards/{card_id}/links/rotate",
            path={"card_id": card_id},
            body={"link": sent.text("link"), **({"recipient_id": recipient_id} if recipient_id else {})},
            idempotency_key=sent.text("form_key") or None,
        )
    except InvalidRequest as refusal:
        raise NotFound from refusal
    except (CardState, IdempotencyKeyReused, IdempotencyKeyRunning):
        # The link was removed or replaced. The page shows the current links.
        return RedirectResponse(page, 303)
    return after(page, "link")
