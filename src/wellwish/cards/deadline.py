"""The end of a card's contributions: a date or a time in the card's time zone."""

import re
from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.http.query_time import FORM

# Responses show milliseconds. If clocks are set back at midnight, the last moment occurs twice; ``fold``
# selects the second one.
_LAST_MOMENT: Final = time(23, 59, 59, 999000, fold=1)


def well_formed(given: str) -> str:
    """Checks the format of an end date. Raises ValueError."""
    if re.fullmatch(FORM.strip("^$"), given) is None:
        raise ValueError("Must be a date, such as 2026-12-24, or a time, such as 2026-12-24T18:00:00Z.")
    _read(given)
    return given


def instant_of(given: str, timezone: str) -> datetime:
    """Returns the UTC time of an end date: a date means the last moment of that day in the time zone."""
    read = _read(given)
    if not isinstance(read, datetime):
        read = datetime.combine(read, _LAST_MOMENT)
    if read.tzinfo is None:
        read = read.replace(tzinfo=ZoneInfo(timezone))
    instant = read.astimezone(UTC)
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


def future(given: str, timezone: str, now: datetime, pointer: str = "/contribution_end_date") -> datetime:
    """Returns the UTC time of an end date. Raises InvalidRequest if it has passed."""
    instant = instant_of(given, timezone)
    if instant <= now:
        raise InvalidRequest(faults=[Fault(pointer, "in_the_past", "Must be in the future.")])
    return instant


def _read(given: str) -> datetime | date:
    try:
        if len(given) == len("2026-12-24"):
            read = date.fromisoformat(given)
        else:
            fraction = re.sub(r"(\.[0-9]{6})[0-9]+", r"\1", given.upper().replace(" ", "T"))
            read = datetime.fromisoformat(fraction)
    except ValueError:
        raise ValueError("Must be a valid date or time.") from None
    if not 1971 <= read.year <= 9000:
        raise ValueError("Must have a year between 1971 and 9000.")
    return read
