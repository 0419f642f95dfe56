"""Dates in a person's data: with a year or, as birthdays are stored, without one."""

import re
from datetime import date
from functools import lru_cache
from typing import Final

from msgspec import Struct

# ISO 8601 with a year; without one as ISO 8601:2000 and RFC 6350 section 4.3.1 write it.
FORM: Final = "^([0-9]{4}|-)-[0-9]{2}-[0-9]{2}$"
DAY_FORM: Final = "^--[0-9]{2}-[0-9]{2}$"
DATE_FORM: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

_FORM: Final = re.compile("(?:([0-9]{4})-([0-9]{2})-([0-9]{2})|--([0-9]{2})-?([0-9]{2}))")
# In some countries, 03/04/1990 is in March; in others, it is in April.
_LOCAL: Final = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}")
_LEAP_YEAR: Final = 2000
FIRST_YEAR: Final = 1900
# How far in the future a first day at work, or another date, can be.
YEARS_AHEAD: Final = 2


class Day(Struct, frozen=True, order=True, gc=False):
    """A day of the calendar; ``year`` is None for a day of every year."""

    year: int | None
    month: int
    day: int

    def __str__(self) -> str:
        year = "-" if self.year is None else f"{self.year:04}"
        return f"{year}-{self.month:02}-{self.day:02}"


@lru_cache(maxsize=20_000)  # many people have the same days
def parse(given: str) -> Day:
    """Raises ValueError with a sentence for the client."""
    found = _FORM.fullmatch(given)
    if found is None:
        raise ValueError(
            "Must be written year-month-day, such as 2026-03-14, or --03-14 without a year (ISO 8601): "
            + (
                "the order of day and month differs between countries."
                if _LOCAL.fullmatch(given)
                else "other forms are not read."
            )
        )
    year = None if found[1] is None else int(found[1])
    month, day = int(found[2] or found[4]), int(found[3] or found[5])
    try:
        date(_LEAP_YEAR if year is None else year, month, day)
    except ValueError:
        raise ValueError("Must be a valid date.") from None
    return Day(year, month, day)


def birthday(given: str) -> str:
    """Checks a birthday, and returns it as ``--03-14``, or with the year that was sent. Raises ValueError."""
    return str(parse(given))


def started_on(given: str) -> str:
    """Checks a date with a year. Raises ValueError."""
    found = parse(given)
    if found.year is None:
        raise ValueError("Must have a year, such as 2026-03-14.")
    return str(_in_range(found))


def own_date(given: str) -> str:
    """Checks a date with or without a year. Raises ValueError."""
    return str(_in_range(parse(given)))


def _in_range(found: Day) -> Day:
    if found.year is not None and found.year < FIRST_YEAR:
        raise ValueError(f"Must be in the year {FIRST_YEAR} or later.")
    return found


def without_year(given: str) -> str:
    """Returns a checked birthday without its year."""
    return f"--{given[-5:]}"
