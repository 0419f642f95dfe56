"""The event log of the account, with filters."""

from typing import Final
from urllib.parse import urlencode

import msgspec
from starlette.responses import Response

from wellwish.base.errors import InvalidCursor, InvalidRequest, NotFound
from wellwish.infra.events import TYPES
from wellwish.web.desk.frame import instant
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

PATH: Final = "/account/events"
_SHOWN: Final = 50


@signed_in
async def events_page(visit: Visit) -> Response:
    """Returns the newest events first. Raises NotFound if the cursor is invalid."""
    asked = visit.request.query_params
    filters = {"type": asked.get("type", ""), "card_id": asked.get("card_id", "").strip()}
    filters["type"] = filters["type"] if filters["type"] in TYPES else ""
    query = {name: value for name, value in filters.items() if value} | {"limit": str(_SHOWN)}
    cursor = asked.get("cursor", "")
    try:
        given = query | ({"cursor": cursor} if cursor else {})
        found = (await call(visit, "GET /api/events", query=given)).record
    except (InvalidCursor, InvalidRequest) as error:
        raise NotFound from error
    language = choose(visit.request)
    following = urlencode({**filters, "cursor": found.next_cursor or ""})
    return desk_paper(
        visit,
        "desk/events.html",
        language=language,
        events=[
            (
                each,
                msgspec.json.format(msgspec.json.encode(each.data)).decode(),
                instant(language, each.created_at, "UTC"),
            )
            for each in found.data
        ],
        types=sorted(TYPES),
        next_url=f"{PATH}?{following}" if found.next_cursor else "",
        chosen_type=filters["type"],
        card_id=filters["card_id"],
    )
