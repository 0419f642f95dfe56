"""Remind everyone who was invited to a card and has not signed."""

import json
from typing import Final

from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import CardClosed, CardState, IdempotencyKeyRunning
from wellwish.base.language import later
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.people.invitations import REMIND, list_page
from wellwish.web.desk.visit import Visit

_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")


@signed_in
async def reminders_sent(visit: Visit) -> Response:
    """Reminds the invitees; the next page shows how many.

    Those who were sent a message today are reminded only with ``all=1``. Resubmitting the form reminds nobody
    again. Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card_id = visit.request.path_params["card_id"]
    is_from_card = sent.text("back") == "card"
    page = f"/desk/cards/{card_id}" if is_from_card else f"/desk/cards/{card_id}/invitations"
    try:
        result = await call(
            visit,
            REMIND,
            path={"card_id": card_id},
            body={"skip_messaged_today": sent.text("all") != "1"},
            idempotency_key=sent.text("form_key") or None,
        )
    except (CardClosed, CardState):
        return await list_page(visit, says=_NOT_NOW, status=409)
    except IdempotencyKeyRunning:
        return RedirectResponse(page, 303)  # the first submission sends the reminders
    return after(page, "reminded", json.loads(result.body)["reminded"])
