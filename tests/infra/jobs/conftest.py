"""Resets the clock after each test."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from wellwish.base import clock


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield
    clock.move(timedelta())
