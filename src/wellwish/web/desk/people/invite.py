"""Invite people: the form, and a second page that checks each entry before anyone is invited.

The form of the second page contains the typed text; the server stores nothing between the pages.
"""

import json
from typing import Any, Final

from starlette.responses import Response

from wellwish.base.errors import (
    CardClosed,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    Refusal,
    TooManyInvitations,
    TooManyRequests,
)
from wellwish.base.language import later
from wellwish.cards.card import Card
from wellwish.invitations.address import GROUP
from wellwish.invitations.create import MAX_INVITEES
from wellwish.web.desk import kept_form
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import find, may
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.desk.people import fixes, people_field
from wellwish.web.desk.people.checked_people import Typed, listed_of
from wellwish.web.desk.people.invitations import path_of
from wellwish.web.desk.people.invite_pages import (
    CHANGED,
    REMINDERS,
    Page,
    checked_page,
    examined,
    form_page,
    mail_page,
)
from wellwish.web.desk.people.people_field import FILE_BYTES, MAX_BYTES
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes

_CREATE: Final = "POST /api/cards/invitations"
_TOO_MANY: Final = later("Invite at most 1,000 people at a time.")
_NOBODY: Final = later("Enter at least one person.")
_NOT_OPEN: Final = later("The card isn't open, so nobody was invited. Your list is still here.")
_SAYS: Final[dict[type[Refusal], str]] = {
    CardClosed: _NOT_OPEN,
    CardState: _NOT_OPEN,
    TooManyInvitations: later(
        "Nobody was invited: this would exceed the limit on invitations for the card or the account."
    ),
    TooManyRequests: later("That was too much at once. Your list is still here: try again in a minute."),
}


@signed_in
async def invite_page(visit: Visit) -> Response:
    """Returns the form: empty, or as kept while the user signed in again.

    Raises NotFound, MissingPrivilege.
    """
    card = await find(visit)
    _demand(card)
    found = await kept_form.find(visit)
    if found is not None:
        typed = _typed(found, people_field.text_of(found))
        return await form_page(visit, card, typed, says=found.says)
    return await form_page(visit, card, Typed())


@signed_in_typing
async def invite_sent(visit: Visit) -> Response:
    """Checks the list, returns to the form, or invites the people of the checked list.

    Resubmitting the form has no effect. Raises NotFound, MissingPrivilege, ForeignForm, BodyTooLarge.
    """
    sent = await read_form(visit, Sizes(total=MAX_BYTES, file=FILE_BYTES + 1))
    try:
        return await _answer(visit, sent)
    finally:
        await sent.close()


async def _answer(visit: Visit, sent: Form) -> Response:
    card = await find(visit)
    _demand(card)
    language = choose(visit.request)
    people = await people_field.read_given(sent, MAX_INVITEES, language, language.gettext(_TOO_MANY))
    fixed = await fixes.apply(sent, people, MAX_INVITEES)
    people = fixed.given
    typed, wrong = _typed(sent, people.text), people.wrong
    entries = listed_of(people, typed.groups)
    if len(entries) > MAX_INVITEES:
        wrong.setdefault("people", _TOO_MANY)
    elif not entries and not people.found.problems:
        wrong.setdefault("people", _NOBODY)
    if wrong or sent.text("step") == "edit":
        return await form_page(visit, card, typed, wrong, status=422 if wrong else 200)
    page = Page(visit, card, typed, people, entries)
    try:
        if sent.text("step") == "mail":
            return await mail_page(page)
        if sent.text("step") == "invite" and not fixed.refused:
            return await _invite(page, sent)
        return await checked_page(page, status=422 if fixed.refused else 200)
    except tuple(_SAYS) as refusal:
        says = _SAYS[type(refusal)]
        return await form_page(visit, card, typed, says=says, status=refusal.status)


def _demand(card: Card) -> None:
    """Raises MissingPrivilege if the operation would refuse the page's only form."""
    if not may(card, "invite_contributors"):
        raise MissingPrivilege


def _typed(sent: Form, people: str) -> Typed:
    return Typed(
        people=people,
        groups=sent.texts("group"),
        title=" ".join(sent.text("title").split()),
        message=sent.text("message").strip(),
        reminder=sent.text("reminder") if sent.text("reminder") in REMINDERS else "auto",
        sends=sent.text("send") != "no",
    )


async def _invite(page: Page, sent: Form) -> Response:
    """Invites everyone who can be invited; if something has changed, the list has to be checked again.

    An address that is already invited keeps its invitation, so resubmitting the form sends the same body.
    Raises CardClosed, CardState, TooManyInvitations, TooManyRequests.
    """
    _, rows = await examined(page)
    seen = {each.text for each in fixes.was_of(sent)}
    chosen = [row.entry for row in rows if row.outcome in ("new", "already_invited")]
    has_changed = any(row.why and row.entry.address not in seen for row in rows)
    if has_changed or not chosen:
        return await checked_page(page, says=CHANGED)
    typed = page.typed
    body: dict[str, Any] = {
        "card_id": page.card.id,
        "invitees": [each.invitee() for each in chosen],
        **typed.words(),
        "reminder": typed.reminder,
        "send": typed.sends,
    }
    key = sent.text("form_key") or None
    try:
        made = await call(page.visit, _CREATE, body=body, idempotency_key=key)
    except (InvalidRequest, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await checked_page(page, says=CHANGED)
    except NotFound as refusal:
        if refusal.faults:  # a group has been deleted since
            return await checked_page(page, says=CHANGED)
        raise
    answer = json.loads(made.body)  # the stored response to a resubmitted form has no record
    others = {each["pointer"] for each in answer.get("warnings", ()) if each["code"] != "nothing_sent"}
    if any(each.channel == GROUP for each in chosen):
        return after(path_of(page.card), "groups_invited")
    count = len(chosen) - len(others)
    return after(path_of(page.card), "invited" if typed.sends else "listed", count)
