"""The list of cards visible to the signed-in user."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, get_args
from urllib.parse import urlencode

from msgspec import UNSET, Struct
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session, memberships
from wellwish.base.errors import InvalidCursor, InvalidRequest
from wellwish.base.language import Language, later, later_many
from wellwish.cards.card import Card, Counts
from wellwish.cards.card_row import Status
from wellwish.designs.templates.template import cover_path
from wellwish.infra.http import Services
from wellwish.web.desk.account import accounts
from wellwish.web.desk.covers import COVERS, Face
from wellwish.web.desk.frame import states
from wellwish.web.desk.guard import call, coloured, desk_paper, signed_in
from wellwish.web.desk.status_line import StatusLine, closes, days_left, status_line
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import briefly

_WAIT: Final = later_many("%(count)s note waits for you", "%(count)s notes wait for you")
_NAMED: Final = 3  # number of recipients named on a tile
_LAST: Final = "9999"  # sorts cards without an end last
_EXAMPLES: Final = ("farewell-plane", "birthday-cake", "baby-mobile")
_COUNT: Final = 50  # cards per page
_KEPT: Final = ("q", "status", "bundle_purchase_id")  # query parameters that the page's links preserve


class Tile(Struct, frozen=True, kw_only=True):
    """A card in the list; ``is_given`` cards follow the others as rows."""

    card: Card
    face: Face | None
    standing: StatusLine
    names: str
    end: str
    gift: str
    counts: Counts
    is_given: bool
    order: tuple[bool, str, str]  # cards that need the organiser come first, then by end


@signed_in
async def cards_page(visit: Visit) -> Response:
    """Returns a page of the list. Without a chosen account, redirects a member to choose one.

    Also redirects users with neither accounts nor cards, to create an account if sign-up allows it.
    """
    if visit.session.account_id is None and await _must_choose(visit.services, visit.session):
        return RedirectResponse(accounts.PATH, 303)
    asked = {name: visit.request.query_params.get(name, "").strip() for name in (*_KEPT, "cursor")}
    asked["q"] = asked["q"][:100]
    if asked["status"] not in get_args(Status):
        asked["status"] = ""
    query = {"limit": str(_COUNT), **{name: value for name, value in asked.items() if value}}
    try:
        result = await call(visit, "GET /api/cards", query=query)
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse("/desk", 303)
    language, found = choose(visit.request), result.record
    is_new = visit.session.account_id is None and not found.data and len(query) == 1
    if is_new and accounts.may_create(visit.services):
        return RedirectResponse(accounts.PATH, 303)
    kept = {name: asked[name] for name in _KEPT if asked[name]}
    is_whole = found.next_cursor is None and not asked["cursor"]
    faces = await COVERS.of(visit, found.data)
    shown = [_tile(language, card, faces.get(card.id)) for card in found.data]
    return desk_paper(
        visit,
        "desk/cards.html",
        language=language,
        look=coloured(
            colours=sorted({each.face.key: each.face.palette for each in shown if each.face}.items())
        ),
        tiles=sorted((each for each in shown if not each.is_given), key=lambda each: each.order),
        given=[each for each in shown if each.is_given],
        q=asked["q"],
        chosen=asked["status"],
        bundle_purchase_id=asked["bundle_purchase_id"],
        filters=_filters(language, kept, found.data if is_whole and not kept else None),
        examples=[cover_path(slug, 0, "avif_240") for slug in _EXAMPLES],
        next_url=None if found.next_cursor is None else _url({**kept, "cursor": found.next_cursor}),
    )


def _tile(language: Language, card: Card, face: Face | None) -> Tile:
    counts = card.counts or Counts(0, 0, 0, 0)
    stands = status_line(language, card)
    is_opened = any(each.first_viewed_at is not None for each in card.recipients)
    is_given = card.status in ("archived", "cancelled") or (card.status == "closed" and is_opened)
    may_review = card.role == "owner" or (card.privilege is not UNSET and card.privilege.can_update)
    waiting = counts.waiting if may_review and card.status == "open" else 0
    if waiting:
        text = language.ngettext(*_WAIT, waiting) % {"count": language.number(waiting)}
        stands = StatusLine(text, text, "pen-line", "d-act")
    elif card.status == "open" and not counts.invited and not counts.contributed:
        text = language.gettext(later("Nobody has been asked yet"))
        stands = StatusLine(text, text, "circle-alert", "d-warn")
    left = days_left(card)
    needs = bool(waiting) or card.status == "closed" or (left is not None and left <= 1)
    end = card.contribution_ends_at or _LAST
    names = language.listed([f"\u2068{each.name}\u2069" for each in card.recipients if each.name][:_NAMED])
    return Tile(
        card=card,
        face=face,
        standing=stands,
        names=names,
        end=closes(language, card) if card.status == "open" else "",
        gift=_money(language, card),
        counts=counts,
        is_given=is_given,
        order=(not needs, end, card.id),
    )


def _money(language: Language, card: Card) -> str:
    """Returns the collected amount, or an empty text if there is none."""
    return "" if card.collected is UNSET or not card.collected.amount else briefly(language, card.collected)


async def _must_choose(services: Services, session: Session) -> bool:
    async with services.db.transaction() as tx:
        return bool(await memberships(tx, session.user_id))


def _filters(
    language: Language, kept: dict[str, str], cards: Sequence[Card] | None
) -> list[tuple[str, str, str, str]]:
    """Returns the value, label, URL and count of each filter.

    ``cards`` must contain all cards; filters without matches are omitted. If ``cards`` is None, there are no
    counts.
    """
    kept = {name: value for name, value in kept.items() if name != "status"}
    counted = None if cards is None else Counter(card.status for card in cards)
    found = [
        (
            state,
            label,
            _url({**kept, "status": state}),
            "" if counted is None else language.number(counted[state]),
        )
        for state, label in states(language).items()
        if counted is None or counted[state]
    ]
    count = "" if cards is None else language.number(len(cards))
    return [("", language.gettext(later("All")), _url(kept), count), *found]


def _url(query: dict[str, str]) -> str:
    return f"/desk?{urlencode(query)}" if query else "/desk"
