"""Retention of old rows; hourly jobs delete them in small batches."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

# The default, minimum and maximum days of each setting.
_VARIABLES: Final = {
    # The API promises 90 days, and the database refuses to delete newer events.
    "events": ("WELLWISH_EVENTS_DAYS", 90, 90, 3650),
    # Bounces and replies can refer to a message for weeks.
    "messages": ("WELLWISH_MESSAGES_DAYS", 400, 90, 3650),
    # All attempts of a delivery are made within its first four days.
    "webhook_deliveries": ("WELLWISH_WEBHOOK_DELIVERIES_DAYS", 30, 7, 365),
}


@dataclass(frozen=True)
class Retention:
    """Ages at which rows are deleted."""

    events: timedelta = timedelta(days=90)
    messages: timedelta = timedelta(days=400)
    webhook_deliveries: timedelta = timedelta(days=30)


def read(number: Callable[[str, int, int, int], int]) -> Retention:
    """Returns the ages; ``number`` reads a variable with its default, minimum and maximum."""
    return Retention(**{name: timedelta(days=number(*each)) for name, each in _VARIABLES.items()})
