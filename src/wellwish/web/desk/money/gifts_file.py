"""The gifts of a card as CSV for people: giver, amount, method, state and day.

For bookkeeping, the account's payments page offers a file with all transfers.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from starlette.responses import Response, StreamingResponse

from wellwish.base.language import Language, later
from wellwish.base.money import decimal
from wellwish.cards.card import Card
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Page
from wellwish.movements import sheet
from wellwish.web.desk.frame import find
from wellwish.web.desk.guard import call, signed_in
from wellwish.web.desk.money.states import STATES
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import HEADERS

_PIECE: Final = 200
_COLUMNS: Final = (
    later("Name"), later("Amount"), later("Currency"), later("Refunded"), later("How"), later("State"),
    later("Signed on"),
)  # fmt: skip
_WAYS: Final = {"online": later("Online"), "cash": later("Cash")}


@signed_in
async def gifts_downloaded(visit: Visit) -> Response:
    """Returns the gifts that the money page shows to the reader, newest first. Raises NotFound."""
    card, language = await find(visit), choose(visit.request)
    first = await _page(visit, card, "online", "")
    headers = {
        "Content-Disposition": f'attachment; filename="{card.id}-gifts.csv"',
        "Referrer-Policy": HEADERS["Referrer-Policy"],
    }
    pieces = _pieces(visit, card, language, first)
    return StreamingResponse(pieces, 200, headers, "text/csv; charset=utf-8")


async def _pieces(
    visit: Visit,
    card: Card,
    language: Language,
    first: Page[Contribution],
) -> AsyncIterator[bytes]:
    """Yields the file in pieces, holding no database connection while a piece is sent."""
    yield sheet.BOM + sheet.lines([[language.gettext(each) for each in _COLUMNS]])
    page: Page[Contribution] | None = first
    zone = ZoneInfo(card.timezone)
    for way in _WAYS:
        page = page or await _page(visit, card, way, "")
        while page is not None:
            yield sheet.lines(_line(language, zone, each) for each in page.data)
            cursor = page.next_cursor
            page = None if cursor is None else await _page(visit, card, way, cursor)


async def _page(visit: Visit, card: Card, way: str, cursor: str) -> Page[Contribution]:
    query = {"limit": str(_PIECE), "method": way, **({"cursor": cursor} if cursor else {})}
    operation, path = "GET /api/cards/{card_id}/contributions", {"card_id": card.id}
    found: Page[Contribution] = (await call(visit, operation, path=path, query=query)).record
    return found


def _line(language: Language, zone: ZoneInfo, each: Contribution) -> Sequence[str | None]:
    gift = each.money
    if gift is None:
        return [each.name]
    amount, refunded = gift.amount, gift.refunded
    return [
        each.name or language.gettext("Someone"),
        None if amount is None else decimal(amount.amount, amount.currency),
        None if amount is None else amount.currency,
        None if not refunded or not refunded.amount else decimal(refunded.amount, refunded.currency),
        language.gettext(_WAYS[gift.method]),
        language.gettext(STATES[gift.status]),
        f"{datetime.fromisoformat(each.created_at).astimezone(zone):%Y-%m-%d}",
    ]
