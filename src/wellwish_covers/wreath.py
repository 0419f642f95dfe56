"""Winter holidays in letterpress: a wreath of fir, holly and berries."""

import math

from wellwish_covers.colour import Inks
from wellwish_covers.curves import circle, num, petal, polar, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BODONI_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.press import cotton, plate, press, rule, sunk, tint
from wellwish_covers.scatter import Box

PALETTES = {
    "evergreen": Inks(table="#7a1f24", paper="#f8f4e9", shade="#21070a", ink="#1c4a36", second="#b3232c"),
    "midnight": Inks(table="#c2a463", paper="#f9f6ee", shade="#33240a", ink="#1b2f5c", second="#a8751d"),
    "plum": Inks(table="#3d5a4a", paper="#f8f1ea", shade="#0d1c14", ink="#5a1f45", second="#2f7058"),
}  # fmt: skip

_X, _Y, _R = 500.0, 680.0, 326.0


@design(
    "holidays-wreath",
    picture="a letterpress wreath of fir and holly around the words",
    seed=67,
    palettes=PALETTES,
)
def wreath(o: Order) -> None:
    s, ink = o.sheet, o.ink
    cotton(s, ink, 67)
    plate(s, ink, Box(70, 70, 930, 1330))
    for row in range(10):
        for i in range(7 - row % 2):
            x, y = 128 + i * 124 + row % 2 * 62, 128 + row * 127
            if math.hypot(x - _X, y - _Y) > 462 and not (380 < x < 620 and y < 1270 and y > 1000):
                _flake(s, ink, x, y, (24, 15)[row % 2])
    _branches(o)
    _bow(s, ink)
    lines = [o.lines[0] if o.lines else "", *o.lines[1:]]
    style = Style(BODONI_ITALIC, 148, ink.ink, leading=1.0)
    letter(s, lines, [style, style], Box(284, 556, 716, 806), edge=sunk(ink))


def _flake(s: Sheet, ink: Inks, x: float, y: float, r: float) -> None:
    arms = "".join(
        f"M{xy(x, y)}L{xy(*polar(x, y, k * 60 + 30, r))}M{xy(*polar(x, y, k * 60 + 14, r * 0.72))}"
        f"L{xy(*polar(x, y, k * 60 + 30, r * 0.5))}L{xy(*polar(x, y, k * 60 + 46, r * 0.72))}"
        for k in range(6)
    )
    s.line(arms, tint(ink, ink.ink, 0.5), 1.8)


def _branches(o: Order) -> None:
    s, ink = o.sheet, o.ink
    rule(s, ink, circle(_X, _Y, _R), ink.ink, 4)
    needles: list[str] = []
    for i in range(96):
        angle = i * 360 / 96
        x, y = polar(_X, _Y, angle, _R + o.rng.uniform(-14, 14))
        heading = angle + 90 + (o.rng.uniform(-46, -22) if i % 2 else o.rng.uniform(22, 46))
        long = o.rng.uniform(80, 112)
        needles.append(f"M{xy(x, y)}L{xy(*polar(x, y, heading, long))}")
        for k in range(2, 11):
            foot = polar(x, y, heading, long * k / 10.5)
            tips = [polar(*foot, heading + turn, 26 - k) for turn in (-34, 34)]
            needles += [f"M{xy(*foot)}L{xy(*tip)}" for tip in tips]
    s.line("".join(needles), ink.ink, 2.2)
    for i in range(14):
        angle = -90 + (i + 0.5) * 360 / 14
        x, y = polar(_X, _Y, angle, _R + (14, -12)[i % 2])
        for lean in (-36, 36):
            _holly(s, ink, x, y, angle + 90 + lean + (180 if i % 2 else 0))
        for lean, far in ((0, 15), (120, 15), (240, 15)):
            bx, by = polar(x, y, angle + lean, far)
            press(s, circle(bx, by, 12), ink.second)
            s.fill(circle(bx - 3.4, by - 4, 3), tint(ink, ink.second, 0.35))


def _holly(s: Sheet, ink: Inks, x: float, y: float, turn: float) -> None:
    with s.at(x, y, turn):
        leaf = (
            "M8 0Q18-10 22-24Q34-16 44-22Q50-12 64-14Q76-4 92 0Q76 4 64 14Q50 12 44 22Q34 16 22 24Q18 10 8 0Z"
        )
        s.fill(leaf, ink.paper)
        press(s, leaf, ink.ink)
        s.line("M14 0H80M30 0l8-9M30 0l8 9M48 0l8-7M48 0l8 7", ink.paper, 1.8)


def _bow(s: Sheet, ink: Inks) -> None:
    x, y = _X, _Y + _R + 4
    for side in (-1, 1):
        with s.at(x, y, mirror=side < 0):
            for d in (
                "M4 10C30 60 40 110 92 158L60 160L52 190C20 140 8 80-8 20Z",
                "M0-8C40-76 142-84 138-14S46 56 0 12Z",
            ):
                s.fill(d, ink.paper)
                press(s, d, ink.second)
            s.line("M14-6C48-48 100-52 104-14M14 2C50 26 90 22 104-10", ink.paper, 2.2)
            s.line("M10 30C30 80 44 118 66 146", ink.paper, 2)
    s.fill(circle(x, y, 30), ink.paper)
    press(s, circle(x, y, 25), ink.second)
    for k in range(5):
        s.fill(petal(x, y, -90 + k * 72, 15, 3.4), tint(ink, ink.second, 0.3))
    rule(s, ink, f"M{num(_X - 40)} 846H{num(_X + 40)}", ink.second, 2)
