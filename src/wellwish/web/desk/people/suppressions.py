"""The addresses that receive no messages from the account. Owners can allow messages again."""

from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvalidCursor, InvalidRequest, NotFound, SuppressionNotLiftable
from wellwish.base.language import Language, later
from wellwish.suppressions.list import Suppression
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

PATH: Final = "/account/suppressions"
_LIST: Final = "GET /api/suppressions"
_COUNT: Final = 50  # addresses on a page
_REASONS: Final = {
    "unsubscribed": later("Unsubscribed"),
    "bounced": later("The address doesn't exist"),
    "complained": later("Reported a message as spam"),
    "stopped": later("Replied STOP to a text"),
}
_ELSEWHERE: Final = later("Not caused by your messages")
_LIFTABLE: Final = ("unsubscribed", "bounced")
_WRONG: Final = later("Enter a full email address, or a phone number with the country code.")
_NOT_LIFTED: Final = later("Only the person who uses this address can allow messages to it again.")


@signed_in
async def suppressions_page(visit: Visit) -> Response:
    """Returns a page of addresses, filtered by reason or by one address. Raises OwnerRequired."""
    return await _page(
        visit,
    )


@signed_in
async def suppression_lifted(visit: Visit) -> Response:
    """Allows messages to the address again. Repeating the request has no effect.

    Raises OwnerRequired, ForeignForm.
    """
    await read_form(visit)
    path = {"suppression_id": visit.request.path_params["suppression_id"]}
    try:
        await call(visit, "DELETE /api/suppressions/{suppression_id}", path=path)
    except SuppressionNotLiftable:
        return await _page(visit, says=_NOT_LIFTED, status=409)
    except NotFound:  # already lifted, expired, or of another account: the response is the same
        pass
    return after(PATH, "lifted")


async def _page(visit: Visit, *, says: str = "", status: int = 200) -> Response:
    if visit.session.account_id is None:
        return RedirectResponse("/account/choose", 303)
    query = visit.request.query_params
    asked = {name: query.get(name, "").strip() for name in ("reason", "address", "cursor")}
    if asked["reason"] not in _REASONS:
        asked["reason"] = ""
    query = {"limit": str(_COUNT), **{name: value for name, value in asked.items() if value}}
    wrong, found = dict[str, str](), None
    try:
        found = (await call(visit, _LIST, query=query)).record
    except InvalidCursor:
        return RedirectResponse(PATH, 303)
    except InvalidRequest:
        wrong, status = {"address": _WRONG}, 422
    language = choose(visit.request)
    kept = {name: asked[name] for name in ("reason", "address") if asked[name]}
    cursor = None if found is None else found.next_cursor
    return desk_paper(
        visit,
        "desk/suppressions.html",
        status=status,
        rows=[] if found is None else [_shown(language, each) for each in found.data],
        filters=[("", language.gettext(later("All")))]
        + [(value, language.gettext(label)) for value, label in _REASONS.items()],
        asked=asked,
        is_narrowed=bool(kept) or bool(asked["cursor"]),
        next_url=None if cursor is None else f"{PATH}?{urlencode({**kept, 'cursor': cursor})}",
        says=says,
        wrong=wrong,
    )


def _shown(language: Language, each: Suppression) -> dict[str, Any]:
    label = _REASONS[each.reason] if each.reason is not None else _ELSEWHERE
    ends = None if each.expires_at is None else datetime.fromisoformat(each.expires_at)
    return {
        "id": each.id,
        "address": each.delivery_id,
        "reason": language.gettext(label),
        "since": language.long_day(datetime.fromisoformat(each.created_at), "UTC"),
        "until": ends and language.long_day(ends, "UTC"),
        "is_liftable": each.reason in _LIFTABLE,
    }
