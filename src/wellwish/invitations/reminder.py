"""Compute the mornings on which invitees who have not signed are reminded, based on the calendar only.

A reminder is due at 09:00 in the card's time zone and is sent within ``LATE``. A reminder that was missed
because no worker was running is sent on the next morning. Several missed reminders are combined.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.cards.morning import LATE, morning

MOST: Final = 5
_ONCE_AFTER_DAYS: Final = (3,)
_BEFORE_END_DAYS: Final = (7, 1)
_WITHOUT_END_AFTER_DAYS: Final = (5, 12)

_DAY: Final = timedelta(days=1)


class ReminderTerms(Struct, frozen=True, kw_only=True):
    """The values that determine the mornings.

    ``reminder`` is the setting of the invitation, ``auto_reminders`` that of the card.
    """

    reminder: str
    auto_reminders: bool
    invited_at: datetime
    ends_at: datetime | None
    timezone: str

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


def next_reminder(terms: ReminderTerms, after: datetime) -> datetime | None:
    """Returns the time of the first reminder after ``after`` and after the day of the invitation, or None."""
    for day in _days(terms, _local_day(after, terms.zone)):
        at = morning(day, terms.zone)
        if at > after:
            return at if _before_end(terms, at) else None
    return None


def is_planned(terms: ReminderTerms, at: datetime) -> bool:
    """Returns whether a reminder is due at this time."""
    return next_reminder(terms, at - timedelta(microseconds=1)) == at


def due_at(terms: ReminderTerms, planned: datetime, now: datetime) -> datetime | None:
    """Returns when to send a planned reminder: the planned time, or the next morning if it was missed.

    Returns None if there is no morning before the end.
    """
    at = planned
    if now > planned + LATE:
        today = _local_day(now, terms.zone)
        at = next(each for each in _mornings(today, terms.zone) if now <= each + LATE)
    return at if _before_end(terms, at) else None


def _days(terms: ReminderTerms, since: date) -> Iterator[date]:
    """Yields the days of reminders in order. May omit days before ``since``."""
    invited = _local_day(terms.invited_at, terms.zone)
    if terms.reminder in ("daily", "weekly"):
        step = 1 if terms.reminder == "daily" else 7
        passed = max((since - invited).days // step, 1)
        yield from (invited + _DAY * step * (passed + more) for more in range(3))
    elif terms.reminder == "once":
        yield from (invited + _DAY * days for days in _ONCE_AFTER_DAYS)
    elif terms.reminder == "auto" and terms.auto_reminders:
        if terms.ends_at is None:
            yield from (invited + _DAY * days for days in _WITHOUT_END_AFTER_DAYS)
        else:
            end = _local_day(terms.ends_at, terms.zone)
            yield from (day for days in _BEFORE_END_DAYS if (day := end - _DAY * days) > invited)


def _mornings(first: date, zone: ZoneInfo) -> Iterator[datetime]:
    yield from (morning(first + _DAY * more, zone) for more in range(3))


def _before_end(terms: ReminderTerms, at: datetime) -> bool:
    return terms.ends_at is None or at < terms.ends_at


def _local_day(instant: datetime, zone: ZoneInfo) -> date:
    return instant.astimezone(zone).date()
