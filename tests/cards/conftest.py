"""A clock for the tests that name days."""

from collections.abc import Iterator

import pytest

from tests.later import another_time, set_to


@pytest.fixture
def november_2026() -> Iterator[None]:
    """Sets the clock to a day on which every day of 2027 is ahead, also for the accounts that follow."""
    with another_time():
        set_to("2026-11-23T09:00")
        yield
