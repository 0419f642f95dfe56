"""The time: one clock for the whole process, which tests can move, and the way times are written."""

from datetime import UTC, datetime, timedelta

_offset = timedelta()


def now() -> datetime:
    """Returns the present instant in UTC, cut to milliseconds as the API shows them."""
    instant = datetime.now(UTC) + _offset
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


def move(by: timedelta) -> None:
    """Moves this process's clock; for tests of ends, expiries and reminders."""
    global _offset  # noqa: PLW0603 - the one piece of state that a clock is
    _offset = _offset + by if by else timedelta()


def moved_ms() -> int:
    """Returns by how many milliseconds the clock was moved."""
    return _offset // timedelta(milliseconds=1) if _offset else 0


def rfc3339(instant: datetime) -> str:
    """Returns the instant, which must be in UTC, as RFC 3339 with milliseconds and ``Z``."""
    return instant.isoformat(timespec="milliseconds")[:23] + "Z"


def rfc3339_or_none(instant: datetime | None) -> str | None:
    """Returns ``rfc3339`` of an instant, or None for none."""
    return None if instant is None else rfc3339(instant)
