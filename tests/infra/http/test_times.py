"""Times in responses: RFC 3339 in UTC with three digits of milliseconds."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wellwish.base import clock


@given(st.datetimes(timezones=st.just(UTC)))
@example(datetime(2026, 11, 21, tzinfo=UTC))
@example(datetime(2026, 11, 21, 9, 8, 7, 1000, tzinfo=UTC))
@example(datetime(2026, 11, 21, 9, 8, 7, 999, tzinfo=UTC))
@example(datetime(1, 1, 1, tzinfo=UTC))
@example(datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC))
def test_an_instant_has_milliseconds(instant: datetime) -> None:
    assert clock.rfc3339(instant) == instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (datetime(2026, 11, 21, 9, 8, 7, 120_000, UTC), "2026-11-21T09:08:07.120Z"),
        (datetime(2026, 11, 21, 9, 8, 7, 0, UTC), "2026-11-21T09:08:07.000Z"),
        (None, None),
    ],
)
def test_an_instant_may_be_absent(instant: datetime | None, text: str | None) -> None:
    assert clock.rfc3339_or_none(instant) == text
