"""The calendar of reminders as a pure function, without a database or a clock."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from wellwish.cards.morning import LATE
from wellwish.invitations.reminder import ReminderTerms, due_at, is_planned, next_reminder


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def terms(reminder: str, invited_at: str, **fields: Any) -> ReminderTerms:
    given: dict[str, Any] = {"auto_reminders": True, "ends_at": None, "timezone": "UTC", **fields}
    return ReminderTerms(reminder=reminder, invited_at=utc(invited_at), **given)


def mornings(given: ReminderTerms, most: int = 6) -> list[str]:
    """Returns the first reminders in the card's local time."""
    found: list[str] = []
    at = given.invited_at
    while len(found) < most and (following := next_reminder(given, at)) is not None:
        assert is_planned(given, following)
        at = following
        found.append(f"{following.astimezone(given.zone):%Y-%m-%d %H:%M}")
    return found


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("daily", ["2026-05-02 09:00", "2026-05-03 09:00", "2026-05-04 09:00"]),
        ("weekly", ["2026-05-08 09:00", "2026-05-15 09:00", "2026-05-22 09:00"]),
        ("once", ["2026-05-04 09:00"]),
        ("auto", ["2026-05-06 09:00", "2026-05-13 09:00"]),
        ("none", []),
    ],
)
def test_counts_days_from_the_invitation(word: str, expected: list[str]) -> None:
    assert mornings(terms(word, "2026-05-01T07:00"), 3) == expected
    assert mornings(terms(word, "2026-05-01T23:59"), 3) == expected


def test_automatic_ones_come_seven_days_and_one_day_before_the_end() -> None:
    ends_at = utc("2026-05-20T23:59:59.999")
    assert mornings(terms("auto", "2026-05-01T07:00", ends_at=ends_at)) == [
        "2026-05-13 09:00",
        "2026-05-19 09:00",
    ]
    assert mornings(terms("auto", "2026-05-13T07:00", ends_at=ends_at)) == ["2026-05-19 09:00"]
    assert mornings(terms("auto", "2026-05-19T07:00", ends_at=ends_at)) == []
    assert mornings(terms("auto", "2026-05-01T07:00", ends_at=ends_at, auto_reminders=False)) == []


@pytest.mark.parametrize("word", ["daily", "weekly", "once", "auto"])
def test_never_comes_at_or_after_the_end(word: str) -> None:
    for end in ("2026-05-02T09:00", "2026-05-02T08:59:59", "2026-05-01T10:00"):
        assert mornings(terms(word, "2026-05-01T08:00", ends_at=utc(end))) == []
    assert mornings(terms("daily", "2026-05-01T08:00", ends_at=utc("2026-05-02T09:00:00.001"))) == [
        "2026-05-02 09:00"
    ]


@pytest.mark.parametrize(
    ("zone", "invited_at", "expected"),
    [
        # Clocks go forward on the night before 29 March and back on the night before 25 October.
        ("Europe/Berlin", "2026-03-27T12:00", ["03-28T08:00", "03-29T07:00", "03-30T07:00"]),
        ("Europe/Berlin", "2026-10-23T12:00", ["10-24T07:00", "10-25T08:00", "10-26T08:00"]),
        # Daylight saving time of half an hour, and offsets that are not whole hours.
        ("Australia/Lord_Howe", "2026-04-03T12:00", ["04-03T22:00", "04-04T22:30", "04-05T22:30"]),
        ("Asia/Kathmandu", "2026-05-01T12:00", ["05-02T03:15", "05-03T03:15", "05-04T03:15"]),
        ("America/St_Johns", "2026-05-01T12:00", ["05-02T11:30", "05-03T11:30", "05-04T11:30"]),
        # Farthest east and west: the day of the invitation is the day in the card's time zone.
        ("Pacific/Apia", "2026-05-01T12:00", ["05-02T20:00", "05-03T20:00", "05-04T20:00"]),
        ("Pacific/Kiritimati", "2026-05-01T12:00", ["05-02T19:00", "05-03T19:00", "05-04T19:00"]),
        ("Pacific/Pago_Pago", "2026-05-01T10:00", ["05-01T20:00", "05-02T20:00", "05-03T20:00"]),
        # A leap day.
        ("UTC", "2028-02-27T12:00", ["02-28T09:00", "02-29T09:00", "03-01T09:00"]),
    ],
)
def test_is_at_nine_on_the_clocks_of_the_card(zone: str, invited_at: str, expected: list[str]) -> None:
    given = terms("daily", invited_at, timezone=zone)
    at, found = given.invited_at, list[str]()
    for _ in expected:
        following = next_reminder(given, at)
        assert following is not None
        assert following.astimezone(given.zone).hour == 9
        at = following
        found.append(f"{at:%m-%dT%H:%M}")
    assert found == expected


def test_a_day_that_a_zone_skipped_has_no_reminder() -> None:
    """Samoa went from Thursday 29 to Saturday 31 December 2011."""
    given = terms("daily", "2011-12-28T22:00", timezone="Pacific/Apia")
    assert mornings(given, 3) == ["2011-12-29 09:00", "2011-12-31 09:00", "2012-01-01 09:00"]


def test_a_leap_day_counts_as_a_day() -> None:
    assert mornings(terms("once", "2028-02-27T12:00")) == ["2028-03-01 09:00"]
    assert mornings(terms("once", "2027-02-26T12:00")) == ["2027-03-01 09:00"]
    leap = utc("2028-03-01T12:00")
    assert mornings(terms("auto", "2028-01-01T12:00", ends_at=leap)) == [
        "2028-02-23 09:00",
        "2028-02-29 09:00",
    ]


@pytest.mark.parametrize(
    "zone", ["UTC", "Europe/Berlin", "Pacific/Apia", "Asia/Kathmandu", "America/New_York"]
)
def test_every_day_of_two_years_has_exactly_one_morning(zone: str) -> None:
    given = terms("daily", "2027-01-01T00:00", timezone=zone)
    at, days = given.invited_at, list[str]()
    while (following := next_reminder(given, at)) is not None and len(days) < 730:
        assert timedelta(hours=22) < following - at < timedelta(hours=48) or not days
        days.append(f"{following.astimezone(ZoneInfo(zone)):%Y-%m-%d}")
        at = following
    assert len(set(days)) == 730


def test_a_missed_morning_is_made_up_for_the_next_morning_and_never_at_night() -> None:
    given = terms("once", "2026-05-01T12:00")
    planned = utc("2026-05-04T09:00")
    assert next_reminder(given, given.invited_at) == planned
    assert due_at(given, planned, planned - timedelta(days=1)) == planned
    assert due_at(given, planned, planned + LATE) == planned
    for missed in ("2026-05-04T12:00:01", "2026-05-04T23:00", "2026-05-05T03:00"):
        assert due_at(given, planned, utc(missed)) == utc("2026-05-05T09:00")
    assert due_at(given, planned, utc("2026-05-20T10:00")) == utc("2026-05-20T09:00")


def test_a_missed_morning_is_left_out_where_the_card_ends_before_the_next() -> None:
    given = terms("once", "2026-05-01T12:00", ends_at=utc("2026-05-05T08:00"))
    assert due_at(given, utc("2026-05-04T09:00"), utc("2026-05-04T13:00")) is None


def test_a_new_end_date_changes_the_reminders() -> None:
    before = terms("auto", "2026-05-01T12:00", ends_at=utc("2026-05-20T12:00"))
    planned = next_reminder(before, before.invited_at)
    assert planned is not None
    assert is_planned(before, planned)
    assert not is_planned(terms("auto", "2026-05-01T12:00", ends_at=utc("2026-05-21T12:00")), planned)
