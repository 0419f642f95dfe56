"""List occasions."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Final

from msgspec import Struct, field, structs

from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidCursor, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, line
from wellwish.infra.http.fields import calendar_date
from wellwish.infra.http.page import MAX_LIMIT, after, page
from wellwish.occasions import facts, store
from wellwish.occasions.declined import declined, declined_of
from wellwish.occasions.occasion import Occasion, record
from wellwish.occasions.plan import ENDED, Facts, Planned
from wellwish.occasions.planned import (
    MAX_AHEAD,
    MAX_SPAN,
    MAX_SPAN_OF_PERSON,
    local_today,
    planned_again,
    planned_from,
    planned_of,
)
from wellwish.occasions.rule import load_all
from wellwish.occasions.rule_body import date_name
from wellwish.occasions.span import Span
from wellwish.occasions.turns import InTurn
from wellwish.people import choice
from wellwish.people.choice import Choice
from wellwish.people.day import DATE_FORM

DEFAULT_SPAN: Final = timedelta(days=91)
_DAY: Final = timedelta(days=1)
_LAST: Final = "~"  # in place of the day of a declined occasion; it sorts after every day


def _id_of_person(given: str) -> str:
    """Raises ValueError."""
    if not ids.is_id("per", given):
        raise ValueError("Must be the ID of a person.")
    return given


class OccasionQuery(PageQuery, frozen=True, kw_only=True):
    """The span of the list: the days on which cards close, in the time zones of the people."""

    from_: (
        Annotated[
            str,
            line(10, "First day. Default: today.", check=calendar_date, schema={"pattern": DATE_FORM}),
        ]
        | None
    ) = field(name="from", default=None)
    until: (
        Annotated[
            str,
            line(
                10,
                f"Last day, at most {MAX_SPAN.days} days later, or {MAX_SPAN_OF_PERSON.days} with "
                f"`person_id`. Default: {DEFAULT_SPAN.days} days later.",
                check=calendar_date,
                schema={"pattern": DATE_FORM},
            ),
        ]
        | None
    ) = None
    person_id: (
        Annotated[
            str,
            line(
                255,
                "Only occasions of this person.",
                check=_id_of_person,
                schema={"pattern": ids.pattern("per")},
            ),
        ]
        | None
    ) = None


async def list_occasions(tx: Tx, owning: Owning, query: OccasionQuery) -> Page[Occasion]:
    """Returns occasions in the order in which their cards close. Past ones show what happened.

    Occasions that people have declined come last, without dates, and for whole years, because a shorter
    period would reveal their dates.

    Raises InvalidRequest, InvalidCursor.
    """
    account_id = owning.account_id
    basis = await facts.load(tx, account_id, await load_all(tx, account_id))
    first, last = _span(query, local_today(basis))
    place = _place(query) or _Place(first.isoformat())
    count = query.limit + 1
    listed: list[Planned] = []
    if place.day != _LAST:
        listed += await _stored(tx, account_id, basis, place, last, query)
        listed += await _planned(tx, account_id, basis, place, last, query)
        place = _Place(_LAST)
    if len(listed) < count and basis.rules:
        years = range(first.year, last.year + 1)
        if query.person_id is None:
            # In addition, those of the person at whom the previous page ended.
            most = count + len(basis.rules) * len(years)
            found = await declined(tx, account_id, basis.rules, years, place.person_id, most)
        else:
            found = await declined_of(tx, account_id, basis.rules, years, query.person_id)
        listed += [each for each in found if _place_of(each) > place]
    listed = sorted(listed, key=_place_of)
    return page(listed[:count], query.limit, query, lambda each: str(_place_of(each)), record)


def _span(query: OccasionQuery, today: date) -> tuple[date, date]:
    """Raises InvalidRequest."""
    first = today if query.from_ is None else date.fromisoformat(query.from_)
    if not date(2000, 1, 1) <= first <= today + MAX_AHEAD:
        detail = f"Must be in the year 2000 or later, and at most {MAX_AHEAD.days} days ahead."
        raise InvalidRequest(faults=[Fault("?from", "out_of_range", detail)])
    last = first + DEFAULT_SPAN if query.until is None else date.fromisoformat(query.until)
    most = MAX_SPAN if query.person_id is None else MAX_SPAN_OF_PERSON
    if not first <= last <= first + most:
        detail = f"Must not be before `from`, and at most {most.days} days after it."
        raise InvalidRequest(faults=[Fault("?until", "out_of_range", detail)])
    return first, last


async def shown_still(tx: Tx, account_id: str, listed: Sequence[Planned]) -> list[Planned]:
    """Omits occasions whose dates people hide, even if they decline only the card of another year."""
    if not listed:
        return []
    choices = await choice.load(tx, account_id, [*{each.person_id for each in listed}])
    return [
        each for each in listed if not choices.get(each.person_id, Choice()).hides(date_name(each.occasion))
    ]


class _Place(Struct, frozen=True, order=True):
    """The position of an occasion in the list."""

    day: str
    person_id: str = ""
    occasion: str = ""
    year: int = 0

    def __str__(self) -> str:
        return f"{self.day}/{self.person_id}/{self.occasion}/{self.year}"


def _place_of(each: Planned) -> _Place:
    day = _LAST if each.state == "declined" else each.closes_on.isoformat()
    return _Place(day, each.person_id, each.occasion, each.year)


def _place(query: OccasionQuery) -> _Place | None:
    """Returns the place after which the page begins. Raises InvalidCursor."""
    following = after(query)
    if following is None:
        return None
    try:
        day, person_id, occasion, year = following.split("/")
        if day != _LAST:
            date.fromisoformat(day)
    except ValueError as error:
        raise InvalidCursor from error
    if re.fullmatch("[0-9]{1,4}", year) is None:
        raise InvalidCursor
    return _Place(day, person_id, occasion, int(year))


async def _stored(
    tx: Tx, account_id: str, basis: Facts, place: _Place, last: date, query: OccasionQuery
) -> list[Planned]:
    """Returns the stored occasions after a place, more than a page if there are enough.

    One that is planned again is listed on its new day, even if that is on another page.
    """
    found: list[Planned] = []
    while len(found) <= query.limit:
        if query.person_id is None:
            rows = await store.page(tx, account_id, _key(place), last, MAX_LIMIT)
        else:
            rows = await store.page_of(tx, account_id, query.person_id, _key(place), last, MAX_LIMIT)
        again = await planned_again(tx, account_id, basis, rows)
        found += await shown_still(tx, account_id, [each for each in rows if each.key not in again])
        if len(rows) < MAX_LIMIT:
            break
        place = _place_of(rows[-1])
    return found


async def _planned(
    tx: Tx, account_id: str, basis: Facts, place: _Place, last: date, query: OccasionQuery
) -> list[Planned]:
    """Returns the planned occasions after a place, more than a page if there are enough."""
    # In some zones, today is another day; and what closes today may still be planned.
    begin = max(date.fromisoformat(place.day), local_today(basis) - _DAY)
    if begin > last:
        return []

    def is_listed(each: InTurn) -> bool:
        return not each.is_hidden and _counts(each.occasion, tx.now) and _place_of(each.occasion) > place

    if query.person_id is None:
        found = await planned_from(tx, account_id, basis, (begin, last), query.limit + 1, is_listed)
    else:
        span = Span(closes_from=begin, closes_until=last)
        found = await planned_of(tx, account_id, basis, span, query.person_id, is_listed)
    return [_shown(each) for each in found]


def _counts(each: Planned, now: datetime) -> bool:
    """Whether the plan decides. After its closing time, the stored occasion is shown."""
    return each.state not in (*ENDED, "declined") and each.closes_at > now


def _shown(each: InTurn) -> Planned:
    """Returns the occasion. A failed occasion is planned again, so that it is retried."""
    if each.has_failed and each.occasion.state == "planned":
        return structs.replace(each.occasion, state="failed")
    return each.occasion


def _key(place: _Place) -> tuple[date, str, str, int]:
    return date.fromisoformat(place.day), place.person_id, place.occasion, place.year
