"""The clock of the process, which tests can move; the test clock of test data; and the format of times."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

_offset = timedelta()
_encode: Final = msgspec.json.Encoder().encode
# By how much the clock is ahead of the data that the request or job is about; None for live data.
_ahead: ContextVar[timedelta | None] = ContextVar("ahead", default=None)


def now() -> datetime:
    """Returns the current time in UTC, truncated to the milliseconds that the API shows."""
    instant = datetime.now(UTC) + _offset
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


@contextmanager
def without_test_clock() -> Generator[None]:
    """Uses no test clock in the block, unless the block itself sets one; restores the former one."""
    former = _ahead.set(None)
    try:
        yield
    finally:
        _ahead.reset(former)


def use_test_clock(ahead: timedelta | None) -> None:
    """Lets the request or job use the test clock of its data, ahead by this much; None for live data.

    It is called where the account becomes known: by a token, a link or a job.
    """
    _ahead.set(ahead)


def is_test() -> bool:
    """Returns whether the request or job is about test data, for display only."""
    return _ahead.get() is not None


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
