"""Small motifs shared by many covers: confetti, clouds, stars, birds, butterflies."""

from collections.abc import Iterable, Sequence
from random import Random

from wellwish_covers.colour import darken, lighten, mix
from wellwish_covers.curves import circle, num, petal, poly, rect, smooth, sparkle, star, xy
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Point


def confetti(
    sheet: Sheet, rng: Random, spots: Iterable[Point], colours: Sequence[str], size: float = 1
) -> None:
    """Bits of paper: strips, discs, corners and curls."""
    for x, y in spots:
        colour, turn, kind = rng.choice(colours), rng.uniform(0, 180), rng.random()
        with sheet.at(x, y, turn, size):
            if kind < 0.24:
                sheet.fill(circle(0, 0, rng.uniform(6, 10)), colour)
            elif kind < 0.5:
                sheet.fill(rect(-5, -14, 10, 28, 2), colour)
                sheet.fill(rect(-5, -14, 5, 28, 2), darken(colour, 0.2), 0.5)
            elif kind < 0.68:
                sheet.fill(poly([(-12, 9), (1, -13), (12, 9)]), colour)
            elif kind < 0.82:
                sheet.fill(sparkle(0, 0, 16), colour)
            else:
                sheet.line("M-26 0q8.7-15 17.3 0t17.3 0t17.3 0", colour, 6)


CLOUD_LOBES = [(-150, 10, 46), (-88, -22, 62), (-8, -46, 82), (78, -18, 64), (142, 12, 44)]


def cloud_shape(x: float, y: float, size: float) -> str:
    """A cloud with a flat base at y; 390 wide at size 1."""
    lobes = "".join(circle(x + u * size, y + (v - 40) * size, r * size) for u, v, r in CLOUD_LOBES)
    return lobes + rect(x - 194 * size, y - 62 * size, 378 * size, 56 * size, 28 * size)


def cloud(
    sheet: Sheet, x: float, y: float, size: float, colour: str, shade: str, depth: float = 0.16
) -> None:
    sheet.paper(cloud_shape(x, y, size), colour, lift=9 * size + 2, shade=shade, depth=depth, rim=False)


def soft_star(sheet: Sheet, x: float, y: float, r: float, colour: str, shade: str, turn: float = 0) -> None:
    """A rounded star with one lighter half, as if folded."""
    sheet.paper(
        star(x, y, r * 0.86, depth=0.56, turn=turn), colour, lift=r * 0.14, shade=shade, corner=r * 0.28
    )
    for i in range(5):
        with sheet.at(x, y, turn + i * 72):
            sheet.fill(poly([(0, 0), (0, -r * 0.9), (r * 0.3, -r * 0.4)]), lighten(colour, 0.3), 0.55)


def bird(sheet: Sheet, x: float, y: float, size: float, colour: str) -> None:
    sheet.fill(
        f"M{xy(x - 40 * size, y - 16 * size)}q{num(26 * size)} {num(-10 * size)} {num(40 * size)} {num(14 * size)}"
        f"q{num(14 * size)} {num(-26 * size)} {num(42 * size)} {num(-16 * size)}"
        f"q{num(-26 * size)} {num(4 * size)} {num(-40 * size)} {num(30 * size)}"
        f"q{num(-14 * size)} {num(-24 * size)} {num(-42 * size)} {num(-28 * size)}Z",
        colour,
    )


def butterfly(
    sheet: Sheet, x: float, y: float, size: float, turn: float, wings: tuple[str, str], body: str
) -> None:
    with sheet.at(x, y, turn, size):
        for mirror in (False, True):
            with sheet.at(0, 0, mirror=mirror):
                sheet.paper("M4 0C16-62 88-74 88-28C86 8 36 14 4 6Z", wings[0], lift=6, shade=body)
                sheet.paper("M4 6C40 6 66 30 48 52C30 68 8 38 4 14Z", wings[1], lift=5, shade=body)
                sheet.fill("M14-6C28-44 70-52 70-28C68-8 36 4 14-6Z", lighten(wings[0], 0.4), 0.6)
                sheet.fill(circle(34, 34, 8), lighten(wings[1], 0.55), 0.8)
        sheet.line("M0-20V28", body, 9)
        sheet.line("M-2-22q-8-22-22-28M2-22q8-22 22-28", body, 3)


def ribbon(sheet: Sheet, points: Sequence[Point], colour: str, width: float, shade: str) -> None:
    """A paper streamer along a curve."""
    d = smooth(points, closed=False)
    with sheet.at(0, width * 0.3):
        sheet.line(d, shade, width, 0.16)
    sheet.line(d, colour, width)
    with sheet.at(0, -width * 0.22):
        sheet.line(d, lighten(colour, 0.3), width * 0.16, 0.8)


def bunting(sheet: Sheet, start: Point, low: float, end: Point, colours: Sequence[str], shade: str) -> None:
    """Flags on a string that sags by `low`."""
    (x0, y0), (x1, y1) = start, end
    count = max(4, round((x1 - x0) / 88))

    def at(t: float) -> Point:
        return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + low * 4 * t * (1 - t)

    for i in range(count):
        a, b = at((i + 0.08) / count), at((i + 0.92) / count)
        tip = (a[0] + b[0]) / 2 - (b[1] - a[1]) * 0.5, (a[1] + b[1]) / 2 + 84
        colour = colours[i % len(colours)]
        sheet.paper(poly([a, b, tip]), colour, lift=7, shade=shade, depth=0.24, corner=4)
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        sheet.fill(poly([middle, b, tip]), darken(colour, 0.3), 0.16)
    sheet.line(smooth([at(i / 12) for i in range(13)], closed=False), mix(shade, "#ffffff", 0.2), 5)


def rays(sheet: Sheet, x: float, y: float, far: float, count: int, colour: str, opacity: float) -> None:
    """Every other slice of a sunburst."""
    step = 360 / count
    for i in range(count):
        with sheet.at(x, y, i * step):
            half = far * 0.0087 * step / 2
            sheet.fill(poly([(0, 0), (far, -half), (far, half)]), colour, opacity)


def sprig(sheet: Sheet, x: float, y: float, length: float, turn: float, colour: str, leaves: int = 6) -> None:
    """A twig with pairs of leaves, starting at x, y."""
    with sheet.at(x, y, turn):
        sheet.line(
            f"M0 0Q{num(length * 0.5)} {num(-length * 0.08)} {num(length)} 0",
            colour,
            max(2.5, length * 0.022),
        )
        for i in range(1, leaves + 1):
            at = length * (0.12 + 0.8 * i / leaves)
            size = length * (0.3 - 0.16 * i / leaves)
            for side in (-1, 1):
                leaf = petal(at, -length * 0.04, side * 52, size, size * 0.3)
                sheet.fill(leaf, colour if side > 0 else lighten(colour, 0.16))
        sheet.fill(petal(length, 0, 0, length * 0.16, length * 0.05), colour)
