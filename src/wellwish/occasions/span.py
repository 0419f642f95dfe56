"""A span of the plan, and the dates whose cards open and close in it."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from msgspec import Struct

from wellwish.base import working_days
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.occasions import changes, days
from wellwish.occasions.changes import MOST_DAYS_OPEN, Changes
from wellwish.occasions.rule import RuleRow
from wellwish.people.day import Day

_DAY: Final = timedelta(days=1)
_LEAP_DAY: Final = Day(None, 2, 29)


class Span(Struct, frozen=True, kw_only=True):
    """The days on which cards close, and those on which they open."""

    closes_from: date
    closes_until: date
    opens_from: date = date.min
    opens_until: date = date.max

    def has(self, opens_on: date, closes_on: date) -> bool:
        """Whether a card with these opening and closing days is in the span."""
        return (
            self.closes_from <= closes_on <= self.closes_until
            and self.opens_from <= opens_on <= self.opens_until
        )

    def dates(self, rules: Sequence[RuleRow]) -> Iterator[date]:
        """Yields all days that can be the date of a card in the span, and a few others."""
        day = max(self.closes_from, self.opens_from) - MOST_DAYS_OFF
        last = self.closes_until
        if self.opens_until < date.max:
            last = min(last, self.opens_until + longest(rules))
        while day <= last + MOST_DAYS_OFF:
            yield day
            day += _DAY

    def years(self) -> range:
        """Returns the years in which the dates of its cards can be."""
        first, last = self.closes_from - MOST_DAYS_OFF, self.closes_until + MOST_DAYS_OFF
        return range(first.year, last.year + 1)


def longest(rules: Sequence[RuleRow]) -> timedelta:
    """Returns the maximum time between the opening and closing of cards, regardless of days off."""
    most = max((each.opens_days_before for each in rules), default=0)
    return max(working_days.longest(most), MOST_DAYS_OPEN)


def days_of(
    rule: RuleRow, on: date, holidays: frozenset[date], changed: Changes | None = None
) -> tuple[date, date]:
    """Returns the days on which the card for a date opens and closes."""
    if changed is None:
        return _days(on, rule.days_off, rule.opens_days_before, holidays)
    closes_on = changes.closing(changed, on) or working_days.replaced(on, rule.days_off, holidays)
    opens_on = changes.opening(changed, closes_on)
    return opens_on or working_days.before(closes_on, rule.opens_days_before, holidays), closes_on


@lru_cache(maxsize=20_000)  # many people have the same days
def _days(on: date, days_off: str, opens_days_before: int, holidays: frozenset[date]) -> tuple[date, date]:
    closes_on = working_days.replaced(on, days_off, holidays)
    return working_days.before(closes_on, opens_days_before, holidays), closes_on


def celebrated(rule: RuleRow, on: date) -> Iterator[Day]:
    """Yields the calendar days that the rule celebrates on a date, including a moved 29 February."""
    yield Day(None, on.month, on.day)
    if (on.month, on.day) != (2, 29) and days.in_year(_LEAP_DAY, on.year, rule.leap_day) == on:
        yield _LEAP_DAY
