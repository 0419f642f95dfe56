"""The thanks of a card's recipients, and the removal of files of notes and thanks."""

from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.infra.http import Page
from wellwish.thanks.thanks import Thanks
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, instant, may
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_EACH: Final = 50
_BACK: Final = ("notes", "give/thanks")


class Shown(Struct, frozen=True):
    """A thank-you message, with the time of its last change formatted for display."""

    said: Thanks
    changed_at: str


@signed_in
async def thanks_page(visit: Visit) -> Response:
    """Returns a page of the thanks, in the order of the recipients. Raises NotFound."""
    card = await find(visit)
    operation = "GET /api/cards/{card_id}/thanks"
    found: Page[Thanks] = (await call(visit, operation, path={"card_id": card.id})).record
    language, number = choose(visit.request), _number(visit.request)
    here = found.data[(number - 1) * _EACH : number * _EACH]
    return await card_paper(
        visit,
        "desk/thanks.html",
        card,
        says="",
        thanks=[Shown(each, instant(language, each.updated_at, card.timezone)) for each in here],
        next_page=number + 1 if len(found.data) > number * _EACH else None,
        can_change=may(card, "can_update"),
    )


@signed_in
async def file_removed(visit: Visit) -> Response:
    """Removes a file of the card. Has no effect on files of other cards and removed files.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card = await find(visit)
    path = {"media_id": visit.request.path_params["media_id"]}
    try:
        medium = (await call(visit, "GET /api/media/{media_id}", path=path)).record
        if medium.card_id == card.id:
            await call(visit, "DELETE /api/media/{media_id}", path=path)
    except NotFound:
        pass
    back = sent.text("back") if sent.text("back") in _BACK else _BACK[0]
    return after(f"/desk/cards/{card.id}/{back}", "file_removed")


def _number(request: Request) -> int:
    given = request.query_params.get("page", "")
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 4 else 1
