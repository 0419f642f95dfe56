"""The clock of the process, which tests can move, and the format of times."""

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

_offset = timedelta()
_encode: Final = msgspec.json.Encoder().encode


def now() -> datetime:
    """Returns the current time in UTC, truncated to the milliseconds that the API shows."""
    instant = datetime.now(UTC) + _offset
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


def move(by: timedelta) -> None:
    """Moves the clock of this process, for tests."""
    global _offset  # noqa: PLW0603 - a clock is global state
    _offset = _offset + by if by else timedelta()


def moved_ms() -> int:
    """Returns the number of milliseconds by which the clock was moved."""
    return _offset // timedelta(milliseconds=1) if _offset else 0


def rfc3339(instant: datetime) -> str:
    """Returns the instant, which must be in UTC, as RFC 3339 with milliseconds and ``Z``."""
    # A quarter of the time of isoformat; the fraction is of six digits or, if it is zero, absent.
    text = _encode(instant)[1:-1].decode()
    return f"{text[:23]}Z" if len(text) > 20 else f"{text[:19]}.000Z"


def rfc3339_or_none(instant: datetime | None) -> str | None:
    """Returns ``rfc3339`` of an instant, or None."""
    return None if instant is None else rfc3339(instant)
