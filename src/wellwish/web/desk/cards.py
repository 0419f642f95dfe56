"""The list of cards, and a card, as the signed-in user may see them."""

from datetime import datetime
from decimal import Decimal
from typing import Final, get_args
from urllib.parse import urlencode

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish import money
from wellwish.cards.card import Card
from wellwish.cards.card_row import Status
from wellwish.errors import InvalidCursor, InvalidRequest
from wellwish.http import Services
from wellwish.language import Language, later
from wellwish.sign_in.session import Session, memberships
from wellwish.web.desk import accounts
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.kit.language import choose

_COUNT: Final = 50  # cards on a page
_STATES: Final[dict[Status, str]] = {
    "open": later("Open"),
    "closed": later("Closed"),
    "archived": later("Archived"),
    "cancelled": later("Cancelled"),
}
_MAY: Final = {
    "can_update": later("Edit the card, and close or reopen it"),
    "invite_contributors": later("Invite people to sign"),
    "admin_management": later("Manage its admins"),
}


@signed_in
async def cards_page(services: Services, request: Request, session: Session) -> Response:
    """Returns a page of the list. A user with accounts but without a chosen one goes to choose."""
    if session.account_id is None and await _must_choose(services, session):
        return RedirectResponse(accounts.PATH, 303)
    asked = {name: request.query_params.get(name, "").strip() for name in ("q", "status", "cursor")}
    asked["q"] = asked["q"][:100]
    if asked["status"] not in get_args(Status):
        asked["status"] = ""
    query = {"limit": str(_COUNT), **{name: value for name, value in asked.items() if value}}
    try:
        result = await call(services, request, session, "GET /api/cards", query=query)
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse("/desk", 303)
    language, found = choose(request), result.record
    is_new = session.account_id is None and not found.data and len(query) == 1
    if is_new and accounts.may_create(services):
        return RedirectResponse(accounts.PATH, 303)
    kept = {name: asked[name] for name in ("q", "status") if asked[name]}
    return desk_paper(
        services,
        request,
        "desk/cards.html",
        session,
        language=language,
        cards=found.data,
        q=asked["q"],
        chosen=asked["status"],
        states=_states(language),
        filters=_filters(language, asked["q"]),
        ends={card.id: _ends(language, card) for card in found.data},
        covers=await _covers(services, request, session, found.data),
        next_url=None if found.next_cursor is None else _url({**kept, "cursor": found.next_cursor}),
    )


async def _must_choose(services: Services, session: Session) -> bool:
    async with services.db.transaction() as tx:
        return bool(await memberships(tx, session.user_id))


def _states(language: Language) -> dict[Status, str]:
    return {state: language.gettext(label) for state, label in _STATES.items()}


def _filters(language: Language, q: str) -> list[tuple[str, str, str]]:
    kept = {"q": q} if q else {}
    states = [(state, label, _url({**kept, "status": state})) for state, label in _states(language).items()]
    return [("", language.gettext(later("All")), _url(kept)), *states]


def _url(query: dict[str, str]) -> str:
    return f"/desk?{urlencode(query)}" if query else "/desk"


@signed_in
async def card_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the card. Raises NotFound for a foreign card like for a missing one."""
    path = {"card_id": request.path_params["card_id"]}
    result = await call(services, request, session, "GET /api/cards/{card_id}", path=path)
    card: Card = result.record
    language = choose(request)
    may = [] if card.privilege is UNSET else [name for name in _MAY if getattr(card.privilege, name)]
    return desk_paper(
        services,
        request,
        "desk/card.html",
        session,
        language=language,
        card=card,
        state=_states(language)[card.status],
        may=[language.gettext(_MAY[name]) for name in may],
        ends=_ends(language, card),
        cover=(await _covers(services, request, session, [card])).get(card.id),
        collected=_collected(language, card),
        sign_url=card.sign_url or None,
        views=[(each.name, each.view_url) for each in card.recipients if each.view_url],
    )


async def _covers(
    services: Services, request: Request, session: Session, cards: list[Card]
) -> dict[str, str]:
    """Returns the URL of the small cover in the card's palette, by card; none for a retired design."""
    if not cards:
        return {}
    designs = (await call(services, request, session, "GET /api/templates")).record.data
    urls = {
        (design.template_id, palette.name): palette.thumbnail_url
        for design in designs
        for palette in design.palettes
    }
    found = {card.id: urls.get((card.template_id, card.palette)) for card in cards}
    return {card_id: url for card_id, url in found.items() if url is not None}


def _ends(language: Language, card: Card) -> str:
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


def _collected(language: Language, card: Card) -> str:
    if card.collected is UNSET:
        return ""
    amount = Decimal(money.decimal(card.collected.amount, card.collected.currency))
    return language.money(amount, card.collected.currency)
