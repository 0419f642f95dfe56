"""The occasions of one person: the upcoming ones, and one identified by its key."""

from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from wellwish.base import clock
from wellwish.base.errors import InvalidRequest, NotFound
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.occasions.list import MAX_AHEAD, MAX_SPAN_OF_PERSON
from wellwish.occasions.occasion import Occasion
from wellwish.web.desk.guard import call
from wellwish.web.desk.occasions.key import key_of, named
from wellwish.web.desk.occasions.plan import Shown, designs_of, shown
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_DAY: Final = timedelta(days=1)
_COMING: Final = timedelta(days=365)
_LAST: Final = "200"  # a person has at most a few occasions a year


async def coming(visit: Visit, person_id: str) -> list[Shown]:
    """Returns the occasions of the next year whose dates owners see. Raises OwnerRequired."""
    account = (await call(visit, "GET /api/account")).record
    today = clock.now().astimezone(ZoneInfo(account.timezone)).date()
    found = [each for each in await _listed(visit, person_id, today, today + _COMING) if each.closes_on]
    designs, language = await designs_of(visit, found), choose(visit.request)
    return [shown(language, designs, each) for each in found]


async def find(visit: Visit, key: str) -> Occasion:
    """Returns the occasion, even one with a card. Raises NotFound, OwnerRequired."""
    body = named(key)
    if body is None or not 1 < body["year"] < date.max.year:
        raise NotFound
    year: int = body["year"]
    # A day less, because in some zones today is yesterday.
    first = min(date(year, 1, 1) - MOST_DAYS_OFF, clock.now().date() - _DAY + MAX_AHEAD)
    last = min(date(year, 12, 31) + MOST_DAYS_OFF, first + MAX_SPAN_OF_PERSON)
    try:
        listed = await _listed(visit, body["person_id"], first, last)
    except InvalidRequest as refusal:  # too far away, or no ID of a person
        raise NotFound from refusal
    found = next((each for each in listed if key_of(each) == key), None)
    if found is None or found.closes_on is None:
        raise NotFound
    return found


async def _listed(visit: Visit, person_id: str, first: date, last: date) -> list[Occasion]:
    query = {"person_id": person_id, "from": first.isoformat(), "until": last.isoformat(), "limit": _LAST}
    listed: list[Occasion] = (await call(visit, "GET /api/occasions", query=query)).record.data
    return listed
