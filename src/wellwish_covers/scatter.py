"""Deterministic randomness, and points scattered evenly around reserved areas."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    def grow(self, by: float) -> "Box":
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def holds(self, x: float, y: float) -> bool:
        return self.x0 < x < self.x1 and self.y0 < y < self.y1


CANVAS = Box(0, 0, 1000, 1400)
SAFE = CANVAS.grow(-70)


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - pictures, not secrets


def strew(
    rng: Random,
    box: Box,
    gap: float,
    *,
    out: Sequence[Box] = (),
    keep: Callable[[float, float], bool] | None = None,
    tries: int = 14,
) -> list[Point]:
    """Returns points in the box at least `gap` apart (Bridson's sampling), outside the boxes in `out`."""
    cell = gap / math.sqrt(2)
    grid: dict[tuple[int, int], Point] = {}
    found: list[Point] = []

    def is_free(x: float, y: float) -> bool:
        if not box.holds(x, y):
            return False
        i, j = int((x - box.x0) / cell), int((y - box.y0) / cell)
        near = (grid.get((a, b)) for a in range(i - 2, i + 3) for b in range(j - 2, j + 3))
        return all(p is None or (p[0] - x) ** 2 + (p[1] - y) ** 2 >= gap * gap for p in near)

    def add(x: float, y: float) -> None:
        grid[int((x - box.x0) / cell), int((y - box.y0) / cell)] = (x, y)
        found.append((x, y))
        growing.append((x, y))

    growing: list[Point] = []
    add(rng.uniform(box.x0, box.x1), rng.uniform(box.y0, box.y1))
    while growing:
        at = rng.randrange(len(growing))
        x, y = growing[at]
        for _ in range(tries):
            turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(gap, 2 * gap)
            spot = x + far * math.cos(turn), y + far * math.sin(turn)
            if is_free(*spot):
                add(*spot)
                break
        else:
            growing.pop(at)
    free = (p for p in found if not any(b.holds(*p) for b in out))
    return [p for p in free if keep is None or keep(*p)]
