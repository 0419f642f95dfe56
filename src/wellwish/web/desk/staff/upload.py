"""Add a list of people: the form, a page that shows what the list changes, and the change.

The form of the second page contains the list; the server stores nothing between the pages.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import (
    GroupNameExists,
    InvalidRequest,
    OwnerRequired,
    PlanChanged,
    TooManyGroups,
    TooManyLeavers,
    TooManyPeople,
    TooManyRequests,
)
from wellwish.base.language import Language, later
from wellwish.people.sync import MAX_PEOPLE_OF_LIST, PeopleSync
from wellwish.web.desk.account import accounts
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.people.people_field import NO_TEXT, TOO_WIDE
from wellwish.web.desk.staff import rows
from wellwish.web.desk.staff.list import PATH
from wellwish.web.desk.staff.packed import MOST_TEXT, pack, unpack
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.lists import staff
from wellwish.web.lists.day import ORDERS
from wellwish.web.lists.decode import NotTextError, decode
from wellwish.web.lists.header import STAFF_COLUMNS
from wellwish.web.lists.person import TooWideError
from wellwish.web.lists.staff import Staff
from wellwish.web.lists.table import MOST_COLUMNS

FILE_BYTES: Final = 3 * 1024 * 1024  # 10,000 people with ten columns are about 1.5 MB
# The hidden field of a list that does not compress takes a third more than the list.
_TEXT_BYTES: Final = 6 * 1024 * 1024
_SIZES: Final = Sizes(total=_TEXT_BYTES + FILE_BYTES, file=FILE_BYTES + 1, text=_TEXT_BYTES)
_TYPED: Final = 200 * 1024  # characters that the form shows again; a longer list is chosen again
_TOO_LARGE: Final = later("The file is larger than 3 MB.")
_TOO_LONG: Final = later("The list is longer than 4 MB of text.")
_TOO_MANY: Final = later("A list can have at most 10,000 people.")
_NONE: Final = later("Enter at least one person.")
_FULL: Final = later("The list would exceed the limit of 20,000 people.")
_TEAMS_FULL: Final = later("The list would exceed the account's limit on groups.")
_CHANGED: Final = later("Nothing was saved, because something has changed. Check the list again.")
_MANY: Final = later("That was too much at once. Your list is still here: try again in a minute.")
_NOT_QUIET: Final = later("You added your first people more than 30 days ago, so new people get the email.")
_AGAIN: Final = later("The list is too long to show here. Choose the file again.")
_PASSES: Final = 3
_SAVE: Final = "PUT /api/people"
_RULES: Final = "/desk/rules"  # not imported from its page, which imports from here


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form. With ``is_whole``, people who are not in the list have left."""

    text: str = ""
    is_whole: bool = False
    order: str = ""
    allow_leavers: bool = False
    notify: bool = True  # whether new people get an email with the link to their page
    digest: str = ""  # of the changes that the page showed


class Outcome(Struct, frozen=True):
    """The rows with errors, what the list changes, and how many leavers need a confirmation.

    ``has_changed``: the list could not be saved as it was shown.
    """

    bad: Sequence[rows.Bad]
    plan: PeopleSync | None
    leaving: int
    has_changed: bool


@signed_in
async def list_page(visit: Visit) -> Response:
    """Returns the empty form. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return _form(visit, Typed())


@signed_in
async def list_sent(visit: Visit) -> Response:
    """Shows what the list changes, returns to the form, or saves the list.

    Saving it again has no effect. Raises OwnerRequired, ForeignForm, BodyTooLarge.
    """
    sent = await read_form(visit, _SIZES)
    if visit.session.role != "owner":
        raise OwnerRequired
    try:
        typed, wrong = await _read(sent)
    finally:
        await sent.close()
    step = sent.text("step")
    if step == "edit" or wrong:
        return _form(visit, typed, wrong, status=422 if wrong else 200)
    return await _answer(visit, typed, saves=step == "save")


async def _read(sent: Form) -> tuple[Typed, dict[str, str]]:
    """Returns the typed fields, with the text of the chosen file, and the errors by field."""
    wrong: dict[str, str] = {}
    text, file = sent.text("people").strip("\n"), sent.file("file")
    if file is not None:
        raw = await file.read()
        if len(raw) > FILE_BYTES:
            wrong["file"] = _TOO_LARGE
        else:
            try:
                of_file = await asyncio.to_thread(decode, raw)
                text = "\n".join(filter(str.strip, (text, of_file)))
            except NotTextError:
                wrong["file"] = NO_TEXT
    packed = sent.text("packed")
    if packed and not text:
        text = await asyncio.to_thread(unpack, packed)
    if len(text.encode()) > MOST_TEXT:
        wrong["file" if file is not None else "people"] = _TOO_LONG
        text = ""
    return Typed(
        text=text,
        is_whole=sent.text("extent") == "whole",
        order=sent.text("order") if sent.text("order") in ORDERS else "",
        allow_leavers=bool(sent.text("allow_leavers")),
        notify=not sent.text("quiet"),
        digest=sent.text("digest"),
    ), wrong


async def _answer(visit: Visit, typed: Typed, *, saves: bool) -> Response:
    language = choose(visit.request)
    try:
        found = await asyncio.to_thread(
            staff.read, typed.text, MAX_PEOPLE_OF_LIST, this_year=clock.now().year, order=typed.order
        )
    except TooWideError:
        wide = language.gettext(TOO_WIDE) % {"count": language.number(MOST_COLUMNS)}
        return _form(visit, typed, {"people": wide}, status=422)
    if not found.members or len(found.members) > MAX_PEOPLE_OF_LIST:
        says = _TOO_MANY if found.members else _NONE
        return _form(visit, typed, {"people": says}, status=422)
    body = {
        "people": await asyncio.to_thread(rows.bodies_of, found.members),
        "keep_others": not typed.is_whole,
        "allow_leavers": typed.allow_leavers,
        "notify": typed.notify,
    }
    bad = rows.read_faults(language, found.members)
    try:
        if saves and typed.digest and not bad:
            done = await _save(visit, {**body, "digest": typed.digest})
            if done is not None:
                # After the first list, redirect to the rules, without which its dates have no effect.
                rules = (await call(visit, "GET /api/occasion-rules", query={"limit": "1"})).record.data
                page = PATH if rules else _RULES
                return after(page, "people_saved", done.created + done.updated + done.left)
        plan, leaving, refused = await _plan(visit, language, body)
    except TooManyRequests as refusal:
        return _form(visit, typed, says=_MANY, status=refusal.status)
    except InvalidRequest:
        return _form(visit, typed, {"quiet": _NOT_QUIET}, status=422)
    except TooManyPeople:
        return _form(visit, typed, {"people": _FULL}, status=409)
    except TooManyGroups:
        return _form(visit, typed, {"people": _TEAMS_FULL}, status=409)
    outcome = Outcome(rows.merged(bad, refused), plan, leaving, has_changed=saves)
    return _check(visit, typed, found, outcome, await asyncio.to_thread(pack, typed.text))


async def _save(visit: Visit, body: Mapping[str, Any]) -> PeopleSync | None:
    """Returns what changed; None if the list has to be checked again."""
    try:
        done: PeopleSync = (await call(visit, _SAVE, body=body)).record
    except (InvalidRequest, TooManyLeavers, PlanChanged, GroupNameExists):
        return None
    return done


async def _plan(
    visit: Visit, language: Language, body: Mapping[str, Any]
) -> tuple[PeopleSync | None, int, list[rows.Bad]]:
    """Returns the changes, how many leavers need a confirmation, and the rows that are refused.

    Errors of form hide those that need the database, so a refused list is tried again without them. Raises
    InvalidRequest if new people must get their email.
    """
    bad: list[rows.Bad] = []
    people = body["people"]
    for _ in range(_PASSES):
        given = {**body, "people": people}
        try:
            found: PeopleSync = (await call(visit, _SAVE, body=given, dry_run=True)).record
        except InvalidRequest as refusal:
            if any(each.pointer == "/notify" for each in refusal.faults):
                raise
            bad = rows.merged(bad, rows.refused(language, refusal.faults))
            people = rows.without(people, refusal.faults)
        except TooManyLeavers:
            given["allow_leavers"] = True
            found = (await call(visit, _SAVE, body=given, dry_run=True)).record
            return (None, 0, bad) if bad else (found, found.left, bad)
        else:
            return None if bad else found, 0, bad
    return None, 0, bad


def _check(visit: Visit, typed: Typed, found: Staff, outcome: Outcome, packed: str) -> Response:
    language = choose(visit.request)
    bad, plan, asks = outcome.bad, outcome.plan, bool(found.days)
    changes = 0 if plan is None else plan.created + plan.updated + plan.left
    shown = [] if plan is None else rows.steps(language, found.members, plan)
    says = _CHANGED if outcome.has_changed else ""
    return desk_paper(
        visit,
        "desk/people_check.html",
        language=language,
        status=409 if says else 422 if bad and not asks else 200,
        says=says,
        typed=typed,
        packed=packed,
        is_short=len(typed.text) <= _TYPED,
        members=found.members,
        count=len(found.members),
        bad=bad[: rows.SHOWN],
        more_bad=max(0, len(bad) - rows.SHOWN),
        bad_count=len(bad),
        unused=found.unused,
        ambiguous=found.ambiguous,
        orders=_orders(language, found),
        plan=plan,
        steps=shown,
        more_steps=changes - len(shown),
        leaving=outcome.leaving,
        is_clear=not bad and not asks and plan is not None,
        changes=changes,
    )


def _orders(language: Language, found: Staff) -> list[tuple[str, str]]:
    """Returns the readings of the first ambiguous day; the values are the orders of ``lists.day``."""

    def words(day: date) -> str:
        return rows.day_in_words(language, "birthday" if found.is_birthday else "started_on", day)

    return [(order, words(day)) for order, day in found.days.items()]


def _form(
    visit: Visit,
    typed: Typed,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    status: int = 200,
) -> Response:
    language = choose(visit.request)
    is_short = len(typed.text) <= _TYPED
    wrong = dict(wrong or {})
    if not is_short and "people" not in wrong:
        wrong.setdefault("file", _AGAIN)
    return desk_paper(
        visit,
        "desk/people_list.html",
        language=language,
        status=status,
        says=says,
        typed=typed,
        text=typed.text if is_short else "",
        wrong=wrong,
        columns=[language.gettext(each) for each in rows.COLUMNS],
        more_columns=[language.gettext(each) for each in STAFF_COLUMNS.values()],
    )
