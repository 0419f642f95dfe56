"""Shifts the clock of the service: `script/test --clock-shift-days=400`.

Child processes of the tests read the shift from their environment; see `sitecustomize`.
"""

import os
from datetime import timedelta
from pathlib import Path

from wellwish.base import clock

VARIABLE = "WELLWISH_TEST_CLOCK_SHIFT_DAYS"


def shift(days: float) -> None:
    """Shifts this process's clock permanently; `clock.move` is relative to the shifted time."""
    by, now, moved_ms = timedelta(days=days), clock.now, clock.moved_ms
    clock.now = lambda: now() + by
    clock.moved_ms = lambda: moved_ms() + round(by.total_seconds() * 1000)  # for IDs, which start with a time


def shift_all(days: float) -> None:
    """Shifts the clock of this process and its future child processes."""
    shift(days)
    os.environ[VARIABLE] = str(days)
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
