"""Letterpress: cotton paper with a torn edge, and shapes and letters pressed into it in one or two inks."""

import math
from collections.abc import Sequence

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import num, poly, rect, xy
from wellwish_covers.glyphs import is_right_to_left
from wellwish_covers.lettering import Edge
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, chance, strew


def cotton(s: Sheet, ink: Inks, seed: int) -> None:
    """A sheet of thick paper on a darker ground: torn edges, fibres, and the bevel of a printing plate."""
    rng = chance(seed)
    s.ground(ink.table)
    edge: list[Point] = []
    for (x0, y0), (x1, y1) in (
        ((26, 26), (974, 26)),
        ((974, 26), (974, 1374)),
        ((974, 1374), (26, 1374)),
        ((26, 1374), (26, 26)),
    ):
        steps = int(math.hypot(x1 - x0, y1 - y0) / 17)
        for i in range(steps):
            t = i / steps
            edge.append(
                (x0 + (x1 - x0) * t + rng.uniform(-3.4, 3.4), y0 + (y1 - y0) * t + rng.uniform(-3.4, 3.4))
            )
    s.paper(poly(edge), ink.paper, lift=14, aside=4, shade=ink.shade, depth=0.34)
    with s.clip(poly(edge)):
        s.fill(
            rect(0, 0, 1000, 1400), s.down((0, "#ffffff", 0.16), (0.5, "#ffffff", 0), (1, ink.shade, 0.05))
        )
        flecks = strew(rng, Box(30, 30, 970, 1370), 52)
        s.fill(
            "".join(
                f"M{xy(x, y)}q{num(rng.uniform(4, 12))} {num(rng.uniform(-5, 5))} {num(rng.uniform(12, 22))} {num(rng.uniform(-4, 4))}l0 1.3Z"
                for x, y in flecks
            ),
            darken(ink.paper, 0.3),
            0.22,
        )
    _grain(s, ink)


def _grain(s: Sheet, ink: Inks) -> None:
    s.grain(darken(ink.paper, 0.5), 0.16, seed=3)
    s.grain("#ffffff", 0.35, seed=8)


def plate(s: Sheet, ink: Inks, box: Box) -> None:
    """The sunken area that a plate leaves: shadow along its upper edges, light along its lower ones."""
    x0, y0, x1, y1 = box
    s.fill(rect(x0, y0, x1 - x0, y1 - y0, 10), darken(ink.paper, 0.022))
    s.line(f"M{x0} {y1 - 10}V{y0 + 10}Q{x0} {y0} {x0 + 10} {y0}H{x1 - 10}", darken(ink.paper, 0.3), 2.6, 0.6)
    s.line(f"M{x0 + 10} {y1}H{x1 - 10}Q{x1} {y1} {x1} {y1 - 10}V{y0 + 10}", "#ffffff", 3, 0.9)


def press(s: Sheet, d: str, colour: str) -> None:
    """A solid shape with a deep impression: its lower edge catches the light, its upper edge is in shadow."""
    name = s.keep(d)
    s.raw(f'<use href="#{name}" y="2.6" x="0.6" fill="#fff" fill-opacity=".95"/>')
    s.raw(f'<use href="#{name}" fill="{colour}"/>')
    s.raw(
        f'<use href="#{name}" y="-1.4" fill="none" stroke="{darken(colour, 0.5)}" stroke-width="1.4" stroke-opacity=".35"/>'
    )


def rule(s: Sheet, ink: Inks, d: str, colour: str, width: float, dash: str = "") -> None:
    """A line with a deep impression."""
    with s.at(0.4, width * 0.3 + 1):
        s.line(d, lighten(ink.paper, 0.8), width, 0.9, dash)
    s.line(d, colour, width, dash=dash)


def sunk(ink: Inks) -> Edge:
    """The lit lower edge of printed letters."""
    return Edge(lighten(ink.paper, 0.85), 0.6, 2.6, 2)


def gap(lines: Sequence[str], usual: float = 0.5) -> float:
    """The extra space between large and small lines, in ems: more for Arabic, whose letters descend far."""
    return usual + 1.4 if is_right_to_left(" ".join(lines)) else usual


def rosette(radius: Sequence[float], lobes: int, turn: float, *, steps: int = 220) -> str:
    """A closed wave around the origin between two radii, as on banknotes."""
    low, high = radius
    points: list[Point] = []
    for i in range(steps):
        angle = 2 * math.pi * i / steps
        reach = (low + high) / 2 + (high - low) / 2 * math.cos(lobes * angle + turn)
        points.append((reach * math.cos(angle), reach * math.sin(angle)))
    return poly(points)


def tint(ink: Inks, colour: str, share: float) -> str:
    """A lighter tint of an ink on the paper."""
    return mix(ink.paper, colour, share)
