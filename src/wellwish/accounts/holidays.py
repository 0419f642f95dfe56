"""The holidays of an account, which are days off like weekends."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Final

from msgspec import Meta

from wellwish.base import working_days
from wellwish.base.errors import Fault
from wellwish.infra.http import line
from wellwish.infra.http.fields import calendar_date

MAX_HOLIDAYS: Final = 100
_FORM: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


Holidays = Annotated[
    list[
        Annotated[
            str,
            line(10, "Date, with its year.", required=True, check=calendar_date, schema={"pattern": _FORM}),
        ]
    ],
    Meta(
        max_length=MAX_HOLIDAYS,
        description="Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for "
        "occasions open and close on other days. Existing cards are unchanged.",
    ),
]


def faults(given: Sequence[str]) -> Iterator[Fault]:
    """Yields a fault for a holiday that is too far away, and for holidays that leave no working day near a
    date.
    """
    listed = {date.fromisoformat(each) for each in given}
    if any(not 2000 <= each.year <= 2100 for each in listed):
        yield Fault("/holidays", "out_of_range", "Must be in the years 2000 to 2100.")
    elif not working_days.has_few(listed):
        most = working_days.MOST_DAYS_OFF.days
        detail = f"Too many consecutive days off: a working day must be within {most} days of each day."
        yield Fault("/holidays", "too_many", detail)
