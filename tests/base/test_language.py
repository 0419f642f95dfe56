"""Dates as the pages show them."""

from datetime import timedelta

import pytest

from tests.later import another_time, frozen_at
from wellwish.base import clock
from wellwish.base.language import LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("days", "has_year"), [(0, False), (181, False), (183, True), (400, True)])
def test_a_day_half_a_year_away_in_either_direction_has_its_year(
    code: str, days: int, *, has_year: bool
) -> None:
    with another_time(), frozen_at("2026-06-15T12:00"):
        for at in (clock.now() + timedelta(days=days), clock.now() - timedelta(days=days)):
            shown = LANGUAGES[code].day(at, "UTC")
            year = LANGUAGES[code].long_day(at, "UTC").split()[-1]
            assert (year in shown) is has_year, shown


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", "Thu 31 Dec"), ("Asia/Tokyo", "Fri 1 Jan"), ("America/New_York", "Thu 31 Dec")],
)
def test_a_day_is_that_of_the_time_zone(zone: str, shown: str) -> None:
    with another_time(), frozen_at("2026-12-31T20:00"):
        assert LANGUAGES["en"].day(clock.now(), zone) == shown
