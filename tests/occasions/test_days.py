"""The days of occasions, as tables."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from wellwish.base.working_days import MOST_DAYS_OFF, before, has_few, longest, replaced
from wellwish.occasions.days import in_year, instant
from wellwish.people.day import parse

# 2026-12-24 is a Thursday.
CHRISTMAS = (date(2026, 12, 24), date(2026, 12, 25), date(2026, 12, 26))


@pytest.mark.parametrize(
    ("given", "year", "leap_day", "expected"),
    [
        ("--03-14", 2027, "february_28", "2027-03-14"),
        ("2020-05-01", 2027, "february_28", "2027-05-01"),
        ("--02-29", 2028, "february_28", "2028-02-29"),
        ("--02-29", 2028, "march_1", "2028-02-29"),
        ("--02-29", 2027, "february_28", "2027-02-28"),
        ("--02-29", 2027, "march_1", "2027-03-01"),
        ("--02-29", 2100, "february_28", "2100-02-28"),
        ("2024-02-29", 2025, "march_1", "2025-03-01"),
    ],
)
def test_finds_the_date_in_a_year(given: str, year: int, leap_day: str, expected: str) -> None:
    assert in_year(parse(given), year, leap_day).isoformat() == expected


@pytest.mark.parametrize(
    ("day", "before", "after", "nearest"),
    [
        ("2026-12-23", "2026-12-23", "2026-12-23", "2026-12-23"),  # a Wednesday stays
        ("2026-12-05", "2026-12-04", "2026-12-07", "2026-12-04"),  # Saturday
        ("2026-12-06", "2026-12-04", "2026-12-07", "2026-12-07"),  # Sunday
        ("2026-12-24", "2026-12-23", "2026-12-28", "2026-12-23"),  # a holiday on a Thursday
        ("2026-12-25", "2026-12-23", "2026-12-28", "2026-12-23"),  # two days before, three after
        ("2026-12-26", "2026-12-23", "2026-12-28", "2026-12-28"),
        ("2026-12-27", "2026-12-23", "2026-12-28", "2026-12-28"),
    ],
)
def test_moves_a_day_off_to_a_working_day(day: str, before: str, after: str, nearest: str) -> None:
    given = date.fromisoformat(day)
    found = [replaced(given, word, CHRISTMAS).isoformat() for word in ("before", "after", "nearest")]
    assert found == [before, after, nearest]
    assert replaced(given, "keep", CHRISTMAS) == given


def test_of_two_equally_near_days_takes_the_earlier() -> None:
    # Thursday and Friday are off, so Wednesday and the next Monday are both two or more days away.
    friday_off = (date(2026, 12, 4), date(2026, 12, 7))
    assert replaced(date(2026, 12, 5), "nearest", friday_off) == date(2026, 12, 3)
    monday = (date(2026, 12, 9),)
    assert replaced(date(2026, 12, 9), "nearest", monday) == date(2026, 12, 8)


@pytest.mark.parametrize(
    ("closes_on", "working_days", "expected"),
    [
        ("2026-12-04", 0, "2026-12-04"),
        ("2026-12-04", 1, "2026-12-03"),
        ("2026-12-04", 5, "2026-11-27"),
        ("2026-12-07", 1, "2026-12-04"),  # Monday: Friday before
        ("2026-12-06", 1, "2026-12-04"),  # a kept Sunday: Friday before
        ("2026-12-06", 0, "2026-12-06"),
        ("2026-12-28", 1, "2026-12-23"),  # over a holiday and a weekend
        ("2026-12-28", 30, "2026-11-12"),
        ("2027-01-01", 5, "2026-12-23"),  # over the end of the year
    ],
)
def test_opens_working_days_before(closes_on: str, working_days: int, expected: str) -> None:
    assert before(date.fromisoformat(closes_on), working_days, CHRISTMAS).isoformat() == expected


@pytest.mark.parametrize(
    ("day", "hour", "timezone", "expected"),
    [
        ("2026-03-14", 9, "UTC", "2026-03-14T09:00"),
        ("2026-03-14", 9, "Asia/Tokyo", "2026-03-14T00:00"),
        ("2026-03-14", 9, "America/Los_Angeles", "2026-03-14T16:00"),
        ("2026-03-29", 2, "Europe/Berlin", "2026-03-29T01:00"),  # skipped: 03:00 in summer time
        ("2026-10-25", 2, "Europe/Berlin", "2026-10-25T00:00"),  # twice: the first, in summer time
        ("2026-03-08", 2, "America/New_York", "2026-03-08T07:00"),
        ("2026-09-06", 0, "America/Santiago", "2026-09-06T04:00"),  # midnight is skipped
        ("2011-12-30", 9, "Pacific/Apia", "2011-12-30T19:00"),  # the day is skipped
        ("2026-01-01", 0, "Pacific/Kiritimati", "2025-12-31T10:00"),
    ],
)
def test_an_hour_is_in_the_zone(day: str, hour: int, timezone: str, expected: str) -> None:
    found = instant(date.fromisoformat(day), time(hour), timezone)
    assert found == datetime.fromisoformat(expected).replace(tzinfo=UTC)


FRIDAYS = {date(2027, 1, 1) + timedelta(days=7 * week) for week in range(100)}
WEEKDAYS = [
    day for day in (date(2027, 3, 1) + timedelta(days=each) for each in range(28)) if day.weekday() < 5
]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (set[date](), True),
        (set(CHRISTMAS), True),
        (FRIDAYS, True),  # a week of four days
        (set(WEEKDAYS[:9]), True),
        (set(WEEKDAYS[:10]), False),  # from a Saturday to the second Sunday after it
        # Two weeks of four are off.
        (set(WEEKDAYS[:9] + WEEKDAYS[10:19]), False),
        ({each + timedelta(days=28 * part) for part in range(3) for each in WEEKDAYS[:7]}, True),
    ],
)
def test_holidays_leave_working_days_near_each_date(given: set[date], expected: bool) -> None:
    holidays = frozenset(given)
    assert has_few(holidays) == expected
    if expected and holidays:
        first, last = min(holidays) - timedelta(days=40), max(holidays) + timedelta(days=120)
        for number in range((last - first).days):
            day = first + timedelta(days=number)
            for word in ("before", "after"):
                assert abs(replaced(day, word, holidays) - day) <= MOST_DAYS_OFF
            for count in range(1, 31):
                assert day - before(day, count, holidays) <= longest(count)
