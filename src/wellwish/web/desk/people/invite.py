"""Invite people: the form, and a second page that checks each line before anyone is invited.

The form of the second page contains the typed text; the server stores nothing between the pages.
"""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
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
from wellwish.infra.http import Services
from wellwish.invitations.address import GROUP
from wellwish.invitations.create import MAX_INVITEES
from wellwish.web.desk import kept_form
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.desk.people import people_field
from wellwish.web.desk.people.checked_people import CHECK, Listed, Typed, examine, listed_of
from wellwish.web.desk.people.invitations import path_of
from wellwish.web.desk.people.people_field import FILE_BYTES, MAX_BYTES, Given
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import html

_MAIL_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)
_CREATE: Final = "POST /api/cards/invitations"
_REMINDERS: Final = {
    "auto": later("As set for the card"),
    "none": later("No reminders"),
    "once": later("Once, after three days"),
    "weekly": later("Every week"),
    "daily": later("Every day"),
}
_TOO_MANY: Final = later("Invite at most 1,000 people at a time.")
_NOBODY: Final = later("Enter at least one person.")
_SUBJECT: Final = later("The subject must be one line of at most 255 characters.")
_MESSAGE: Final = later("The message can have at most 5,000 characters.")
_NOT_OPEN: Final = later("The card isn't open, so nobody was invited. Your list is still here.")
_CHANGED: Final = later("Nobody was invited, because something has changed. Check the list again.")
_SAYS: Final[dict[type[Refusal], str]] = {
    CardClosed: _NOT_OPEN,
    CardState: _NOT_OPEN,
    TooManyInvitations: later(
        "Nobody was invited: this would exceed the limit on invitations for the card or the account."
    ),
    TooManyRequests: later("That was a lot at once. Your list is still here: try again in a minute."),
}


@signed_in
async def invite_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the empty form. Raises NotFound, MissingPrivilege."""
    card = await find(services, request, session)
    _demand(card)
    found = await kept_form.find(services, request, session)
    if found is not None:
        typed = _typed(found, people_field.text_of(found))
        return await _form(services, request, session, card, typed, says=found.says)
    return await _form(services, request, session, card, Typed())


@signed_in_typing
async def invite_sent(services: Services, request: Request, session: Session) -> Response:
    """Checks the list, returns to the form, or invites the people of the checked list.

    Resubmitting the form invites nobody else. Raises NotFound, MissingPrivilege, ForeignForm, BodyTooLarge.
    """
    sent = await read_form(services, request, session, max_bytes=MAX_BYTES, file_bytes=FILE_BYTES + 1)
    try:
        return await _answer(services, request, session, sent)
    finally:
        await sent.close()


async def _answer(services: Services, request: Request, session: Session, sent: Form) -> Response:
    card = await find(services, request, session)
    _demand(card)
    language = choose(request)
    people = await people_field.read_given(sent, MAX_INVITEES, language, language.gettext(_TOO_MANY))
    typed, wrong = _typed(sent, people.text), people.wrong
    entries = listed_of(people, typed.groups)
    if len(entries) > MAX_INVITEES:
        wrong.setdefault("people", _TOO_MANY)
    elif not entries and not people.found.problems:
        wrong.setdefault("people", _NOBODY)
    if wrong or sent.text("step") == "edit":
        return await _form(services, request, session, card, typed, wrong, status=422 if wrong else 200)
    try:
        if sent.text("step") == "mail":
            return await _mail(services, request, session, card, typed, people, entries)
        if sent.text("step") == "invite":
            skipped = {
                int(each) for each in sent.text("skip").split(",") if each.isascii() and each.isdigit()
            }
            chosen = [each for index, each in enumerate(entries) if index not in skipped]
            if chosen and await _invite(
                services, request, session, card, typed, chosen, sent.text("form_key")
            ):
                return RedirectResponse(path_of(card), 303)
            return await _checked(services, request, session, card, typed, people, entries, says=_CHANGED)
        return await _checked(services, request, session, card, typed, people, entries)
    except tuple(_SAYS) as refusal:
        says = _SAYS[type(refusal)]
        return await _form(services, request, session, card, typed, says=says, status=refusal.status)


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
        reminder=sent.text("reminder") if sent.text("reminder") in _REMINDERS else "auto",
        sends=sent.text("send") != "no",
    )


async def _invite(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    typed: Typed,
    chosen: list[Listed],
    form_key: str,
) -> bool:
    """Returns whether the people were invited; if not, the list has to be checked again."""
    body: dict[str, Any] = {
        "card_id": card.id,
        "invitees": [each.invitee() for each in chosen],
        **typed.words(),
        "reminder": typed.reminder,
        "send": typed.sends,
    }
    try:
        await call(services, request, session, _CREATE, body=body, idempotency_key=form_key or None)
    except (InvalidRequest, IdempotencyKeyReused, IdempotencyKeyRunning):
        return False
    except NotFound as refusal:
        if refusal.faults:  # a group has been deleted since
            return False
        raise
    return True


async def _mail(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    typed: Typed,
    people: Given,
    entries: list[Listed],
) -> Response:
    """Returns the mail to the first person, as a page that cannot run scripts or send requests.

    Raises CardClosed, CardState, TooManyRequests.
    """
    if entries:
        body = {"invitees": [entries[0].invitee()], **typed.words(), "html": True}
        try:
            found = (
                await call(services, request, session, CHECK, path={"card_id": card.id}, body=body)
            ).record
        except InvalidRequest:
            pass  # the page with each line shows the errors
        else:
            return html(found.mail.html, headers={"Content-Security-Policy": _MAIL_POLICY})
    return await _checked(services, request, session, card, typed, people, entries)


async def _checked(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    typed: Typed,
    people: Given,
    entries: list[Listed],
    *,
    says: str = "",
) -> Response:
    """Returns the page with each line. Raises CardClosed, CardState, TooManyRequests."""

    async def check(body: dict[str, Any]) -> Any:
        path = {"card_id": card.id}
        return (await call(services, request, session, CHECK, path=path, body=body)).record

    language = choose(request)
    try:
        mail, rows = await examine(check, typed, entries, language)
    except InvalidRequest as refusal:
        pointers = {fault.pointer for fault in refusal.faults}
        wrong = {"title": _SUBJECT} if "/title" in pointers else {}
        wrong |= {"message": _MESSAGE} if "/message" in pointers else {}
        says = "" if wrong else _CHANGED
        return await _form(services, request, session, card, typed, wrong, says=says, status=422)
    new = [row for row in rows if row.is_new]
    new_groups = sum(row.entry.channel == GROUP for row in new)
    problems = people_field.shown(language, people)
    wrong_rows = [row for row in rows if row.why]
    return await card_paper(
        services,
        request,
        session,
        "desk/invite_check.html",
        card,
        status=409 if says else 200,
        says=says,
        base=path_of(card),
        typed=typed,
        chunks=people.chunks,
        problems=problems,
        hidden_problems=people.found.hidden_problems,
        unused_columns=people.found.unused_columns,
        rows=sorted(rows, key=lambda row: (row.is_new, not row.why)),
        new_count=len(new) - new_groups,
        new_groups=new_groups,
        wrong_count=len(problems) + people.found.hidden_problems + len(wrong_rows),
        other_count=len(rows) - len(new) - len(wrong_rows),
        skip=",".join(str(index) for index, row in enumerate(rows) if not row.is_new),
        mail=mail,
    )


async def _form(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    typed: Typed,
    wrong: dict[str, str] | None = None,
    *,
    says: str = "",
    status: int = 200,
) -> Response:
    groups: list[Any] = []
    if card.role == "owner":
        result = await call(services, request, session, "GET /api/groups", query={"limit": "200"})
        groups = result.record.data
    language = choose(request)
    return await card_paper(
        services,
        request,
        session,
        "desk/invite.html",
        card,
        status=status,
        says=says,
        base=path_of(card),
        typed=typed,
        wrong=wrong or {},
        groups=groups,
        reminders=[(value, language.gettext(label)) for value, label in _REMINDERS.items()],
    )
