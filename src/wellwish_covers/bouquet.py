"""With love, in letterpress: a bouquet in fine line with a second ink laid loosely behind it."""

import math

from wellwish_covers.colour import Inks
from wellwish_covers.curves import bezier, circle, ellipse, num, petal, polar, smooth, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BODONI_CAPITALS, BODONI_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.press import cotton, gap, press, rule, sunk, tint
from wellwish_covers.scatter import Box, Point

PALETTES = {
    "rose": Inks(table="#d98f94", paper="#fbf5ec", shade="#4a1520", ink="#6b1f38", second="#e2707c", third="#8fae8a"),
    "cornflower": Inks(table="#8aa2c9", paper="#f8f6f0", shade="#14233f", ink="#22386f", second="#6f8fd6", third="#a9bf94"),
    "saffron": Inks(table="#d8a648", paper="#fcf6e6", shade="#3f2a06", ink="#5a3418", second="#eea43a", third="#9bb07c"),
}  # fmt: skip

_TIE: Point = (500.0, 1010.0)


@design("love-bouquet", picture="a bouquet in fine line on cotton paper", seed=73, palettes=PALETTES)
def bouquet(o: Order) -> None:
    s, ink = o.sheet, o.ink
    cotton(s, ink, 73)
    with s.at(500, 966, scale=1.12), s.at(-_TIE[0], -_TIE[1]):
        _flowers(s, ink)
    styles = [
        Style(BODONI_ITALIC, 190, ink.ink, leading=0.98),
        Style(BODONI_CAPITALS, 46, ink.ink, gap=gap(o.lines)),
    ]
    lines = [o.lines[0] if o.lines else "", *(line.upper() for line in o.lines[1:])]
    letter(s, lines, styles, Box(120, 1136, 880, 1320), edge=sunk(ink))


def _flowers(s: Sheet, ink: Inks) -> None:
    _stems(s, ink)
    for x, y, r, kind in (
        (500, 470, 128, 0), (306, 566, 96, 1), (694, 556, 102, 1), (404, 700, 84, 2), (602, 706, 88, 0), (240, 760, 58, 3),
        (764, 756, 62, 3), (404, 356, 54, 3), (622, 340, 58, 3),
    ):  # fmt: skip
        (_peony, _ranunculus, _cosmos, _bud)[kind](s, ink, (x, y), r)
    _ribbon(s, ink)


def _wash(s: Sheet, ink: Inks, d: str, colour: str, share: float = 0.62) -> None:
    """The second ink, printed a little out of register."""
    with s.at(9, 8):
        s.fill(d, tint(ink, colour, share))


def _stems(s: Sheet, ink: Inks) -> None:
    heads = (
        (500, 470),
        (306, 566),
        (694, 556),
        (404, 700),
        (602, 706),
        (240, 760),
        (764, 756),
        (404, 356),
        (622, 340),
    )
    for x, y in heads:
        foot = 500 - (x - 500) * 0.34
        bend = 500 + (x - 500) * 0.42, y + (1010 - y) * 0.62
        d = f"M{x} {y}Q{xy(*bend)} {xy(*_TIE)}L{num(foot)} 1106"
        rule(s, ink, d, ink.ink, 3)
        for share, lean, long in ((0.5, 44, 92), (0.68, -50, 84)):
            at = bezier((x, y), bend, _TIE, share)
            heading = math.degrees(math.atan2(y - 1010, x - 500))
            _leaf(s, ink, at, heading + (lean if x >= 500 else -lean), long)
    for x, y, angles, long in (
        (500, 470, (-64, -90, -116), 214), (306, 566, (150, 180, 210), 168), (694, 556, (30, 0, -30), 174),
        (404, 700, (140, 170), 140), (602, 706, (40, 10), 146), (404, 356, (-150, -120), 112), (622, 340, (-62, -30), 116),
        (240, 760, (128, 200), 100), (764, 756, (52, -20), 104),
    ):  # fmt: skip
        for angle in angles:
            _leaf(s, ink, (x, y), angle, long)


def _leaf(s: Sheet, ink: Inks, at: Point, angle: float, long: float) -> None:
    d = petal(*at, angle, long, long * 0.2)
    s.fill(d, ink.paper)
    _wash(s, ink, d, ink.third, 0.7)
    s.line(d, ink.ink, 2.4)
    veins = [f"M{xy(*at)}L{xy(*polar(*at, angle, long * 0.92))}"]
    for k in (0.3, 0.45, 0.6, 0.74):
        foot = polar(*at, angle, long * k)
        tips = [polar(*foot, angle + turn, long * 0.13) for turn in (-36, 36)]
        veins += [f"M{xy(*foot)}L{xy(*tip)}" for tip in tips]
    s.line("".join(veins), ink.ink, 1.5)


def _petals(s: Sheet, ink: Inks, at: Point, r: float, ring: tuple[int, float, float, float]) -> None:
    """Cupped petals with fine lines; `ring` contains their number, reach, width and turn."""
    count, reach, wide, turn = ring
    for i in range(count):
        angle = turn + i * 360 / count
        left, right = polar(*at, angle - wide, r * reach * 0.98), polar(*at, angle + wide, r * reach * 0.98)
        a, b = (
            polar(*at, angle - wide * 0.9, r * reach * 0.45),
            polar(*at, angle + wide * 0.9, r * reach * 0.45),
        )
        dent = polar(*at, angle, r * reach * 0.93)
        d = smooth(
            [
                at,
                a,
                left,
                polar(*at, angle - wide * 0.4, r * reach * 1.04),
                dent,
                polar(*at, angle + wide * 0.4, r * reach * 1.04),
                right,
                b,
            ]
        )
        s.fill(d, ink.paper)
        with s.at(5, 5):
            s.fill(d, tint(ink, ink.second, 0.3 + 0.5 * (1 - reach)))
        s.line(d, ink.ink, 2.3)
        strokes = "".join(
            f"M{xy(*polar(*at, angle + k * wide * 0.26, r * reach * 0.5))}L{xy(*polar(*at, angle + k * wide * 0.3, r * reach * (0.78 - abs(k) * 0.03)))}"
            for k in (-2, -1, 0, 1, 2)
        )
        s.line(strokes, ink.ink, 1.2)


def _peony(s: Sheet, ink: Inks, at: Point, r: float) -> None:
    for ring in ((7, 1.0, 31, 10), (6, 0.78, 34, 40), (5, 0.56, 40, 5), (4, 0.36, 50, 30)):
        _petals(s, ink, at, r, ring)
    _eye(s, ink, at, r * 0.13)


def _ranunculus(s: Sheet, ink: Inks, at: Point, r: float) -> None:
    for k in range(7):
        count = 9 - k
        _petals(s, ink, at, r, (count, 1 - k * 0.125, 236 / count, k * 23))
    _eye(s, ink, at, r * 0.1)


def _cosmos(s: Sheet, ink: Inks, at: Point, r: float) -> None:
    _petals(s, ink, at, r, (8, 1.0, 21, 0))
    press(s, circle(*at, r * 0.24), ink.ink)
    s.dots([polar(*at, i * 40, r * 0.15) for i in range(9)], 2, ink.paper)


def _bud(s: Sheet, ink: Inks, at: Point, r: float) -> None:
    x, y = at
    for angle in (-122, -58, -90):
        d = petal(x, y + r, angle, r * 2, r * 0.62)
        s.fill(d, ink.paper)
        with s.at(5, 5):
            s.fill(d, tint(ink, ink.second, 0.7))
        s.line(d, ink.ink, 2.3)
    for angle in (-150, -30):
        d = petal(x, y + r * 1.1, angle, r * 0.9, r * 0.2)
        s.fill(d, tint(ink, ink.third, 0.7))
        s.line(d, ink.ink, 2)
    s.fill(ellipse(x, y + r * 1.05, r * 0.34, r * 0.24), ink.ink)


def _eye(s: Sheet, ink: Inks, at: Point, r: float) -> None:
    press(s, circle(*at, r), ink.ink)
    s.dots([polar(*at, i * 60, r * 1.7) for i in range(6)], 2.4, ink.ink)


def _ribbon(s: Sheet, ink: Inks) -> None:
    x, y = _TIE
    for side in (-1, 1):
        with s.at(x, y, mirror=side < 0):
            for d in (
                "M2 6C24 40 60 66 104 96L76 98L70 122C32 92 4 54-8 18Z",
                "M0-6C28-60 112-60 112-14S34 36 0 8Z",
            ):
                s.fill(d, ink.paper)
                with s.at(5, 5):
                    s.fill(d, tint(ink, ink.second, 0.8))
                s.line(d, ink.ink, 2.6)
            s.line("M14-4C42-34 82-36 88-12", ink.ink, 1.6)
    s.fill(ellipse(x, y, 20, 24), ink.paper)
    press(s, ellipse(x, y, 18, 22), ink.ink)
