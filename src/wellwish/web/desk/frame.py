"""The frame of a card's pages: its heading, its sections, and its state in words."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from wellwish import money
from wellwish.cards.card import Card
from wellwish.cards.card_row import Status
from wellwish.http import Services
from wellwish.language import Language, later
from wellwish.sign_in.session import Session
from wellwish.web.desk.covers import COVERS
from wellwish.web.desk.guard import call, desk_paper
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

_STATES: Final[dict[Status, str]] = {
    "open": later("Open"),
    "closed": later("Closed"),
    "archived": later("Archived"),
    "cancelled": later("Cancelled"),
}
# The sections of a card: the last part of the path, and the label. A room adds its line with its pages.
_SECTIONS: Final = (("", later("Overview")),)


async def find(services: Services, request: Request, session: Session) -> Card:
    """Returns the card of the path. Raises NotFound for a foreign card like for a missing one."""
    path = {"card_id": request.path_params["card_id"]}
    card: Card = (await call(services, request, session, "GET /api/cards/{card_id}", path=path)).record
    return card


async def card_paper(
    services: Services, request: Request, session: Session, template: str, card: Card, **values: Any
) -> Response:
    """Returns a page of the card. Its template extends ``desk/card_base.html``.

    Each page has a new key for its forms (``form_key``), and the version that its reader saw.
    """
    language = choose(request)
    return desk_paper(
        services,
        request,
        template,
        session,
        language=language,
        card=card,
        here=request.url.path,
        state=states(language)[card.status],
        sections=[(f"/desk/cards/{card.id}{path}", language.gettext(label)) for path, label in _SECTIONS],
        cover=(await COVERS.of(services, request, session, [card])).get(card.id),
        form_key=cookie.random(),
        **values,
    )


def states(language: Language) -> dict[Status, str]:
    return {state: language.gettext(label) for state, label in _STATES.items()}


def ends_at(language: Language, card: Card) -> str:
    """Returns day, time and zone of the end, in the zone of the card; empty without an end."""
    if card.contribution_ends_at is None:
        return ""
    at = datetime.fromisoformat(card.contribution_ends_at)
    names = {
        "day": language.day(at, card.timezone),
        "time": language.time(at, card.timezone),
        "zone": f"\u2068{card.timezone}\u2069",
    }
    return language.gettext(later("%(day)s, %(time)s (%(zone)s)")) % names


def collected(language: Language, card: Card) -> str:
    if card.collected is UNSET:
        return ""
    amount = Decimal(money.decimal(card.collected.amount, card.collected.currency))
    return language.money(amount, card.collected.currency)
