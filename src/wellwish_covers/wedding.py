"""Weddings: an arch of roses, anemones and eucalyptus over a path of petals."""

import math
from random import Random

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, petal, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import anemone, dahlia, rose
from wellwish_covers.glyphs import LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import sprig
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, strew

PALETTES = {
    "eucalyptus": Inks(
        ground="#7fa390", ground2="#a9c4b2", inner="#fffaf0", low="#f8e3cd", lawn="#c9dcc4", lawn2="#a5c3a4",
        shade="#1f3328", word="#245040", leaf="#4f8069", leaf2="#2f5c4a", leaf3="#9dc0a4", rose="#f9d9ce",
        rose2="#e29d8f", blush="#fffaf0", blush2="#e9d3bf", ochre="#eebd62", ochre2="#c78a34", bulb="#ffd98a",
        heart="#6d4a22",
    ),
    "blush": Inks(
        ground="#dd8f98", ground2="#f0b9bc", inner="#fff8f4", low="#fde0d2", lawn="#f4c9c6", lawn2="#e8a9ab",
        shade="#4d1a28", word="#86243f", leaf="#6f9a78", leaf2="#3f6e56", leaf3="#b3d0b0", rose="#f9b3b6",
        rose2="#d76b7c", blush="#fffaf6", blush2="#f1d2cb", ochre="#b8405f", ochre2="#852741", bulb="#ffe0a0",
        heart="#5e1a2c",
    ),
    "gold_ochre": Inks(
        ground="#c98f35", ground2="#e6bb6c", inner="#fffaec", low="#fbe4b4", lawn="#ecd39a", lawn2="#dcb871",
        shade="#4a2f08", word="#674208", leaf="#7c8c4a", leaf2="#4f6330", leaf3="#b9bf83", rose="#fff4e0",
        rose2="#e8cf9f", blush="#f6b48f", blush2="#d77c53", ochre="#c4532b", ochre2="#8f3517", bulb="#fff0c0",
        heart="#5a3208",
    ),
}  # fmt: skip

_X, _TOP, _R, _FOOT = 500.0, 560.0, 352.0, 1250.0
_LENGTH = math.pi * _R + 2 * (_FOOT - _TOP)


@design(
    "wedding-arch",
    picture="an arch of roses and eucalyptus over a path of petals",
    seed=77,
    palettes=PALETTES,
)
def floral_arch(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.ground2), (1, ink.ground)))
    for x, y in strew(o.rng, Box(-20, -20, 1020, 1240), 120):
        for turn in (-34, 0, 34):
            s.fill(petal(x, y, o.rng.uniform(-12, 12) + turn - 90, 60, 12), ink.ground, 0.5)
    _garden(o)
    _leaves(s, ink, o.rng)
    _flowers(s, ink, o.rng)
    words = Box(272, 446, 728, 780)
    style = Style(LIGHT_ITALIC, 176, ink.word, leading=1.02)
    letter(s, o.lines, [style, style], words)
    for side in (0, 180):
        sprig(s, 500 + (-26 if side else 26), 850, 120, side, ink.leaf, 5)
    s.fill(circle(500, 848, 8), ink.ochre)
    s.grain(ink.shade)


def _garden(o: Order) -> None:
    """The view through the arch: a low sun, two lawns, and a path that narrows."""
    s, ink = o.sheet, o.ink
    inside = f"M{_X - _R} 1300V{_TOP}a{_R} {_R} 0 0 1 {2 * _R} 0V1300Z"
    s.paper(
        inside,
        s.down((0, ink.inner), (0.6, ink.inner), (1, ink.low)),
        lift=10,
        shade=ink.shade,
        depth=0.3,
        rim=False,
    )
    with s.clip(inside):
        s.fill(circle(500, 1000, 330), s.glow(500, 1000, 330, (0, ink.bulb, 0.75), (1, ink.bulb, 0)))
        s.paper("M100 1012Q300 952 520 996T900 972V1320H100Z", ink.lawn, lift=-6, shade=ink.shade, depth=0.14)
    s.paper(
        "M-20 1150C240 1096 420 1090 540 1096S860 1110 1020 1150V1430H-20Z",
        ink.lawn2,
        lift=-8,
        shade=ink.shade,
        depth=0.2,
    )
    path = (
        "M506 996C556 1030 634 1056 600 1104S350 1180 310 1262S250 1390 240 1440H790C730 1350 610 1290 650 1214"
        "S770 1112 690 1054S556 1016 526 994Z"
    )
    s.paper(path, ink.inner, lift=5, shade=ink.shade, depth=0.14, rim=False)
    with s.clip(path):
        for x, y in strew(o.rng, Box(180, 1020, 820, 1400), 34):
            size = 5 + (y - 1000) * 0.03
            tone = o.rng.choice(ink.some("rose rose2 blush2 ochre"))
            s.fill(petal(x, y, o.rng.uniform(0, 360), size * 2, size * 0.7), tone)


def _at(along: float, aside: float = 0) -> Point:
    """The point at a share of the arch's length from its left foot, moved outwards by `aside`."""
    reach = along * _LENGTH
    leg = _FOOT - _TOP
    if reach < leg:
        return _X - _R - aside, _FOOT - reach
    if reach > _LENGTH - leg:
        return _X + _R + aside, _FOOT - (_LENGTH - reach)
    turn = math.pi - (reach - leg) / _R
    return _X + (_R + aside) * math.cos(turn), _TOP - (_R + aside) * math.sin(turn)


def _heading(along: float) -> float:
    """The direction of the arch at a share of its length, in degrees."""
    (x0, y0), (x1, y1) = _at(along - 0.001), _at(along + 0.001)
    return math.degrees(math.atan2(y1 - y0, x1 - x0))


def _leaves(s: Sheet, ink: Inks, rng: Random) -> None:
    """Three layers of leaves that follow the arch from both feet to its top."""
    for paper, count, spread, long in (
        (ink.leaf2, 96, 40, 104),
        (ink.leaf, 100, 30, 84),
        (ink.leaf3, 60, 44, 66),
    ):
        for i in range(count):
            along = (i + 0.5) / count
            x, y = _at(along, rng.uniform(-spread * 0.5, spread))
            upwards = _heading(along) + (0 if along < 0.5 else 180)
            angle = upwards + rng.choice((-1, 1)) * rng.uniform(22, 70)
            size = long * rng.uniform(0.8, 1.15)
            s.paper(
                petal(x, y, angle, size, size * 0.2), paper, lift=4, shade=ink.shade, depth=0.26, rim=False
            )
            if paper != ink.leaf2:
                tip = (
                    x + math.cos(math.radians(angle)) * size * 0.8,
                    y + math.sin(math.radians(angle)) * size * 0.8,
                )
                s.line(f"M{xy(x, y)}L{xy(*tip)}", lighten(paper, 0.35), 1.8, 0.8)


def _flowers(s: Sheet, ink: Inks, rng: Random) -> None:
    """Clusters at the feet, the shoulders and the top; single flowers between them."""
    names: list[str] = []
    kinds = (
        lambda: rose(s, rng, (ink.rose, ink.rose2, darken(ink.rose2, 0.12)), ink.shade),
        lambda: rose(s, rng, (ink.blush, ink.blush2, mix(ink.blush2, ink.ochre, 0.3)), ink.shade),
        lambda: dahlia(s, (ink.ochre, ink.ochre2, ink.heart), ink.shade),
        lambda: anemone(s, (ink.blush, ink.blush2, ink.heart), ink.shade),
    )
    for kind in kinds:
        with s.symbol() as name:
            kind()
        names.append(name[0])
    # Half of the arch: share of its length, distance outwards, radius, kind.
    half = (
        (0.02, -34, 62, 0), (0.015, 44, 58, 2), (0.055, 6, 70, 1), (0.095, -26, 50, 3), (0.1, 34, 46, 0), (0.145, 2, 42, 2),
        (0.195, -12, 48, 1), (0.235, 20, 38, 0), (0.285, -6, 46, 3), (0.325, 24, 62, 0), (0.345, -34, 44, 2), (0.375, 0, 64, 1),
        (0.408, 34, 42, 3), (0.43, -22, 46, 0), (0.462, 20, 54, 2), (0.476, -36, 40, 3),
    )  # fmt: skip
    for along, aside, r, kind in half:
        for share in (along, 1 - along):
            x, y = _at(share, aside)
            s.stamp(names[kind], x, y, rng.uniform(0, 360), r / 100)
    s.stamp(names[1], 500, _TOP - _R + 4, 12, 0.8)
    for i in range(26):
        share = (i + 0.5) / 26
        x, y = _at(share, rng.choice((-66, 64)) + rng.uniform(-8, 8))
        s.paper(circle(x, y, 8), ink.bulb, lift=3, shade=ink.shade)
        s.fill(circle(x - 2, y - 2.5, 2.8), "#ffffff", 0.9)
