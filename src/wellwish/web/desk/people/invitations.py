"""The people of a card: who is invited, who has signed, and whose address does not work."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from msgspec import UNSET, Struct, structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import InvalidCursor, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.cards.access import CardAccess
from wellwish.cards.card import Card, Counts
from wellwish.invitations.invitation import Invitation
from wellwish.invitations.revision import revision
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, signed_in
from wellwish.web.desk.people import roster
from wellwish.web.desk.people.invitation_view import ShownInvitation, show
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.lists.suggest import suggest

COUNT: Final = 50  # people on a page
REMIND: Final = "POST /api/cards/{card_id}/remind"
_COUNTED: Final = 1000  # above this number of invitees, the page does not count the reminders
_SKIPPED: Final = {
    "messaged_today": later("Had a message today"),
    "reminded_today": later("Reminded today"),
    "not_sent": later("Not sent yet"),
    "reminder_limit": later("Reminded the maximum number of times"),
    "message_limit": later("Had many messages today"),
    "suppressed": later("Receive no messages"),
}
LIST: Final = "GET /api/cards/{card_id}/invitations"


class Row(Struct, frozen=True):
    """A person in the list. ``fix`` is the address in the form of the row, empty for a row without a form.

    ``was`` is the address before it was corrected, if ``fix`` is our suggestion.
    """

    shown: ShownInvitation
    fix: str = ""
    was: str = ""
    wrong: str = ""


@signed_in
async def invitations_page(visit: Visit) -> Response:
    """Returns a page of people, filtered by kind, by a text in name or address, or by saved group.

    Raises NotFound, MissingPrivilege.
    """
    return await list_page(visit)


async def list_page(
    visit: Visit,
    *,
    says: str = "",
    typed: Mapping[str, tuple[str, str]] | None = None,
    status: int = 200,
) -> Response:
    """Returns the page with a message. ``typed`` maps an invitation's ID to the typed address and its error.

    Raises NotFound, MissingPrivilege.
    """
    card, language = await find(visit), choose(visit.request)
    # Load the revision before the list: a change in between makes the page reload again.
    revised = await load_revision(visit)
    asked = _asked(visit.request)
    given = {"parent_invite_id": asked["group"], "cursor": asked["cursor"]}
    query = {name: value for name, value in given.items() if value}
    try:
        found = (await call(visit, LIST, path={"card_id": card.id}, query=query)).record
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(path_of(card), 303)
    people = roster.roster(found.data)
    chosen = roster.chosen(people, asked["show"], asked["q"])
    first = _first(visit.request, len(chosen))
    kept = {name: asked[name] for name in ("show", "q", "group", "cursor") if asked[name]}
    next_url = _url(card, {**kept, "from": str(first + COUNT)}) if len(chosen) > first + COUNT else None
    if next_url is None and found.next_cursor is not None:
        next_url = _url(card, {**kept, "cursor": found.next_cursor})
    counts = card.counts or Counts(0, 0, 0, 0)
    more = "+" if found.next_cursor is not None or asked["cursor"] else ""
    return await card_paper(
        visit,
        "desk/invitations.html",
        card,
        says=says,
        wrong={f"to-{name}": wrong for name, (_, wrong) in (typed or {}).items() if wrong},
        base=path_of(card),
        revised=revised,
        rows=_rows(
            language, card, found.data, chosen[first : first + COUNT], {asked["fix"]: None, **(typed or {})}
        ),
        status=status,
        reminding=await _reminding(visit, card),
        by_name=roster.by_name(language, people, counts),
        chosen=asked["show"],
        q=asked["q"],
        group=asked["group"],
        is_narrowed=bool(kept) or first > 0,
        filters=[
            (kind, label, language.number(count) + more, _url(card, {"group": asked["group"], "show": kind}))
            for kind, label, count in roster.labels(language, people, counts)
        ],
        next_url=next_url,
        now=now(language, card),
        again=_url(card, {**kept, "from": str(first) if first else ""}),
    )


def _asked(request: Request) -> dict[str, str]:
    names = ("show", "q", "group", "cursor", "fix", "status")
    asked = {name: request.query_params.get(name, "").strip()[:100] for name in names}
    if asked["show"] not in roster.KINDS:
        asked["show"] = roster.kind_of(asked["status"])  # links from earlier releases name a status
    return asked


def _first(request: Request, count: int) -> int:
    """Returns the index of the first person on the page."""
    given = request.query_params.get("from", "")
    first = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    return first if first < count else 0


def _rows(
    language: Language,
    card: Card,
    everyone: Sequence[Invitation],
    chosen: Sequence[Invitation],
    typed: Mapping[str, tuple[str, str] | None],
) -> list[Row]:
    """Returns the rows; those with a form, to correct a failed address or another one, come first."""
    asked = [each for each in everyone if each.id in typed]
    shown = [*asked, *(each for each in chosen if each.id not in typed)]
    domains = [
        each.delivery_id.rpartition("@")[2].lower()
        for each in everyone
        if "@" in each.delivery_id and not roster.is_failing(each)
    ]
    return [_row(language, card, each, domains, typed) for each in shown]


def _row(
    language: Language,
    card: Card,
    each: Invitation,
    domains: Sequence[str],
    typed: Mapping[str, tuple[str, str] | None],
) -> Row:
    shown = show(language, card, each)
    if "address" not in shown.actions or not (each.id in typed or roster.is_failing(each)):
        return Row(shown)
    given = typed.get(each.id)
    if given is not None:
        return Row(shown, fix=given[0], wrong=given[1])
    better = suggest(each.delivery_id, domains) if roster.is_failing(each) else ""
    return Row(shown, fix=better or each.delivery_id, was=better and each.delivery_id)


async def load_revision(visit: Visit) -> str:
    """Returns a text that changes with every event of the card, after the access check of the list.

    Raises NotFound, MissingPrivilege.
    """
    rule = visit.request.app.state.operations[LIST].access
    caller = visit.session.caller
    async with visit.services.db.transaction([caller.account_id]) as tx:
        granted = await rule(tx, caller, {"card_id": visit.request.path_params["card_id"]}, None)
        return await revision(tx, granted[CardAccess])


class Reminding(Struct, frozen=True):
    """The number of people that the button reminds, None if too many to count, and those skipped by reason.

    ``messaged`` counts the people who are skipped only because they were sent a message today.
    """

    count: int | None
    skipped: list[str] = []
    messaged: int = 0


async def _reminding(visit: Visit, card: Card) -> Reminding | None:
    if card.status != "open" or (card.counts is not UNSET and not card.counts.pending):
        return None
    if card.counts is not UNSET and card.counts.pending > _COUNTED:
        return Reminding(None)
    path, body = {"card_id": card.id}, {"preview": True, "skip_messaged_today": True}
    run = (await call(visit, REMIND, path=path, body=body)).record
    language = choose(visit.request)
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


def _url(card: Card, query: dict[str, str]) -> str:
    return f"{path_of(card)}?{urlencode({name: value for name, value in query.items() if value})}".rstrip("?")
