"""The common frame of a card's pages: heading, sections and status."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.sign_in.session import Session
from wellwish.base import money
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.cards.card_row import Status
from wellwish.infra.http import Services
from wellwish.web.desk.covers import COVERS
from wellwish.web.desk.guard import call, desk_paper
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

PrivilegeName = Literal["can_update", "invite_contributors", "admin_management"]

_STATES: Final[dict[Status, str]] = {
    "open": later("Open"),
    "closed": later("Closed"),
    "archived": later("Archived"),
    "cancelled": later("Cancelled"),
}
# The sections of a card: the last part of the path, and the label. A room adds its line with its pages.
_SECTIONS: Final = (
    ("", later("Overview")),
    ("/invitations", later("Invitations")),
    ("/notes", later("Notes")),
    ("/money", later("Money")),
    ("/admins", later("Admins")),
    ("/give", later("Give")),
    ("/settings", later("Settings")),
)
# The sections that an admin sees only with a privilege.
_NEEDS: Final[dict[str, PrivilegeName]] = {
    "/invitations": "invite_contributors",
    "/admins": "admin_management",
    "/settings": "can_update",
}


async def find(services: Services, request: Request, session: Session) -> Card:
    """Returns the card in the path. Raises NotFound if it does not exist or the user may not see it."""
    path = {"card_id": request.path_params["card_id"]}
    card: Card = (await call(services, request, session, "GET /api/cards/{card_id}", path=path)).record
    return card


async def card_paper(
    services: Services, request: Request, session: Session, template: str, card: Card, **values: Any
) -> Response:
    """Returns a page of the card. Its template extends ``desk/card_base.html``.

    Each page has a new idempotency key for its forms (``form_key``) and the version shown to the reader.
    """
    language = choose(request)
    return desk_paper(
        services,
        request,
        template,
        session,
        language=language,
        card=card,
        here=_here(request.url.path, card),
        state=states(language)[card.status],
        sections=[
            (f"/desk/cards/{card.id}{path}", language.gettext(label))
            for path, label in _SECTIONS
            if path not in _NEEDS or may(card, _NEEDS[path])
        ],
        cover=(await COVERS.of(services, request, session, [card])).get(card.id),
        form_key=cookie.random(),
        **values,
    )


def may(card: Card, privilege: PrivilegeName) -> bool:
    """Returns whether the reader has the privilege. Owners have all privileges."""
    return card.privilege is UNSET or getattr(card.privilege, privilege)


def _here(path: str, card: Card) -> str:
    """Returns the path of the section that a page belongs to."""
    within = path.removeprefix(f"/desk/cards/{card.id}/").partition("/")[0]
    return f"/desk/cards/{card.id}/{within}" if path != f"/desk/cards/{card.id}" else path


def states(language: Language) -> dict[Status, str]:
    return {state: language.gettext(label) for state, label in _STATES.items()}


def ends_at(language: Language, card: Card) -> str:
    """Returns when signing ends, in the card's time zone; empty without an end."""
    if card.contribution_ends_at is None:
        return ""
    return instant(language, card.contribution_ends_at, card.timezone)


def instant(language: Language, given: str, timezone: str) -> str:
    """Formats an RFC 3339 time as day, time and zone, in this time zone."""
    at = datetime.fromisoformat(given)
    names = {
        "day": language.day(at, timezone),
        "time": language.time(at, timezone),
        "zone": f"\u2068{timezone}\u2069",
    }
    return language.gettext(later("%(day)s, %(time)s (%(zone)s)")) % names


def collected(language: Language, card: Card) -> str:
    return "" if card.collected is UNSET else _shown(language, card.collected)


def net(language: Language, card: Card) -> str:
    """Returns the net amount; empty without fees."""
    if card.proceeds is UNSET or not card.proceeds.fees.amount:
        return ""
    return _shown(language, card.proceeds.net)


def _shown(language: Language, amount: money.Money) -> str:
    return language.money(Decimal(money.decimal(amount.amount, amount.currency)), amount.currency)
