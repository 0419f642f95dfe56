"""Working days: all but Saturdays, Sundays and the holidays of an account."""

from collections.abc import Collection
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

# The replacement for a date that is not a working day.
BEFORE, AFTER, NEAREST, KEEP = "before", "after", "nearest", "keep"
# The maximum distance between a date and the day that replaces it.
MOST_DAYS_OFF: Final = timedelta(days=14)
# The largest number of working days for which `longest` is true.
MAX_COUNT: Final = 30

_DAY: Final = timedelta(days=1)
_SATURDAY: Final = 5
_remembered = lru_cache(maxsize=20_000)  # most people and plans request the same days


def is_working_day(day: date, holidays: Collection[date] = ()) -> bool:
    return day.weekday() < _SATURDAY and day not in holidays


@_remembered
def replaced(day: date, days_off: str, holidays: frozenset[date] = frozenset()) -> date:
    """Returns the day, or the working day that replaces it.

    Of two days equally near, ``nearest`` is the earlier one.
    """
    if days_off == KEEP or is_working_day(day, holidays):
        return day
    earlier, later = _next(day, -_DAY, holidays), _next(day, _DAY, holidays)
    if days_off == NEAREST:
        return earlier if day - earlier <= later - day else later
    return later if days_off == AFTER else earlier


@_remembered
def before(day: date, count: int, holidays: frozenset[date] = frozenset()) -> date:
    """Returns the working day that is ``count`` working days before the day."""
    for _ in range(count):
        day = _next(day, -_DAY, holidays)
    return day


def longest(count: int) -> timedelta:
    """Returns a duration that contains this many working days, given any holidays that ``has_few`` allows."""
    return timedelta(days=2 * count) + MOST_DAYS_OFF


def has_few(holidays: Collection[date]) -> bool:
    """Whether ``MOST_DAYS_OFF`` and ``longest`` are correct for these holidays."""
    # A week without holidays has more working days than `longest` needs.
    near = {each + offset * _DAY for each in holidays for offset in range(8)}
    return all(_is_near(each, holidays) for each in near)


def _is_near(day: date, holidays: Collection[date]) -> bool:
    last = day
    if not is_working_day(day, holidays):
        earlier, later = _next(day, -_DAY, holidays), _next(day, _DAY, holidays)
        if max(day - earlier, later - day) > MOST_DAYS_OFF:
            return False
    for count in range(1, MAX_COUNT + 1):
        last = _next(last, -_DAY, holidays)
        if day - last > longest(count):
            return False
    return True


def _next(day: date, step: timedelta, holidays: Collection[date]) -> date:
    day += step
    while not is_working_day(day, holidays):
        day += step
    return day
