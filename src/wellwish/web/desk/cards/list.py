"""The list of cards that the signed-in user may see."""

from typing import Final, get_args
from urllib.parse import urlencode

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session, memberships
from wellwish.base.errors import InvalidCursor, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.cards.card_row import Status
from wellwish.infra.http import Services
from wellwish.web.desk.account import accounts
from wellwish.web.desk.covers import COVERS
from wellwish.web.desk.frame import collected, ends_at, states
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.kit.language import choose

_COUNT: Final = 50  # cards on a page
_KEPT: Final = ("q", "status", "bundle_purchase_id")  # parameters that the page's links keep


@signed_in
async def cards_page(services: Services, request: Request, session: Session) -> Response:
    """Returns a page of the list; redirects a user who has accounts but has chosen none to choose one."""
    if session.account_id is None and await _must_choose(services, session):
        return RedirectResponse(accounts.PATH, 303)
    asked = {name: request.query_params.get(name, "").strip() for name in (*_KEPT, "cursor")}
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
    kept = {name: asked[name] for name in _KEPT if asked[name]}
    return desk_paper(
        services,
        request,
        "desk/cards.html",
        session,
        language=language,
        cards=found.data,
        q=asked["q"],
        chosen=asked["status"],
        states=states(language),
        bundle_purchase_id=asked["bundle_purchase_id"],
        filters=_filters(language, kept),
        money={card.id: _money(language, card) for card in found.data},
        ends={card.id: ends_at(language, card) for card in found.data},
        covers=await COVERS.of(services, request, session, found.data),
        next_url=None if found.next_cursor is None else _url({**kept, "cursor": found.next_cursor}),
    )


def _money(language: Language, card: Card) -> str:
    """Returns the collected amount; empty if the card has no money and accepts none."""
    has_none = card.collected is UNSET or not card.collected.amount
    takes_none = card.collection.add_money == "nobody" and not card.collection.add_cash
    return "" if has_none and takes_none else collected(language, card)


async def _must_choose(services: Services, session: Session) -> bool:
    async with services.db.transaction() as tx:
        return bool(await memberships(tx, session.user_id))


def _filters(language: Language, kept: dict[str, str]) -> list[tuple[str, str, str]]:
    kept = {name: value for name, value in kept.items() if name != "status"}
    found = [(state, label, _url({**kept, "status": state})) for state, label in states(language).items()]
    return [("", language.gettext(later("All")), _url(kept)), *found]


def _url(query: dict[str, str]) -> str:
    return f"/desk?{urlencode(query)}" if query else "/desk"
