"""One person: add, change, mark as left, delete. Members see what owners change."""

from collections.abc import Set
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import UNSET
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    GroupNameExists,
    InvalidRequest,
    NotFound,
    OwnerRequired,
    PreconditionFailed,
    TooManyGroups,
    TooManyPeople,
)
from wellwish.base.language import Language, later
from wellwish.people.body import NewPerson
from wellwish.people.person import Person
from wellwish.web.desk import merged, standards
from wellwish.web.desk.account import accounts
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions.coming import coming
from wellwish.web.desk.occasions.words import own_words
from wellwish.web.desk.staff.list import PATH
from wellwish.web.desk.staff.typed import TEXTS, Typed, birthday_of, body_of, read_typed
from wellwish.web.desk.staff.words import day_words, field_of, sentence
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.lists.names import join

_RETRIEVE: Final = "GET /api/people/{person_id}"
_CHANGED: Final = later(
    "Someone changed this person in the meantime. Compare it with yours, then save again."
)
_CHECK: Final = later("Someone changed this person in the meantime. Check it below, then try again.")
_ON: Final = later("On")
_OFF: Final = later("Off")
_TOGETHER: Final = {"birthday_day": "birthday_month", "birthday_month": "birthday_day"}
_KNOWN: Final = later("This person is already in the list.")
_FULL: Final = later("An account can have at most 20,000 people.")
_TEAMS_FULL: Final = later("This would exceed the account's limit on groups or members.")


@signed_in
async def person_new(visit: Visit) -> Response:
    """Returns the empty form. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return await _form(visit, Typed())


@signed_in
async def person_added(visit: Visit) -> Response:
    """Adds the person unless the account has them. Raises OwnerRequired, ForeignForm."""
    typed, wrong = read_typed(await read_form(visit), Typed())
    if not wrong:
        wrong = await _known(visit, typed)
    if wrong:
        return await _form(visit, typed, wrong, status=422)
    body = {name: value for name, value in body_of(typed, Typed(), {}).items() if value is not None}
    try:
        made = await call(visit, "POST /api/people", body=body)
    except (InvalidRequest, TooManyPeople, TooManyGroups, GroupNameExists) as refusal:
        return await _form(visit, typed, _wrong(refusal), status=refusal.status)
    return after(f"{PATH}/{msgspec.json.decode(made.body)['id']}", "saved")


@signed_in
async def person_page(visit: Visit) -> Response:
    """Returns the form, or for a member what they see. Raises NotFound."""
    return await _page(visit, await _find(visit))


@signed_in
async def person_changed(visit: Visit) -> Response:
    """Saves the form, marks the person as left or as returned, or deletes them, according to the path.

    Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent = await read_form(visit)
    action = visit.request.path_params["action"]
    path, tag = {"person_id": visit.request.path_params["person_id"]}, f'"{sent.text("version")}"'
    try:
        match action:
            case "save":
                return await _save(visit, sent)
            case "left" | "active":
                body = {"status": action}
                await call(visit, "PATCH /api/people/{person_id}", path=path, body=body, if_match=tag)
                said = "person_left" if action == "left" else "person_active"
                return after(f"{PATH}/{path['person_id']}", said)
            case "delete":
                await call(visit, "DELETE /api/people/{person_id}", path=path, if_match=tag)
                return after(PATH, "person_deleted")
            case _:
                raise NotFound
    except PreconditionFailed:
        return await _page(visit, await _find(visit), says=_CHECK, status=409)


async def _find(visit: Visit) -> Person:
    path = {"person_id": visit.request.path_params["person_id"]}
    found: Person = (await call(visit, _RETRIEVE, path=path)).record
    return found


async def _save(visit: Visit, sent: Form) -> Response:
    person, teams = await _find(visit), await load_teams(visit)
    stored = await _typed_of(visit, person, teams)
    typed, wrong = read_typed(sent, stored)
    was, tag = sent.text("was"), f'"{person.version}"'
    if sent.text("version") != str(person.version):
        return await _conflict(visit, person, typed, was)
    if wrong:
        return await _page(visit, person, typed=typed, wrong=wrong, was=was, status=422)
    typed, _ = merged.merged(typed, stored, was)  # a team may have another name since
    body = body_of(typed, stored, teams)
    try:
        await call(
            visit, "PATCH /api/people/{person_id}", path={"person_id": person.id}, body=body, if_match=tag
        )
    except PreconditionFailed:
        return await _conflict(visit, await _find(visit), typed, was)
    except (InvalidRequest, TooManyGroups, GroupNameExists) as refusal:
        return await _page(visit, person, typed=typed, wrong=_wrong(refusal), was=was, status=refusal.status)
    return after(f"{PATH}/{person.id}", "saved")


async def _known(visit: Visit, typed: Typed) -> dict[str, str]:
    """Returns an error if the account has somebody with the address or number, whom adding would change."""
    for name in ("external_id", "email"):
        if value := getattr(typed, name):
            try:
                found = (await call(visit, "GET /api/people", query={name: value, "limit": "1"})).record
            except InvalidRequest:
                continue  # the operation refuses the address
            if found.data:
                return {name: _KNOWN}
    return {}


def _wrong(refusal: InvalidRequest | TooManyPeople | TooManyGroups | GroupNameExists) -> dict[str, str]:
    if isinstance(refusal, TooManyPeople):
        return {"name": _FULL}
    if isinstance(refusal, TooManyGroups):
        return {"teams": _TEAMS_FULL}
    wrong: dict[str, str] = {}
    for fault in refusal.faults:
        field = field_of(fault.pointer.split("/")[1:])
        wrong.setdefault(field or "email", sentence(field, fault))
    return wrong


async def _typed_of(visit: Visit, person: Person, teams: dict[str, str]) -> Typed:
    """Returns the fields of a person, with the manager's address or number."""
    manager = await _manager(visit, person)
    dates = person.dates
    birthday = (None if dates is UNSET else dates.birthday) or ""
    return Typed(
        name=merged.line(person.name),
        email=person.email or "",
        phone=person.phone or "",
        external_id=merged.line(person.external_id or ""),
        teams=merged.line(join(sorted(teams[each] for each in person.teams if each in teams))),
        manager=merged.line("" if manager is None else manager.email or manager.external_id or manager.id),
        timezone=person.timezone or "",
        locale=person.locale or "",
        started_on=(None if dates is UNSET else dates.started_on) or "",
        birthday_day=birthday[5:7].lstrip("0"),
        birthday_month=birthday[2:4].lstrip("0"),
        celebrate=person.celebrate,
    )


async def _manager(visit: Visit, person: Person) -> Person | None:
    if person.manager is None:
        return None
    try:
        found: Person = (await call(visit, _RETRIEVE, path={"person_id": person.manager})).record
    except NotFound:  # deleted in the meantime
        return None
    return found


async def _conflict(visit: Visit, person: Person, typed: Typed, was: str) -> Response:
    """Returns the form with the reader's changes and the values saved by others.

    If they are the same, redirects as after saving.
    """
    stored = await _typed_of(visit, person, await load_teams(visit))
    if merged.is_saved(typed, stored, was):
        return after(f"{PATH}/{person.id}", "saved")
    kept, both = merged.merged(typed, stored, was, _TOGETHER)
    return await _page(visit, person, typed=kept, both=both, says=_CHANGED, status=409)


async def _page(
    visit: Visit,
    person: Person,
    *,
    typed: Typed | None = None,
    both: Set[str] = frozenset(),
    was: str = "",
    **values: Any,
) -> Response:
    """Returns the page. ``both`` are the fields for which someone else has saved another value."""
    stored = await _typed_of(visit, person, await load_teams(visit))
    return await _form(
        visit,
        typed or stored,
        values.pop("wrong", None),
        person=person,
        manager=await _manager(visit, person),
        others=_others(choose(visit.request), stored, both),
        version=person.version,
        was=was or merged.marks(stored),
        own=_own(choose(visit.request), person),
        coming=await coming(visit, person.id) if visit.session.role == "owner" else (),
        **values,
    )


def _others(language: Language, stored: Typed, both: Set[str]) -> dict[str, str]:
    """Returns the stored values in words."""
    others = {name: getattr(stored, name) for name in TEXTS if name in both}
    if "locale" in others:
        others["locale"] = dict(standards.languages(stored.locale)).get(stored.locale, stored.locale)
    if "celebrate" in both:
        others["celebrate"] = language.gettext(_ON if stored.celebrate else _OFF)
    if both & _TOGETHER.keys():
        birthday = birthday_of(stored)
        others["birthday"] = day_words(language, birthday) if birthday else ""
    return others


def _own(language: Language, person: Person) -> list[tuple[str, str]]:
    """Returns the names of the person's other dates, with the days in words."""
    dates = person.dates
    if dates is UNSET:
        return []
    return [(own_words(each.name), day_words(language, each.date)) for each in dates.own]


# The values that the form of a new person does not have.
_OF_NEW: Final[dict[str, Any]] = {
    "person": None, "manager": None, "others": {}, "version": "", "was": "", "own": (), "coming": (),
}  # fmt: skip


async def _form(
    visit: Visit, typed: Typed, wrong: dict[str, str] | None = None, *, status: int = 200, **values: Any
) -> Response:
    language = choose(visit.request)
    texts = {f"/{name}": getattr(typed, name) for name in TEXTS if name not in ("teams", "started_on")}
    person: Person | None = values.get("person")
    return desk_paper(
        visit,
        "desk/person.html",
        language=language,
        status=status,
        typed=typed,
        fields=Fields(NewPerson, texts, wrong or {}),
        months=[(str(month), language.month(month)) for month in range(1, 13)],
        zones=standards.TIME_ZONES,
        languages=[("", "\N{EN DASH}"), *standards.languages(typed.locale)],
        day_words=partial(day_words, language),
        declined=(person.declined if person is not None else None) or (),
        dates=None if person is None or person.dates is UNSET else person.dates,
        form_key=cookie.random(),
        **{**_OF_NEW, **values},
    )
