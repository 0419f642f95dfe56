"""The clock of the process, which tests can move; the test clock of test data; and the format of times."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

_offset = timedelta()
_encode: Final = msgspec.json.Encoder().encode
# The lead of the test clock, for the data of the current request or job; None for live data.
_ahead: ContextVar[timedelta | None] = ContextVar("ahead", default=None)


def now() -> datetime:
    """Returns the current time in UTC, truncated to the milliseconds that the API shows."""
    instant = datetime.now(UTC) + _offset
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


@contextmanager
def test_clock(ahead: timedelta | None) -> Generator[None]:
    """Uses a test clock in the block, or None for live data, and restores the former one afterwards.

    The block can set another with ``use_test_clock``.
    """
    former = _ahead.get()
    _ahead.set(ahead)
    try:
        yield
    finally:
        _ahead.set(former)  # without a token, because another task that closes the generator could not use it


def use_test_clock(ahead: timedelta | None) -> None:
    """Makes the request or job use the test clock of its data, ahead by this much; None for live data.

    Callers are the places where the account becomes known: by a token, a link or a job.
    """
    _ahead.set(ahead)


def ahead() -> timedelta:
    """Returns the lead of the test clock of the request or job; zero for live data."""
    return _ahead.get() or timedelta()


def data_now() -> datetime:
    """Returns the current time of the request's or job's data: ``now``, or the time of its test clock."""
    return now() + ahead()


def is_test() -> bool:
    """Whether the request or job is about test data, for display only."""
    return _ahead.get() is not None


def move(by: timedelta) -> None:
    """Moves the clock of this process, for tests."""
    global _offset  # noqa: PLW0603 - a clock is global state
    _offset = _offset + by if by else timedelta()


def moved_ms() -> int:
    """Returns the number of milliseconds that ``data_now`` is ahead of the machine's clock."""
    by = _ahead.get()
    if by is None:
        return _offset // timedelta(milliseconds=1) if _offset else 0
    return (_offset + by) // timedelta(milliseconds=1)


def rfc3339(instant: datetime) -> str:
    """Returns the instant, which must be in UTC, as RFC 3339 with milliseconds and ``Z``."""
    # Takes a quarter of the time of isoformat. The fraction has six digits or, if it is zero, is absent.
    text = _encode(instant)[1:-1].decode()
    return f"{text[:23]}Z" if len(text) > 20 else f"{text[:19]}.000Z"


def rfc3339_or_none(instant: datetime | None) -> str | None:
    return None if instant is None else rfc3339(instant)
