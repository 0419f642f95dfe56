"""The wall of a card at the desk: create it, show its link and QR code, and delete it."""

from contextlib import suppress
from typing import Final

from starlette.responses import Response

from wellwish.base.errors import CardState, IdempotencyKeyReused, IdempotencyKeyRunning, NotFound
from wellwish.base.language import later
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.qr import code
from wellwish.web.desk.visit import Visit

_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")


@signed_in
async def wall_page(visit: Visit) -> Response:
    """Returns the wall, or the button that creates it. Raises NotFound, MissingPrivilege."""
    return await _page(visit)


@signed_in
async def wall_created(visit: Visit) -> Response:
    """Creates the wall. Resubmitting has no effect. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(visit)
    path = {"card_id": visit.request.path_params["card_id"]}
    name, key = "POST /api/cards/{card_id}/wall", sent.text("form_key") or None
    try:
        await call(visit, name, path=path, idempotency_key=key)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        pass  # the page shows the wall
    except CardState:
        return await _page(visit, says=_NOT_NOW, status=409)
    return after(f"/desk/cards/{path['card_id']}/wall", "wall_made")


@signed_in
async def wall_deleted(visit: Visit) -> Response:
    """Deletes the wall and its link. Raises NotFound, MissingPrivilege, ForeignForm."""
    await read_form(visit)
    card = await find(visit)
    name, path = "DELETE /api/cards/{card_id}/wall", {"card_id": card.id}
    with suppress(NotFound):  # already deleted
        await call(visit, name, path=path)
    return after(f"/desk/cards/{card.id}/wall", "wall_deleted")


async def _page(visit: Visit, *, says: str = "", status: int = 200) -> Response:
    card = await find(visit)
    name, path = "GET /api/cards/{card_id}/wall", {"card_id": card.id}
    try:
        wall_url = (await call(visit, name, path=path)).record.wall_url
    except NotFound:
        wall_url = None
    return await card_paper(
        visit,
        "desk/card_wall.html",
        card,
        status=status,
        says=says,
        wall_url=wall_url,
        wall_code=code(wall_url) if wall_url else None,
        may_create=card.status in ("open", "closed") and card.cancelling_at is None,
    )
