"""The list of the account's people."""

from typing import Any, Final
from urllib.parse import urlencode

from msgspec import UNSET, Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvalidCursor, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.people.person import Person
from wellwish.web.desk.account import accounts
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.desk.initials import initials
from wellwish.web.desk.staff.words import day_words
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

PATH: Final = "/desk/people"
_COUNT: Final = 50  # people on a page
_KEPT: Final = ("q", "team", "status")  # query parameters that the page's links preserve
_STATUSES: Final = {"active": later("Here"), "left": later("Left"), "": later("Everyone")}


class Shown(Struct, frozen=True, kw_only=True):
    """A person on the list; the days are in words, and empty if unknown or hidden."""

    person: Person
    initials: str
    teams: list[str]
    birthday: str
    started_on: str


@signed_in
async def people_page(visit: Visit) -> Response:
    """Returns a page of people sorted by name, or redirects to the page on which an account is chosen."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    given = visit.request.query_params
    asked = {name: given.get(name, "").strip()[:255] for name in _KEPT}
    asked["q"] = asked["q"][:100]
    if "status" not in given or asked["status"] not in _STATUSES:
        asked["status"] = "active"
    cursor = given.get("cursor", "")
    query = {name: value for name, value in {**asked, "cursor": cursor}.items() if value}
    try:
        found = (
            await call(visit, "GET /api/people", query={"limit": str(_COUNT), "sort": "name", **query})
        ).record
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(PATH, 303)
    is_narrowed = bool(asked["q"] or asked["team"] or cursor or asked["status"] != "active")
    if not found.data and not is_narrowed:  # everybody may have left
        is_narrowed = bool((await call(visit, "GET /api/people", query={"limit": "1"})).record.data)
    language, teams = choose(visit.request), await load_teams(visit)
    kept = _kept(asked)
    return desk_paper(
        visit,
        "desk/people.html",
        language=language,
        people=[_shown(language, teams, each) for each in found.data],
        asked=asked,
        teams=teams,
        filters=[
            (value, language.gettext(label), _url({**kept, "status": value}))
            for value, label in _STATUSES.items()
        ],
        is_narrowed=is_narrowed,
        next_url=found.next_cursor and _url({**kept, "cursor": found.next_cursor}),
    )


def _kept(asked: dict[str, str]) -> dict[str, str]:
    """Returns the filters that differ from those of the plain page."""
    kept = {name: asked[name] for name in ("q", "team") if asked[name]}
    return kept if asked["status"] == "active" else {**kept, "status": asked["status"]}


def _url(query: dict[str, Any]) -> str:
    return f"{PATH}?{urlencode(query)}" if query else PATH


def _shown(language: Language, teams: dict[str, str], person: Person) -> Shown:
    dates = person.dates
    birthday = None if dates is UNSET else dates.birthday
    started_on = None if dates is UNSET else dates.started_on
    return Shown(
        person=person,
        initials=initials(person.name),
        teams=sorted(teams[each] for each in person.teams if each in teams),
        birthday=day_words(language, birthday) if birthday else "",
        started_on=day_words(language, started_on) if started_on else "",
    )
