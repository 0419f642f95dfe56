"""Histograms of durations, whose buckets are counters and can be summed over all processes."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

# The default buckets of Prometheus, which range from a read by key to the time limits of requests.
BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
INFINITY: Final = "+Inf"
_MICROSECONDS: Final = 1_000_000
_BOUNDS: Final = (*map(str, BUCKETS_S), INFINITY)


class Histogram:
    """Durations that are not yet in the database, each counted in one bucket only."""

    __slots__ = ("_buckets", "_sum_s")

    def __init__(self) -> None:
        self._buckets = [0] * len(_BOUNDS)
        self._sum_s = 0.0

    def observe(self, seconds: float) -> None:
        self._buckets[bisect_left(BUCKETS_S, seconds)] += 1
        self._sum_s += seconds

    def counts(self, name: str, label: str) -> Iterator[tuple[tuple[str, str], int]]:
        """Yields the counters: one for each bucket with observations, and the sum in microseconds."""
        comma = "," if label else ""
        for bound, count in zip(_BOUNDS, self._buckets, strict=True):
            if count:
                yield (f"{name}_bucket", f'{label}{comma}le="{bound}"'), count
        yield (f"{name}_sum", label), round(self._sum_s * _MICROSECONDS)
