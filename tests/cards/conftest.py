"""A fixed clock for tests with literal dates."""

from collections.abc import Iterator

import pytest

from tests.later import another_time, set_to


@pytest.fixture
def november_2026() -> Iterator[None]:
    """Sets the clock to a day in 2026, before all dates in the tests, and before any account is created."""
    with another_time():
        set_to("2026-11-23T09:00")
        yield
