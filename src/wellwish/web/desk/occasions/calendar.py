"""The calendar: the occasions of a month or quarter, with their cards or the reasons for missing ones."""

import re
from calendar import Calendar
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import (
    InvalidCursor,
    InvalidRequest,
    NotFound,
    OccasionMade,
    OwnerRequired,
    TooManyChangedOccasions,
)
from wellwish.base.language import Language, later
from wellwish.occasions.list import DEFAULT_SPAN, MAX_AHEAD
from wellwish.occasions.occasion import Occasion
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards.new import capacity
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions.key import named
from wellwish.web.desk.occasions.plan import Shown, designs_of, shown
from wellwish.web.desk.occasions.rules import load_rules
from wellwish.web.desk.occasions.words import FULL, day_words
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

PATH: Final = "/desk/calendar"
_PAGE: Final = 200  # occasions per request
_MOST: Final = 1000  # occasions that a month shows
_ROWS: Final = 50  # rows per page
_NAMES: Final = 3  # names per day of the month
_FIRST_YEAR: Final = 2000
_MONTH: Final = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_KEPT: Final = ("month", "view", "from", "until", "cursor")  # query parameters of the page
_GONE: Final = later("Nothing was skipped, because the occasion has changed. Check it below, then try again.")


class Day(Struct, frozen=True, kw_only=True):
    """A day of the month; ``rest`` counts the occasions that are not listed."""

    day: date
    number: str
    is_outside: bool
    is_today: bool
    named: list[tuple[Shown, str]]  # each with the URL of its row
    rest: int
    count: int


@signed_in
async def calendar_page(visit: Visit) -> Response:
    """Returns a month, or with ``view=list`` the occasions of a quarter. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return await _page(visit, dict(visit.request.query_params))


@signed_in
async def occasion_skipped(visit: Visit) -> Response:
    """Skips an occasion or withdraws the skipping, and returns to the page. Raises OwnerRequired,
    ForeignForm.
    """
    sent = await read_form(visit)
    asked = {name: value for name, value in parse_qsl(sent.text("back")) if name in _KEPT}
    key, skips = sent.text("skip") or sent.text("undo"), bool(sent.text("skip"))
    body = named(key)
    if body is None:
        raise NotFound
    try:
        await call(visit, "POST /api/occasions/skip", body={**body, "skip": skips})
    except (NotFound, OccasionMade, InvalidRequest):
        return await _page(visit, asked, says=_GONE, status=409)
    except TooManyChangedOccasions:
        return await _page(visit, asked, says=FULL, status=409)
    return after(f"{_url(asked)}#{key}", "occasion_skipped" if skips else "occasion_unskipped")


async def _page(visit: Visit, given: dict[str, str], *, says: str = "", status: int = 200) -> Response:
    account = (await call(visit, "GET /api/account")).record
    today = clock.now().astimezone(ZoneInfo(account.timezone)).date()
    try:
        if given.get("view") == "list":
            values = await _quarter(visit, given, today)
        else:
            values = await _month(visit, given, today)
    except (InvalidCursor, InvalidRequest, ValueError):
        return RedirectResponse(PATH, 303)
    is_empty = not values["rows"] and not values["declined"]
    return desk_paper(
        visit,
        "desk/calendar.html",
        says=says,
        status=status,
        back=urlencode({name: given[name] for name in _KEPT if given.get(name)}),
        has_rules=not is_empty or bool(await load_rules(visit)),
        has_people=not is_empty or await _has_people(visit),
        is_empty=is_empty,
        **await capacity(visit),
        **values,
    )


async def _has_people(visit: Visit) -> bool:
    return bool((await call(visit, "GET /api/people", query={"limit": "1"})).record.data)


async def _month(visit: Visit, given: dict[str, str], today: date) -> dict[str, Any]:
    """Returns the values of a month. Raises InvalidRequest, ValueError."""
    language, first = choose(visit.request), _first_of(given.get("month", ""), today)
    last = _next_month(first) - timedelta(days=1)
    query = {"from": first.isoformat(), "until": last.isoformat(), "limit": str(_PAGE)}
    dated: list[Occasion] = []
    while True:
        page = (await call(visit, "GET /api/occasions", query=query)).record
        dated += [each for each in page.data if each.closes_on is not None]
        # Those that people have declined come last, and no month shows them.
        if page.next_cursor is None or page.data[-1].closes_on is None or len(dated) > _MOST:
            break
        query["cursor"] = page.next_cursor
    is_cut, dated = len(dated) > _MOST, dated[:_MOST]
    designs = await designs_of(visit, dated)
    rows = [shown(language, designs, each) for each in dated]
    before, following = _next_month(first, -1), _next_month(first)
    whole = {"view": "list", "from": query["from"], "until": query["until"]}
    return {
        "language": language,
        "view": "month",
        # Digit by digit, because numbers have separators.
        "title": " ".join((language.month(first.month), "".join(map(language.number, _digits(first.year))))),
        "weekdays": _weekdays(language),
        "weeks": _weeks(language, first, today, rows),
        "rows": rows[:_ROWS],
        "declined": [],
        "cards": sum(each.cards for each in dated),
        "is_cut": is_cut,
        "whole_url": _url(whole) if len(rows) > _ROWS else "",
        "before_url": _url({"month": f"{before:%Y-%m}"}) if before.year >= _FIRST_YEAR else "",
        "next_url": _url({"month": f"{following:%Y-%m}"}) if following <= today + MAX_AHEAD else "",
        "other_url": _url({"view": "list", **({"from": query["from"]} if first > today else {})}),
    }


async def _quarter(visit: Visit, given: dict[str, str], today: date) -> dict[str, Any]:
    """Returns the values of a list. Raises InvalidRequest, InvalidCursor, ValueError."""
    language = choose(visit.request)
    first = date.fromisoformat(given["from"]) if given.get("from") else today
    query = {"from": first.isoformat(), "limit": str(_ROWS)}
    query |= {name: given[name] for name in ("until", "cursor") if given.get(name)}
    page = (await call(visit, "GET /api/occasions", query=query)).record
    designs = await designs_of(visit, page.data)
    rows = [shown(language, designs, each) for each in page.data]
    last = date.fromisoformat(given["until"]) if given.get("until") else first + DEFAULT_SPAN
    span = {"view": "list", "from": query["from"], "until": last.isoformat()}
    following = last + timedelta(days=1)
    further = {"view": "list", "from": following.isoformat()} if following <= today + MAX_AHEAD else {}
    if page.next_cursor is not None:
        further = {**span, "cursor": page.next_cursor}
    names = {"first": day_words(language, first.isoformat()), "last": day_words(language, last.isoformat())}
    return {
        "language": language,
        "view": "list",
        "title": language.gettext(later("%(first)s to %(last)s")) % names,
        "weekdays": [],
        "weeks": [],
        "rows": [each for each in rows if each.closes],
        "declined": [each for each in rows if not each.closes],
        "cards": None,
        "is_cut": False,
        "whole_url": "",
        "before_url": "",
        "next_url": _url(further) if further else "",
        "other_url": _url({"month": f"{first:%Y-%m}"}),
    }


def _first_of(month: str, today: date) -> date:
    """Returns the first day of a month such as ``2026-12``, or of this month. Raises ValueError."""
    if not month:
        return today.replace(day=1)
    found = _MONTH.fullmatch(month)
    if found is None:
        raise ValueError(month)
    return date(int(found[1]), int(found[2]), 1)


def _digits(year: int) -> list[int]:
    return [int(each) for each in str(year)]


def _next_month(first: date, step: int = 1) -> date:
    months = first.year * 12 + first.month - 1 + step
    return date(months // 12, months % 12 + 1, 1)


def _weekdays(language: Language) -> list[tuple[str, str]]:
    """Returns the short and full weekday names, Monday first."""
    short, wide = (language.locale.days["format"][width] for width in ("abbreviated", "wide"))
    return [(short[number], wide[number]) for number in range(7)]


def _weeks(language: Language, first: date, today: date, rows: Sequence[Shown]) -> list[list[Day]]:
    by_day: dict[str, list[Shown]] = {}
    for each in rows:
        by_day.setdefault(each.occasion.closes_on or "", []).append(each)
    on_page = {each.key for each in rows[:_ROWS]}
    return [
        [_day(language, day, first, today, by_day.get(day.isoformat(), ()), on_page) for day in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]


def _day(
    language: Language, day: date, first: date, today: date, rows: Iterable[Shown], on_page: Collection[str]
) -> Day:
    listed = [*rows]
    of_day = _url({"view": "list", "from": day.isoformat(), "until": day.isoformat()})
    named = [(each, f"{'' if each.key in on_page else of_day}#{each.key}") for each in listed[:_NAMES]]
    return Day(
        day=day,
        number=language.number(day.day),
        is_outside=day.month != first.month,
        is_today=day == today,
        named=named,
        rest=len(listed) - len(named),
        count=len(listed),
    )


def _url(query: dict[str, str]) -> str:
    return f"{PATH}?{urlencode(query)}" if query else PATH
