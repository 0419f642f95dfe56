"""Owners' changes to an occasion: days, texts and design that differ from its rule."""

from datetime import date, timedelta
from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.infra.http.fields import LINE_PATTERN, TEXT_PATTERN

# A card whose opening is changed is open for at most this long.
MOST_DAYS_OPEN: Final = timedelta(days=28)
DAY: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, Meta(pattern=DAY, max_length=10)]


class Changes(Struct, frozen=True, kw_only=True):
    """The differences from the rule for this occasion. Null members follow the rule."""

    opens_on: Annotated[Day, Meta(description="Day on which the card opens, at 09:00.")] | None
    closes_on: (
        Annotated[Day, Meta(description="Day on which the card closes, at the hour of the rule.")] | None
    )
    title: Annotated[str, Meta(max_length=255, pattern=LINE_PATTERN)] | None
    message: Annotated[str, Meta(max_length=5000, pattern=TEXT_PATTERN)] | None
    template_id: Annotated[str, Meta(pattern=ids.pattern("tpl"))] | None


class Changed(Struct, frozen=True):
    """An occasion that is changed, with the date of its person."""

    occasion: str
    year: int
    month: int
    day: int
    changes: Changes


UNCHANGED: Final = Changes(opens_on=None, closes_on=None, title=None, message=None, template_id=None)


def closing(changes: Changes | None, falls_on: date) -> date | None:
    """Returns the changed day of closing, unless the date is now too far from it."""
    if changes is None or changes.closes_on is None:
        return None
    closes_on = date.fromisoformat(changes.closes_on)
    return closes_on if abs(closes_on - falls_on) <= MOST_DAYS_OFF else None


def opening(changes: Changes | None, closes_on: date) -> date | None:
    """Returns the changed day of opening, unless it no longer fits the day of closing."""
    if changes is None or changes.opens_on is None:
        return None
    opens_on = date.fromisoformat(changes.opens_on)
    return opens_on if timedelta(0) < closes_on - opens_on <= MOST_DAYS_OPEN else None
