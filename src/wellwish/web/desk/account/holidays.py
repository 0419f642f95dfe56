"""The days off of the account: list, add one, add a list, remove."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.accounts.holidays import MAX_HOLIDAYS
from wellwish.accounts.settings import AccountSettings
from wellwish.base import clock
from wellwish.base.errors import InvalidRequest, OwnerRequired, PreconditionFailed
from wellwish.base.language import Language, later
from wellwish.web.desk.account import accounts
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.lists import day as days

PATH: Final = "/account/holidays"
_BETWEEN: Final = re.compile(r"[\s,;\"]+")
_DIGIT: Final = re.compile(r"\d")
_MOST_WORDS: Final = 6  # of a day in words, such as "Friday the 24th of December 2027"
_MOST_LINES: Final = 500
_NO_DAY: Final = later("This is not a date. Enter a date such as 2027-12-24.")
_ONE_EACH: Final = later("Enter one date per line, such as 2027-12-24.")
_WHICH: Final = later("This could be %(days)s. Write the date as 2027-12-24.")
_FAR: Final = later("Enter a date in the years 2000 to 2100.")
_LONG: Final = later("Nothing was added. Paste at most 500 lines at once.")
_LINES: Final = later("Nothing was added. Correct these lines, then add them again.")
_NOTHING: Final = later("Choose a day, or paste a list.")
_CHANGED: Final = later("Someone changed the days off in the meantime. Check them, then try again.")
_SAYS: Final = {
    "out_of_range": _FAR,
    "too_many": later(
        "There are too many consecutive days off. There must be a working day within 14 days of each day."
    ),
}
_FULL: Final = later("An account can have at most 100 days off. Remove past ones first.")


class Line(Struct, frozen=True):
    """A line of the pasted list that cannot be added; ``why`` is translated."""

    number: int
    text: str
    why: str


@signed_in
async def holidays_page(visit: Visit) -> Response:
    """Returns the days off, and the form for more. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return await _page(visit)


@signed_in
async def holidays_changed(visit: Visit) -> Response:
    """Adds days, or removes one or all past ones. Raises OwnerRequired, ForeignForm."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    sent = await read_form(visit)
    if visit.session.role != "owner":
        raise OwnerRequired
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    known, typed, listed = {*account.holidays}, sent.text("day").strip(), sent.text("days")
    if sent.text("remove"):
        wanted = known - {sent.text("remove")}
    elif sent.text("remove_past"):
        wanted = {each for each in known if each >= _today(account)}
    else:
        language = choose(visit.request)
        new, lines = _read(language, listed)
        wrong: dict[str, str] = {"days": _LINES} if lines else {}
        if len(listed.splitlines()) > _MOST_LINES:
            wrong["days"] = _LONG
        found = _days_of(typed)
        if typed and len(found) != 1:
            wrong["day"] = _NO_DAY
        elif not typed and not listed.strip():
            wrong["day"] = _NOTHING
        if wrong:
            return await _page(visit, typed, listed, wrong, lines)
        wanted = known | new | {each.isoformat() for each in found}
    try:
        body = {"holidays": sorted(wanted)}
        await call(visit, "PATCH /api/account", body=body, if_match=f'"{account.version}"')
    except PreconditionFailed:  # between the two calls
        return await _page(visit, typed, listed, says=_CHANGED)
    except InvalidRequest as refusal:
        said = _FULL if len(wanted) > MAX_HOLIDAYS else _SAYS.get(refusal.faults[0].code, _NO_DAY)
        return await _page(visit, typed, listed, {"days" if listed.strip() else "day": said})
    return after(PATH, "holidays_saved")


def _today(account: AccountSettings) -> str:
    return clock.now().astimezone(ZoneInfo(account.timezone)).date().isoformat()


def _days_of(text: str) -> set[date]:
    """Returns the days that the text may mean."""
    return {*days.readings(text).values()}


def _read(language: Language, text: str) -> tuple[set[str], list[Line]]:
    """Returns the days of a list with one day per line, and the invalid lines.

    Other words in a line, such as the name of the holiday, are ignored. Other digits are not: they may be
    another day, or the end of a period.
    """
    found: set[str] = set()
    wrong: list[Line] = []
    for number, line in enumerate(text.splitlines()[:_MOST_LINES], 1):
        if not line.strip():
            continue
        read, rest = _day_in(line)
        if read and _DIGIT.search(rest):
            wrong.append(Line(number, line.strip()[:80], language.gettext(_ONE_EACH)))
            continue
        if len(read) == 1 and 2000 <= min(read).year <= 2100:
            found.add(min(read).isoformat())
            continue
        why = language.gettext(_FAR if len(read) == 1 else _WHICH if read else _NO_DAY)
        meant = language.either([_words(language, each) for each in sorted(read)]) if len(read) > 1 else ""
        wrong.append(Line(number, line.strip()[:80], why % {"days": meant} if meant else why))
    return found, wrong


def _day_in(line: str) -> tuple[set[date], str]:
    """Returns the days that the line may mean, and the rest: the longest part that is a day decides."""
    words = [each for each in _BETWEEN.split(line[:500]) if each]
    for size in range(min(_MOST_WORDS, len(words)), 0, -1):
        for first in range(len(words) - size + 1):
            found = _days_of(" ".join(words[first : first + size]))
            if found:
                return found, " ".join([*words[:first], *words[first + size :]])
    return set(), ""


def _words(language: Language, day: date) -> str:
    return language.long_day(datetime(day.year, day.month, day.day, 12, tzinfo=UTC), "UTC")


async def _page(
    visit: Visit,
    typed: str = "",
    listed: str = "",
    wrong: dict[str, str] | None = None,
    lines: Sequence[Line] = (),
    *,
    says: str = "",
) -> Response:
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    language = choose(visit.request)
    dates = [datetime.fromisoformat(each).replace(hour=12, tzinfo=UTC) for each in account.holidays]
    years = [
        ("".join(map(language.number, map(int, str(year)))), [_row(language, each) for each in of_year])
        for year, of_year in groupby(dates, lambda each: each.year)
    ]
    return desk_paper(
        visit,
        "desk/holidays.html",
        language=language,
        status=409 if says else 422 if wrong else 200,
        says=says,
        wrong=wrong or {},
        typed={"day": typed, "days": listed},
        lines=lines,
        years=years,
        count=len(dates),
        has_past=any(each < _today(account) for each in account.holidays),
        most=MAX_HOLIDAYS,
    )


def _row(language: Language, at: datetime) -> tuple[str, str]:
    """Returns the day as ISO 8601 date, and in words."""
    return f"{at:%Y-%m-%d}", language.short_day(at, "UTC")
