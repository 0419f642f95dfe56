"""Runs the service on another day: ``script/test --clock-shift-days=400``.

The processes that a test starts find the shift in their environment: see ``sitecustomize``.
"""

import os
from datetime import timedelta
from pathlib import Path

from wellwish import clock

VARIABLE = "WELLWISH_TEST_CLOCK_SHIFT_DAYS"


def shift(days: float) -> None:
    """Moves this process's clock for good; ``clock.move`` then counts from there."""
    by, now, moved_ms = timedelta(days=days), clock.now, clock.moved_ms
    clock.now = lambda: now() + by
    clock.moved_ms = lambda: moved_ms() + round(by.total_seconds() * 1000)  # for ids, which begin with a time


def shift_all(days: float) -> None:
    """Moves the clock of this process and of those that it starts."""
    shift(days)
    os.environ[VARIABLE] = str(days)
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
