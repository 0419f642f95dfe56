"""The verdict of a soak: steady figures pass, growing ones fail."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from bench.operate.soak_report import CPU_RATIO, LATENCY_RATIO, MEMORY_RATIO, Sample, chart, judge, table

SECONDS = 3600.0
ROUNDS = 240
STEADY = Sample(
    at_s=0.0, serve_pss_mb=90.0, serve_rss_mb=150.0, work_pss_mb=80.0, work_rss_mb=130.0,
    serve_cpu_ms=2.0, database_cpu_ms=1.0, work_cpu_ms=0.5, latency_ms=40.0, yardstick_ms=2.0, p50_ms=8.0,
    p95_ms=20.0, tables_mb=40.0, indexes_mb=30.0, dead_rows=100,
)  # fmt: skip


def samples(**growth: float) -> list[Sample]:
    """Returns samples of an hour; the named figures grow evenly by these factors."""
    found: list[Sample] = []
    for number in range(ROUNDS):
        done = number / ROUNDS
        grown = {name: getattr(STEADY, name) * (1 + (by - 1) * done) for name, by in growth.items()}
        # Every tenth round is an outlier, which medians ignore.
        noise = {"latency_ms": 500.0} if number % 10 == 0 else {}
        found.append(replace(STEADY, at_s=done * SECONDS, **{**noise, **grown}))
    return found


def grown(found: list[Sample]) -> list[str]:
    return [each.name for each in judge(found, SECONDS) if each.has_grown]


def test_passes_a_steady_soak() -> None:
    assert grown(samples()) == []


def test_passes_a_database_that_grows_and_caches_that_fill_at_first() -> None:
    found = samples(tables_mb=50.0, indexes_mb=50.0, dead_rows=50.0)
    filling = [
        replace(each, serve_pss_mb=40.0, serve_rss_mb=60.0) if each.at_s < SECONDS / 4 else each
        for each in found
    ]
    assert grown(filling) == []


def test_passes_a_soak_beside_other_work_that_begins_in_the_middle() -> None:
    slower = {"latency_ms": 120.0, "yardstick_ms": 6.0, "p50_ms": 24.0, "p95_ms": 90.0}
    found = [replace(each, **slower) if each.at_s > SECONDS / 2 else each for each in samples()]
    assert grown(found) == []
    # The control: latency that grows more than the yardstick.
    worse = {**slower, "yardstick_ms": 3.0}
    found = [replace(each, **worse) if each.at_s > SECONDS / 2 else each for each in samples()]
    assert grown(found) == ["latency, in yardsticks"]


@pytest.mark.parametrize(
    ("name", "figure", "limit"),
    [
        ("serve_pss_mb", "memory of serve, PSS, MB", MEMORY_RATIO),
        ("serve_rss_mb", "memory of serve, RSS, MB", MEMORY_RATIO),
        ("work_pss_mb", "memory of work, PSS, MB", MEMORY_RATIO),
        ("work_rss_mb", "memory of work, RSS, MB", MEMORY_RATIO),
        ("serve_cpu_ms", "CPU time of serve, ms/request", CPU_RATIO),
        ("database_cpu_ms", "CPU time of the database, ms/request", CPU_RATIO),
        ("work_cpu_ms", "CPU time of work, ms/request", CPU_RATIO),
        ("latency_ms", "latency, in yardsticks", LATENCY_RATIO),
    ],
)
def test_fails_a_soak_that_grows(name: str, figure: str, limit: float) -> None:
    assert grown(samples(**{name: 4.0})) == [figure]
    # With linear growth to 1 + g, the compared quarters average about 1 + 3g/8 and 1 + 7g/8; just below the
    # limit, it passes.
    below = (limit - 1) / (7 / 8 - limit * 3 / 8) * 0.9
    assert grown(samples(**{name: 1 + below})) == []
    above = (limit - 1) / (7 / 8 - limit * 3 / 8) * 1.1
    assert grown(samples(**{name: 1 + above})) == [figure]


def test_refuses_a_soak_without_samples_in_a_quarter() -> None:
    for missing in (1, 3):
        some = [each for each in samples() if int(each.at_s / SECONDS * 4) != missing]
        with pytest.raises(ValueError, match="no sample"):
            judge(some, SECONDS)


def test_draws_and_lists_every_figure() -> None:
    found = samples(latency_ms=4.0)
    rows = table(judge(found, SECONDS))
    assert "1.5 (grown)" in next(row for row in rows.splitlines() if row.startswith("| latency, in"))
    assert rows.count("(grown)") == 1
    drawn = ET.fromstring(chart(found, "Soak <60 minutes>"))
    lines = drawn.findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(each.attrib["points"].split()) for each in lines] == [ROUNDS] * 10
