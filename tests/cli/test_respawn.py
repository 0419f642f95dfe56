"""Worker processes die in quick succession: the server restarts them, and gives up only after ten times."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from wellwish.cli.respawn import keep_serving

pytestmark = pytest.mark.process


class Runs:
    """Runs of the given lengths in seconds. Dead workers end all runs but the last; a signal ends it."""

    def __init__(self, *lengths_s: float, signal_in_pause: int | None = None) -> None:
        self.lengths: Iterator[float] = iter(lengths_s)
        self.time, self.count, self.signal_in_pause = 0.0, 0, signal_in_pause
        self.pauses: list[float] = []

    def run(self) -> bool:
        self.count += 1
        length = next(self.lengths, None)
        self.time += length or 0
        return length is None

    def wait(self, pause_s: float) -> bool:
        self.pauses.append(pause_s)
        self.time += pause_s
        return len(self.pauses) == self.signal_in_pause

    def keep(self) -> None:
        keep_serving(self.run, self.wait, lambda: self.time)


def test_serves_again_with_longer_pauses() -> None:
    runs = Runs(1, 1, 1)
    runs.keep()
    assert (runs.count, runs.pauses) == (4, [0.5, 1.0, 2.0])


def test_begins_with_the_shortest_pause_after_a_stable_run() -> None:
    runs = Runs(1, 1, 10, 1)
    runs.keep()
    assert runs.pauses == [0.5, 1.0, 0.5, 1.0]


def test_gives_up_after_ten_restarts_in_a_row() -> None:
    runs = Runs(*[1] * 100)
    with pytest.raises(SystemExit) as ended:
        runs.keep()
    assert (ended.value.code, runs.count, max(runs.pauses)) == (1, 11, 30.0)


def test_ends_at_once_by_a_signal_in_a_pause() -> None:
    runs = Runs(1, 1, 1, signal_in_pause=2)
    runs.keep()
    assert (runs.count, len(runs.pauses)) == (2, 2)


def test_a_signal_ends_the_first_run() -> None:
    """The control: nothing is restarted."""
    runs = Runs()
    with suppress(SystemExit):
        runs.keep()
    assert (runs.count, runs.pauses) == (1, [])
