"""The clock shift reaches child processes of the tests."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.shifted.shift import VARIABLE

_TELL = "from wellwish.base import clock; print(clock.now().isoformat())"


@pytest.mark.parametrize("days", ["400", "-3", ""])
def test_a_process_runs_on_the_day_that_its_environment_names(days: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), VARIABLE: days}
    output = subprocess.run(
        [sys.executable, "-P", "-c", _TELL], env=environment, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    expected = datetime.now(UTC) + timedelta(days=float(days or 0))
    assert abs(datetime.fromisoformat(output.strip()) - expected) < timedelta(minutes=1)
