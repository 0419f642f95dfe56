"""The days on which a plan has more invitations than the account's message limit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.occasions.changes import Day
from wellwish.occasions.occasion import Number
from wellwish.occasions.plan import Planned

_DAY: Final = timedelta(days=1)


class BusyDay(Struct, frozen=True, kw_only=True):
    """A day in UTC on which not all invitations are sent."""

    day: Day
    messages: Annotated[
        Number,
        Meta(description="Number of invitations to cards that open, and of those that waited."),
    ]
    later: Annotated[Number, Meta(description="Number of these that wait until the next day.")]


def busy_days(planned: Sequence[Planned], a_day: int, now: datetime) -> Iterator[BusyDay]:
    """Yields the days with more than ``a_day`` due invitations. Excess invitations wait for the next day."""
    wanted: Counter[date] = Counter()
    for each in planned:
        wanted[max(each.opens_at, now).astimezone(UTC).date()] += each.signers
    day, waiting = min(wanted, default=date.max), 0
    last = max(wanted, default=date.min)
    while day <= last or waiting:
        messages = waiting + wanted[day]
        waiting = max(0, messages - a_day)
        if waiting:
            yield BusyDay(day=day.isoformat(), messages=messages, later=waiting)
        day += _DAY
