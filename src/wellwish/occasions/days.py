"""The days of an occasion: its date in a year, and the times of its card."""

from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from wellwish.people.day import Day

FEBRUARY_28, MARCH_1 = "february_28", "march_1"
OPENS_AT: Final = time(9)  # in the person's zone


def in_year(day: Day, year: int, leap_day: str) -> date:
    """Returns the date in the year. In a year without 29 February, ``leap_day`` names the day that replaces
    it.
    """
    try:
        return date(year, day.month, day.day)
    except ValueError:
        return date(year, 3, 1) if leap_day == MARCH_1 else date(year, 2, 28)


@lru_cache(maxsize=20_000)  # people of a plan, and most plans, ask for the same times
def instant(day: date, at: time, timezone: str) -> datetime:
    """Returns the UTC time of a local time. A time that the zone skips is moved by the skipped time.

    Of a time that occurs twice, returns the first.
    """
    return datetime.combine(day, at, ZoneInfo(timezone)).astimezone(UTC)
