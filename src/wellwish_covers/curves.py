"""Shapes as SVG path data. Angles are in degrees, clockwise from the right, as in SVG."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

Point = tuple[float, float]


def num(value: float) -> str:
    """Formats a coordinate with one decimal, which is enough on a canvas 1,000 wide."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def xy(x: float, y: float) -> str:
    return f"{num(x)} {num(y)}"


def polar(x: float, y: float, angle: float, radius: float) -> Point:
    turn = math.radians(angle)
    return x + radius * math.cos(turn), y + radius * math.sin(turn)


def poly(points: Iterable[Point]) -> str:
    return "M" + "L".join(xy(*p) for p in points) + "Z"


def lines(points: Iterable[Point]) -> str:
    return "M" + "L".join(xy(*p) for p in points)


def smooth(points: Sequence[Point], *, closed: bool = True, tension: float = 1 / 6) -> str:
    """A smooth curve through all the points."""
    n = len(points)
    parts = [f"M{xy(*points[0])}"]
    for i in range(n if closed else n - 1):
        before = points[i - 1] if closed or i > 0 else points[0]
        start, end = points[i], points[(i + 1) % n]
        after = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
        c1 = (start[0] + (end[0] - before[0]) * tension, start[1] + (end[1] - before[1]) * tension)
        c2 = (end[0] - (after[0] - start[0]) * tension, end[1] - (after[1] - start[1]) * tension)
        parts.append(f"C{xy(*c1)} {xy(*c2)} {xy(*end)}")
    return "".join(parts) + ("Z" if closed else "")


def circle(x: float, y: float, r: float) -> str:
    return ellipse(x, y, r, r)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    arc = f"a{xy(rx, ry)} 0 1 1"
    return f"M{xy(x - rx, y)}{arc} {num(2 * rx)} 0{arc} {num(-2 * rx)} 0Z"


def rect(x: float, y: float, width: float, height: float, r: float = 0) -> str:
    if not r:
        return f"M{xy(x, y)}h{num(width)}v{num(height)}h{num(-width)}Z"
    r = min(r, width / 2, height / 2)
    w, h, a = width - 2 * r, height - 2 * r, f"a{xy(r, r)} 0 0 1 "
    return (
        f"M{xy(x + r, y)}h{num(w)}{a}{xy(r, r)}v{num(h)}{a}{xy(-r, r)}h{num(-w)}{a}{xy(-r, -r)}"
        f"v{num(-h)}{a}{xy(r, -r)}Z"
    )


def arch(x: float, y: float, width: float, height: float) -> str:
    """A door with a round top; x, y is its bottom left corner."""
    r = width / 2
    return f"M{xy(x, y)}v{num(r - height)}a{xy(r, r)} 0 0 1 {num(width)} 0V{num(y)}Z"


def ring(x: float, y: float, outer: float, inner: float) -> str:
    """A ring between two circles. The inner circle runs in reverse, so that the hole stays open."""
    arc = f"a{xy(inner, inner)} 0 1 0"
    hole = f"M{xy(x - inner, y)}{arc} {num(2 * inner)} 0{arc} {num(-2 * inner)} 0Z"
    return circle(x, y, outer) + hole


def wedge(x: float, y: float, r: float, start: float, end: float, inner: float = 0) -> str:
    large = int(abs(end - start) > 180)
    a, b = polar(x, y, start, r), polar(x, y, end, r)
    outer = f"M{xy(*a)}A{xy(r, r)} 0 {large} 1 {xy(*b)}"
    if not inner:
        return outer + f"L{xy(x, y)}Z"
    c, d = polar(x, y, end, inner), polar(x, y, start, inner)
    return outer + f"L{xy(*c)}A{xy(inner, inner)} 0 {large} 0 {xy(*d)}Z"


def star(x: float, y: float, r: float, *, points: int = 5, depth: float = 0.5, turn: float = 0) -> str:
    corners = [
        polar(x, y, turn - 90 + i * 180 / points, r if i % 2 == 0 else r * depth) for i in range(2 * points)
    ]
    return poly(corners)


def sparkle(x: float, y: float, r: float, waist: float = 0.16) -> str:
    """A four-pointed star with concave sides; `waist` sets how far they are drawn in."""
    w = r * waist
    tips = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    waists = [(x + w, y - w), (x + w, y + w), (x - w, y + w), (x - w, y - w)]
    return f"M{xy(*tips[0])}" + "".join(f"Q{xy(*waists[i])} {xy(*tips[(i + 1) % 4])}" for i in range(4)) + "Z"


def heart(x: float, y: float, r: float, turn: float = 0) -> str:
    """A heart about 2 r high, centred on x, y."""
    shape = [(0, -0.45), (-0.2, -1.05), (-1.05, -1.0), (-1.05, -0.28), (-1.05, 0.3), (-0.4, 0.55), (0, 1.0)]
    shape += [(0.4, 0.55), (1.05, 0.3), (1.05, -0.28), (1.05, -1.0), (0.2, -1.05), (0, -0.45)]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    p = [xy(x + r * (u * c - v * s), y + r * (u * s + v * c)) for u, v in shape]
    return f"M{p[0]}C" + " ".join(p[1:]) + "Z"


def drop(x: float, y: float, r: float, length: float, turn: float = 0) -> str:
    """A drop or flame: round around x, y, with its tip `length` above."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(u: float, v: float) -> str:
        return xy(x + u * c - v * s, y + u * s + v * c)

    k = r * 0.56
    return (
        f"M{at(0, -length)}C{at(r * 0.25, -length * 0.62)} {at(r, -r * 0.9)} {at(r, 0)}"
        f"C{at(r, k)} {at(k, r)} {at(0, r)}C{at(-k, r)} {at(-r, k)} {at(-r, 0)}"
        f"C{at(-r, -r * 0.9)} {at(-r * 0.25, -length * 0.62)} {at(0, -length)}Z"
    )


def petal(x: float, y: float, angle: float, length: float, width: float, bend: float = 0) -> str:
    """A leaf or petal that starts at x, y; `width` is half its width."""
    turn = math.radians(angle)
    ux, uy = math.cos(turn), math.sin(turn)

    def at(along: float, side: float) -> str:
        return xy(x + ux * length * along - uy * width * side, y + uy * length * along + ux * width * side)

    return (
        f"M{at(0, 0)}C{at(0.25, 0.75)} {at(0.72, 0.9 + bend)} {at(1, bend)}"
        f"C{at(0.72, -0.9 + bend)} {at(0.25, -0.75)} {at(0, 0)}Z"
    )


def blob(
    rng: Random, x: float, y: float, r: float, *, points: int = 9, vary: float = 0.1, flat: float = 1
) -> str:
    """An irregular circle, as if cut by hand."""
    corners: list[Point] = []
    for i in range(points):
        px, py = polar(0, 0, 360 * i / points, r * (1 + rng.uniform(-vary, vary)))
        corners.append((x + px, y + py * flat))
    return smooth(corners)


def ridge(
    rng: Random, base: float, height: float, *, rough: float = 1, width: float = 1000, n: int = 22
) -> list[Point]:
    """The crest of a hill across the canvas, as points from left to right."""
    waves = [(1.1, 1.0), (2.3, 0.45), (4.1, 0.2 * rough), (7.7, 0.08 * rough)]
    phases = [rng.uniform(0, 2 * math.pi) for _ in waves]
    crest: list[Point] = []
    for i in range(n + 1):
        t = i / n * math.pi
        lift = sum(size * math.sin(f * t + p) for (f, size), p in zip(waves, phases, strict=True))
        crest.append((-40 + (width + 80) * i / n, base - height * lift / 1.5))
    return crest


def ground(crest: Sequence[Point], bottom: float = 1420) -> str:
    """The area below a crest."""
    left, right = crest[0][0], crest[-1][0]
    return smooth(crest, closed=False) + f"L{xy(right, bottom)}L{xy(left, bottom)}Z"


def height_at(crest: Sequence[Point], x: float) -> float:
    """Returns the y coordinate of a crest at x."""
    for (x0, y0), (x1, y1) in pairwise(crest):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return crest[0][1] if x < crest[0][0] else crest[-1][1]


def bezier(a: Point, b: Point, c: Point, t: float) -> Point:
    """Returns the point at `t` on the quadratic Bézier curve from a to c with the control point b."""
    u = 1 - t
    return u * u * a[0] + 2 * u * t * b[0] + t * t * c[0], u * u * a[1] + 2 * u * t * b[1] + t * t * c[1]
