"""Times in query parameters: a date, or a time with or without an offset."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final

from msgspec import Meta

from wellwish.base import clock
from wellwish.infra.http.fields import line

# RFC 3339 section 5.6; the time, its seconds and its offset are optional.
FORM: Final = (
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
    "([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$"
)

# The same format, restricted to valid calendar and clock values, and to years that every time zone supports.
END_FORM: Final = (
    "^([2-8][0-9]{3}|9000)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    "([Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?"
    "([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?$"
)

_INSTANT: Final = {"format": "date-time", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]\S+$"}


def moment(description: str) -> Meta:
    """A date or time. Without an offset, ``instant_of`` interprets it in the account's time zone."""
    says = (
        f"{description} A date means the start of that day. Dates, and times without an offset, are in the "
        "account's time zone."
    )
    return line(40, says, check=_well_formed, schema={"pattern": FORM})


def instant(description: str, *, required: bool = False) -> Meta:
    """An RFC 3339 time with an offset, converted to UTC."""
    return line(40, description, required=required, check=_in_utc, schema=_INSTANT)


def has_offset(given: str) -> bool:
    return datetime.fromisoformat(given.upper()).tzinfo is not None


def instant_of(given: str, zone: tzinfo) -> datetime:
    """Returns the UTC time. A date, or a time without an offset, is in ``zone``."""
    read = datetime.fromisoformat(given.upper())
    return (read if read.tzinfo else read.replace(tzinfo=zone)).astimezone(UTC)


def _in_utc(given: str) -> str:
    try:
        read = datetime.fromisoformat(given.upper())
        if read.tzinfo is None or not 1971 <= read.year <= 9000:
            raise ValueError
    except ValueError:
        raise ValueError("Must be an RFC 3339 time with an offset, such as 2026-12-24T18:00:00Z.") from None
    return clock.rfc3339(read.astimezone(UTC))


def _well_formed(given: str) -> str:
    try:
        if re.fullmatch(FORM.strip("^$"), given) is None:
            raise ValueError
        for hours in (-14, 14):  # valid in every time zone
            instant_of(given, timezone(timedelta(hours=hours)))
    except (ValueError, OverflowError):
        raise ValueError(
            "Must be a date, such as 2026-12-24, or a time, such as 2026-12-24T18:00:00Z."
        ) from None
    return given
