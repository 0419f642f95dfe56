"""The invitations of a card, and the status of each message."""

from typing import Final, get_args
from urllib.parse import urlencode

from msgspec import UNSET, Struct, structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base import clock
from wellwish.base.errors import InvalidCursor, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.cards.access import CardAccess
from wellwish.cards.card import Card
from wellwish.infra.http import Services
from wellwish.invitations.invitation import Status
from wellwish.invitations.revision import revision
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, signed_in
from wellwish.web.desk.people.invitation_view import show, status_words
from wellwish.web.kit.language import choose

COUNT: Final = 50  # invitations on a page
REMIND: Final = "POST /api/cards/{card_id}/remind"
_COUNTED: Final = 1000  # above this number of invitees, the page does not count the reminders
_SKIPPED: Final = {
    "messaged_today": later("Had a message today"),
    "reminded_today": later("Reminded today"),
    "not_sent": later("Not sent yet"),
    "reminder_limit": later("Reminded as often as allowed"),
    "message_limit": later("Had many messages today"),
    "suppressed": later("Receive no messages"),
}
LIST: Final = "GET /api/cards/{card_id}/invitations"


@signed_in
async def invitations_page(services: Services, request: Request, session: Session) -> Response:
    """Returns a page of invitations, filtered by status or by the members of a saved group.

    Raises NotFound, MissingPrivilege.
    """
    return await list_page(services, request, session)


async def list_page(
    services: Services, request: Request, session: Session, *, says: str = "", status: int = 200
) -> Response:
    """Returns the page with a message. Raises NotFound, MissingPrivilege."""
    card, language = await find(services, request, session), choose(request)
    # Load the revision before the list: a change in between makes the page reload once more.
    revised = await load_revision(services, request, session)
    asked = {name: request.query_params.get(name, "").strip() for name in ("status", "group", "cursor")}
    if asked["status"] not in get_args(Status):
        asked["status"] = ""
    given = {"status": asked["status"], "parent_invite_id": asked["group"], "cursor": asked["cursor"]}
    query = {"limit": str(COUNT), **{name: value for name, value in given.items() if value}}
    try:
        result = await call(services, request, session, LIST, path={"card_id": card.id}, query=query)
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(path_of(card), 303)
    found = result.record
    kept = {name: asked[name] for name in ("status", "group") if asked[name]}
    cursor = found.next_cursor
    return await card_paper(
        services,
        request,
        session,
        "desk/invitations.html",
        card,
        says=says,
        base=path_of(card),
        revised=revised,
        shown=[show(language, card, each) for each in found.data],
        status=status,
        reminding=await _reminding(services, request, session, card),
        chosen=asked["status"],
        is_narrowed=bool(kept) or bool(asked["cursor"]),
        filters=_filters(language, card, asked["group"]),
        next_url=None if cursor is None else _url(card, {**kept, "cursor": cursor}),
        now=now(language, card),
        again=_url(card, {**kept, "cursor": asked["cursor"]}),
    )


async def load_revision(services: Services, request: Request, session: Session) -> str:
    """Checks access by the rule of the list, without loading it. Raises NotFound, MissingPrivilege."""
    rule = request.app.state.operations[LIST].access
    caller = session.caller
    async with services.db.transaction([caller.account_id]) as tx:
        granted = await rule(tx, caller, {"card_id": request.path_params["card_id"]}, None)
        return await revision(tx, granted[CardAccess])


class Reminding(Struct, frozen=True):
    """The number of people that the button reminds, None if too many to count, and the skipped ones.

    ``messaged`` are skipped only because they were sent a message today.
    """

    count: int | None
    skipped: list[str] = []
    messaged: int = 0


async def _reminding(services: Services, request: Request, session: Session, card: Card) -> Reminding | None:
    if card.status != "open" or (card.counts is not UNSET and not card.counts.pending):
        return None
    if card.counts is not UNSET and card.counts.pending > _COUNTED:
        return Reminding(None)
    path, body = {"card_id": card.id}, {"preview": True, "skip_messaged_today": True}
    run = (await call(services, request, session, REMIND, path=path, body=body)).record
    language = choose(request)
    counts = structs.asdict(run.skipped)
    skipped = [
        f"{language.gettext(label)}: {language.number(counts[reason])}"
        for reason, label in _SKIPPED.items()
        if counts[reason]
    ]
    return Reminding(run.reminded, skipped, run.skipped.messaged_today)


def path_of(card: Card) -> str:
    return f"/desk/cards/{card.id}/invitations"


def now(language: Language, card: Card) -> str:
    """Returns the current time in the card's time zone, for "as of" texts."""
    names = {"time": language.time(clock.now(), card.timezone), "zone": f"\u2068{card.timezone}\u2069"}
    return language.gettext(later("As of %(time)s (%(zone)s)")) % names


def _filters(language: Language, card: Card, group: str) -> list[tuple[str, str, str]]:
    choices = {"": language.gettext(later("All")), **status_words(language)}
    return [
        (status, label, _url(card, {"group": group, "status": status})) for status, label in choices.items()
    ]


def _url(card: Card, query: dict[str, str]) -> str:
    return f"{path_of(card)}?{urlencode({name: value for name, value in query.items() if value})}".rstrip("?")
