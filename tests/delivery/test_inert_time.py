"""The guard is fast for every text of a user, because messages are composed on the event loop."""

import time
from collections.abc import Callable

import pytest

from wellwish.delivery.inert import inert, inert_in_text

# A text that only resembles a list of dates can be split in exponentially many ways; a long number, in
# thousands.
TEXTS = {
    "dates": "11." * 30 + "777",
    "figure": "1" * 5000,
    "spaces": "1" + " " * 5000,
    "joints": "a.@" * 1600,
}


@pytest.mark.parametrize("guard", [inert, inert_in_text])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_takes_long(guard: Callable[[str], str], text: str) -> None:
    began = time.process_time()
    guard(text)
    assert time.process_time() - began < 0.25


def test_six_dates_stay_as_they_are() -> None:
    six = "1.1. 2.2. 3.3.2026 18:30 - 4.4.2026 20:00"
    assert (inert(six), inert_in_text(six)) == (six, six)
