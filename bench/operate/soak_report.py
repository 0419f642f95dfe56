"""The report of a soak: the comparison of its quarters, a table, and a chart as SVG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final
from xml.sax.saxutils import escape

# A leak grows with every request; noise of the allocator and of the machine stays below these ratios. The
# first quarter fills caches, and the third separates the two compared quarters. Other work on the machine
# distorts latencies: CPU time is counted per process, and latency is relative to a request that reads no
# data, in the same round.
MEMORY_RATIO: Final = 1.15
CPU_RATIO: Final = 1.35
LATENCY_RATIO: Final = 1.5
_QUARTERS: Final = 4
_WIDTH, _HEIGHT, _GAP, _LEFT = 720, 130, 44, 64


@dataclass(frozen=True)
class Sample:
    """One round of a soak: memory in MB, latencies and CPU time of a request in ms, the database in MB.

    ``latency_ms`` is the sum of the medians of all operations; ``yardstick_ms`` is the median of requests
    that read no data.
    """

    at_s: float
    serve_pss_mb: float
    serve_rss_mb: float
    work_pss_mb: float
    work_rss_mb: float
    serve_cpu_ms: float
    database_cpu_ms: float
    work_cpu_ms: float
    latency_ms: float
    yardstick_ms: float
    p50_ms: float
    p95_ms: float
    tables_mb: float
    indexes_mb: float
    dead_rows: int


@dataclass(frozen=True)
class Figure:
    """A measured quantity: its medians in the second and the last quarter, and the limit of their ratio."""

    name: str
    second: float
    last: float
    limit: float | None

    @property
    def ratio(self) -> float:
        return self.last / self.second if self.second else float("inf") if self.last else 1.0

    @property
    def has_grown(self) -> bool:
        return self.limit is not None and self.ratio > self.limit


_MEASURED: Final[tuple[tuple[str, Callable[[Sample], float], float | None], ...]] = (
    ("memory of serve, PSS, MB", lambda each: each.serve_pss_mb, MEMORY_RATIO),
    ("memory of serve, RSS, MB", lambda each: each.serve_rss_mb, MEMORY_RATIO),
    ("memory of work, PSS, MB", lambda each: each.work_pss_mb, MEMORY_RATIO),
    ("memory of work, RSS, MB", lambda each: each.work_rss_mb, MEMORY_RATIO),
    ("CPU time of serve, ms/request", lambda each: each.serve_cpu_ms, CPU_RATIO),
    ("CPU time of the database, ms/request", lambda each: each.database_cpu_ms, CPU_RATIO),
    ("CPU time of work, ms/request", lambda each: each.work_cpu_ms, CPU_RATIO),
    ("latency, in yardsticks", lambda each: each.latency_ms / each.yardstick_ms, LATENCY_RATIO),
    ("yardstick, ms", lambda each: each.yardstick_ms, None),
    ("latency p50, ms", lambda each: each.p50_ms, None),
    ("latency p95, ms", lambda each: each.p95_ms, None),
    ("tables, MB", lambda each: each.tables_mb, None),
    ("indexes, MB", lambda each: each.indexes_mb, None),
    ("dead rows", lambda each: each.dead_rows, None),
)


def judge(samples: Sequence[Sample], seconds: float) -> list[Figure]:
    """Compares the last quarter of a soak with the second. Raises ValueError if one has no sample."""
    quarters: list[list[Sample]] = [[] for _ in range(_QUARTERS)]
    for each in samples:
        quarters[min(int(each.at_s / seconds * _QUARTERS), _QUARTERS - 1)].append(each)
    second, last = quarters[1], quarters[-1]
    if not second or not last:
        raise ValueError("a quarter of the soak has no sample")
    return [
        Figure(name, median(map(read, second)), median(map(read, last)), limit)
        for name, read, limit in _MEASURED
    ]


def table(figures: Sequence[Figure]) -> str:
    rows = ["| what | second quarter | last quarter | ratio | at most |", "|---|---:|---:|---:|---:|"]
    for each in figures:
        limit = "" if each.limit is None else f"{each.limit}{' (grown)' if each.has_grown else ''}"
        rows.append(f"| {each.name} | {each.second:,.2f} | {each.last:,.2f} | {each.ratio:.2f} | {limit} |")
    return "\n".join(rows)


def chart(samples: Sequence[Sample], title: str) -> str:
    """Returns an SVG with panels of memory, latency, CPU time and the database over the minutes."""
    panels: tuple[tuple[str, dict[str, list[float]]], ...] = (
        ("memory (PSS), MB", {
            "serve": [each.serve_pss_mb for each in samples], "work": [each.work_pss_mb for each in samples],
        }),
        ("latency, ms", {
            "p95": [each.p95_ms for each in samples], "p50": [each.p50_ms for each in samples],
        }),
        ("CPU time of a request, ms", {
            "serve": [each.serve_cpu_ms for each in samples],
            "database": [each.database_cpu_ms for each in samples],
        }),
        ("latency, in yardsticks", {"latency": [each.latency_ms / each.yardstick_ms for each in samples]}),
        ("database, MB", {
            "tables": [each.tables_mb for each in samples], "indexes": [each.indexes_mb for each in samples],
        }),
        ("dead rows", {"dead rows": [float(each.dead_rows) for each in samples]}),
    )  # fmt: skip
    minutes = [each.at_s / 60 for each in samples]
    height = len(panels) * (_HEIGHT + _GAP) + _GAP
    look = 'role="img" font-family="sans-serif" font-size="12" fill="#333"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" {look}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for number, (name, lines) in enumerate(panels):
        parts.append(_panel(name, lines, minutes, _GAP + number * (_HEIGHT + _GAP)))
    return "\n".join([*parts, "</svg>", ""])


_COLOURS: Final = ("#1f5fa8", "#b4530a")


def _panel(name: str, lines: dict[str, list[float]], minutes: Sequence[float], top: int) -> str:
    """Returns a panel whose axis begins at zero, so that changes are not exaggerated."""
    most = max((value for values in lines.values() for value in values), default=0.0) or 1.0
    end, bottom, width = max(minutes, default=0.0) or 1.0, top + _HEIGHT, _WIDTH - _LEFT - 16
    parts = [
        f'<text x="{_LEFT}" y="{top - 10}" font-weight="bold">{escape(name)}</text>',
        f'<path d="M{_LEFT} {top}V{bottom}H{_LEFT + width}" fill="none" stroke="#999"/>',
        f'<text x="{_LEFT - 6}" y="{top + 10}" text-anchor="end">{most:,.{0 if most >= 20 else 1}f}</text>',
        f'<text x="{_LEFT - 6}" y="{bottom}" text-anchor="end">0</text>',
        f'<text x="{_LEFT + width}" y="{bottom + 15}" text-anchor="end">{end:,.0f} min</text>',
    ]
    for number, (label, values) in enumerate(lines.items()):
        points = " ".join(
            f"{_LEFT + minute / end * width:.1f},{bottom - value / most * _HEIGHT:.1f}"
            for minute, value in zip(minutes, values, strict=True)
        )
        colour = _COLOURS[number]
        parts += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
            f'<text x="{_LEFT + 180 + number * 90}" y="{top - 10}" fill="{colour}">{escape(label)}</text>',
        ]
    return "\n".join(parts)
