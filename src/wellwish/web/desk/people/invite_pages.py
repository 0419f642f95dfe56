"""The pages for inviting people: the form, the checked list, and the email."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from wellwish.base.errors import InvalidRequest
from wellwish.base.language import Language, later, later_many
from wellwish.cards.card import Card
from wellwish.invitations.address import GROUP
from wellwish.invitations.check import MailPreview
from wellwish.web.desk.frame import card_paper
from wellwish.web.desk.guard import call
from wellwish.web.desk.people import fixes, people_field
from wellwish.web.desk.people.checked_people import CHECK, Listed, Row, Typed, examine
from wellwish.web.desk.people.fixes import Fix, Was
from wellwish.web.desk.people.invitations import path_of
from wellwish.web.desk.people.people_field import Given
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import html

_MAIL_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)
_AS_SET: Final = "auto"
REMINDERS: Final = {
    _AS_SET: later("As set for the card"),
    "none": later("No reminders"),
    "once": later("Once, after three days"),
    "weekly": later("Every week"),
    "daily": later("Every day"),
}
_OWN: Final = later("Your own words")
_USUAL: Final = later("Our usual words")
_SENT: Final = later("Sent at once")
_UNSENT: Final = later("Nothing is sent")
_PEOPLE: Final = later_many("%(count)s person will be invited", "%(count)s people will be invited")
_GROUPS: Final = later_many("%(count)s group will be invited", "%(count)s groups will be invited")
_WRONG: Final = later_many("%(count)s needs a look", "%(count)s need a look")
_SUBJECT: Final = later("The subject must be one line of at most 255 characters.")
_MESSAGE: Final = later("The message can have at most 5,000 characters.")
CHANGED: Final = later("Nobody was invited, because something has changed. Check the list again.")


class Page(Struct, frozen=True):
    """A visit with the card, the fields of its form, and the list."""

    visit: Visit
    card: Card
    typed: Typed
    people: Given
    entries: list[Listed]


async def examined(page: Page) -> tuple[MailPreview | None, list[Row]]:
    async def check(body: dict[str, Any]) -> Any:
        path = {"card_id": page.card.id}
        return (await call(page.visit, CHECK, path=path, body=body)).record

    return await examine(check, page.typed, page.entries, choose(page.visit.request))


async def mail_page(page: Page) -> Response:
    """Returns the email to the first person, as a page that cannot run scripts or send requests.

    Raises CardClosed, CardState, TooManyRequests.
    """
    if page.entries:
        path = {"card_id": page.card.id}
        body = {"invitees": [page.entries[0].invitee()], **page.typed.words(), "html": True}
        try:
            found = (await call(page.visit, CHECK, path=path, body=body)).record
        except InvalidRequest:
            pass  # ``checked_page`` shows the errors
        else:
            return html(found.mail.html, headers={"Content-Security-Policy": _MAIL_POLICY})
    return await checked_page(page)


async def checked_page(page: Page, *, says: str = "", status: int = 200) -> Response:
    """Returns the page that lists each entry. Raises CardClosed, CardState, TooManyRequests."""
    visit, card = page.visit, page.card
    language = choose(visit.request)
    try:
        mail, rows = await examined(page)
    except InvalidRequest as refusal:
        pointers = {fault.pointer for fault in refusal.faults}
        wrong = {"title": _SUBJECT} if "/title" in pointers else {}
        wrong |= {"message": _MESSAGE} if "/message" in pointers else {}
        says = "" if wrong else CHANGED
        return await form_page(visit, card, page.typed, wrong, says=says, status=422)
    new = [row for row in rows if row.is_new]
    new_groups = sum(row.entry.channel == GROUP for row in new)
    found = page.people.found
    to_fix = _to_fix(language, page, rows)
    wrong_count = len(to_fix) + found.hidden_problems
    return await card_paper(
        visit,
        "desk/invite_check.html",
        card,
        status=409 if says else status,
        says=says,
        base=path_of(card),
        typed=page.typed,
        chunks=page.people.chunks,
        fixes=to_fix[: fixes.MOST],
        was=fixes.encoded(to_fix[: fixes.MOST]),
        hidden_count=max(0, len(to_fix) - fixes.MOST) + found.hidden_problems,
        unused_columns=found.unused_columns,
        new=new,
        others=[row for row in rows if not row.is_new and (not row.why or row.entry.channel == GROUP)],
        head=_head(language, len(new) - new_groups, new_groups, wrong_count),
        new_count=len(new) - new_groups,
        new_groups=new_groups,
        wrong_count=wrong_count,
        mail=mail,
    )


def _head(language: Language, people: int, groups: int, wrong: int) -> str:
    said = [(_PEOPLE, people), (_GROUPS, groups), (_WRONG, wrong)]
    return " · ".join(
        language.ngettext(*texts, count) % {"count": language.number(count)}
        for texts, count in said
        if count or (texts is _PEOPLE and not groups)
    )


def _to_fix(language: Language, page: Page, rows: Sequence[Row]) -> list[Fix]:
    """Returns the problems of the list, and the addresses that the operation refuses."""
    domains = [row.entry.address.rpartition("@")[2].lower() for row in rows if row.outcome != "invalid"]
    numbered = page.people.has_lines
    found = [
        fixes.fix_of(
            Was(each.text, each.reason),
            language.gettext(people_field.SAYS[each.reason]),
            domains,
            each.line if numbered else 0,
        )
        for each in page.people.found.problems
    ]
    refused = [
        fixes.fix_of(Was(row.entry.address), row.why, domains, row.entry.line)
        for row in rows
        if row.why and row.entry.channel != GROUP
    ]
    return [*found, *refused]


async def form_page(
    visit: Visit,
    card: Card,
    typed: Typed,
    wrong: dict[str, str] | None = None,
    *,
    says: str = "",
    status: int = 200,
) -> Response:
    groups: list[Any] = []
    if card.role == "owner":
        result = await call(visit, "GET /api/groups", query={"limit": "200"})
        groups = result.record.data
    language = choose(visit.request)
    return await card_paper(
        visit,
        "desk/invite.html",
        card,
        status=status,
        says=says,
        base=path_of(card),
        typed=typed,
        wrong=wrong or {},
        groups=groups,
        reminders=[(value, language.gettext(label)) for value, label in REMINDERS.items()],
        message_set=_message_set(language, typed),
    )


def _message_set(language: Language, typed: Typed) -> str:
    """Returns a one-line summary of the message's settings."""
    own = typed.title or typed.message
    reminder = [REMINDERS[typed.reminder]] if typed.reminder != _AS_SET else []
    texts = [_OWN if own else _USUAL, *reminder, _SENT if typed.sends else _UNSENT]
    return " · ".join(language.gettext(each) for each in texts)
