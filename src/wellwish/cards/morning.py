"""The hour at which unsolicited emails are sent: 09:00 in the card's time zone."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

AT: Final = time(9)
LATE: Final = timedelta(hours=3)  # later emails wait for the next morning; none are sent at night


def morning(day: date, zone: ZoneInfo) -> datetime:
    """Returns 09:00 of a day in UTC.

    If the hour occurs twice, this is the first one; if it is skipped, this is its nominal time.
    """
    return datetime.combine(day, AT, zone).astimezone(UTC)


def next_morning(after: datetime, zone: ZoneInfo) -> datetime:
    """Returns the first 09:00 after a time."""
    today = after.astimezone(zone).date()
    at = morning(today, zone)
    return at if at > after else morning(today + timedelta(days=1), zone)


def morning_before(end: datetime, zone: ZoneInfo) -> datetime:
    """Returns 09:00 of the day before an end."""
    return morning(end.astimezone(zone).date() - timedelta(days=1), zone)
