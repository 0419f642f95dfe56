"""The common frame of a card's pages: the header with the cover, the tabs, and the state."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal

from markupsafe import Markup
from msgspec import UNSET, Struct
from starlette.responses import Response

from wellwish.base import money
from wellwish.base.language import Language, later
from wellwish.cards.card import Card, Counts
from wellwish.cards.card_row import Status
from wellwish.web.desk.covers import COVERS
from wellwish.web.desk.guard import call, coloured, desk_paper
from wellwish.web.desk.status_line import status_line
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

PrivilegeName = Literal["can_update", "invite_contributors", "admin_management"]

_NAMED: Final = 3  # number of recipients named in the header of a card's pages
_FOR: Final = later("For %(names)s, from %(sender)s")
_FROM: Final = later("From %(sender)s")
_STATES: Final[dict[Status, str]] = {
    "open": later("Open"),
    "closed": later("Closed"),
    "archived": later("Archived"),
    "cancelled": later("Cancelled"),
}
# The tabs of a card: the last part of the path, the label, and the other pages of the tab.
_TABS: Final = (
    ("", later("Overview"), ("share", "poster", "money", "wall", "another")),
    ("invitations", later("People"), ()),
    ("notes", later("Notes"), ()),
    ("give", later("Give"), ("closing",)),
    ("settings", later("Settings"), ("admins", "cancel", "delete")),
)
# The tabs that an admin sees only with a certain privilege.
_NEEDS: Final[dict[str, PrivilegeName]] = {
    "invitations": "invite_contributors",
    "settings": "can_update",
}


class Tab(Struct, frozen=True):
    """A tab. ``count`` is empty for a tab without a number; ``waiting`` counts items that need a decision."""

    href: str
    label: str
    is_here: bool
    count: str = ""
    waiting: str = ""


async def find(visit: Visit) -> Card:
    """Returns the card in the path. Raises NotFound if it does not exist or the user may not see it."""
    path = {"card_id": visit.request.path_params["card_id"]}
    card: Card = (await call(visit, "GET /api/cards/{card_id}", path=path)).record
    return card


async def card_paper(visit: Visit, template: str, card: Card, **values: Any) -> Response:
    """Returns a page of the card. Its template extends ``desk/card_base.html``.

    Each page has a new idempotency key for its forms (``form_key``) and the version shown to the reader.
    """
    language = choose(visit.request)
    face = (await COVERS.of(visit, [card])).get(card.id)
    return desk_paper(
        visit,
        template,
        language=language,
        card=card,
        look=coloured(palette=None if face is None else face.palette),
        face=face,
        standing=status_line(language, card),
        whose=_whose(language, card),
        tabs_shown=_tabs(language, card, visit.request.url.path),
        form_key=cookie.random(),
        **values,
    )


def may(card: Card, privilege: PrivilegeName) -> bool:
    """Returns whether the reader has the privilege. Owners have all privileges."""
    return card.privilege is UNSET or getattr(card.privilege, privilege)


def _tabs(language: Language, card: Card, path: str) -> list[Tab]:
    within = path.removeprefix(f"/desk/cards/{card.id}").strip("/").partition("/")[0]
    counts = card.counts or Counts(0, 0, 0, 0)
    numbers = {"invitations": counts.invited, "notes": counts.contributed}
    waiting = {"notes": counts.waiting if may(card, "can_update") else 0}
    found: list[Tab] = []
    for name, label, others in _TABS:
        if name in _NEEDS and not (may(card, _NEEDS[name]) or name == within):
            continue
        number, todo = numbers.get(name, 0), waiting.get(name, 0)
        found.append(
            Tab(
                f"/desk/cards/{card.id}/{name}".rstrip("/"),
                language.gettext(label),
                within == name or within in others,
                language.number(number) if number and not todo else "",
                language.number(todo) if todo else "",
            )
        )
    return found


def _whose(language: Language, card: Card) -> Markup:
    """Returns the line with the card's recipients and its sender."""
    names = [Markup("<bdi>{}</bdi>").format(each.name) for each in card.recipients if each.name]
    sender = Markup("<bdi>{}</bdi>").format(card.sender)
    if not names:
        return Markup(language.gettext(_FROM)) % {"sender": sender}  # noqa: S704 - our own sentence
    shown = [*names[:_NAMED], *([language.number(len(names) - _NAMED) + "+"] if len(names) > _NAMED else [])]
    listed = Markup(language.listed(shown))  # noqa: S704 - escaped above
    return Markup(language.gettext(_FOR)) % {"names": listed, "sender": sender}  # noqa: S704


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
    """Returns the net amount; an empty text if there are no fees."""
    if card.proceeds is UNSET or not card.proceeds.fees.amount:
        return ""
    return _shown(language, card.proceeds.net)


def _shown(language: Language, amount: money.Money) -> str:
    return language.money(Decimal(money.decimal(amount.amount, amount.currency)), amount.currency)
