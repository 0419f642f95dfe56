"""Retirement in letterpress: a sun of engraved rays over a calm sea."""

import math

from wellwish_covers.colour import Inks
from wellwish_covers.curves import num, polar, rect, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BODONI_CAPITALS, BODONI_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.press import cotton, gap, plate, press, rule, sunk, tint
from wellwish_covers.scatter import Box

PALETTES = {
    "ochre": Inks(table="#24466a", paper="#f8f2e2", shade="#0a1624", ink="#1d4468", second="#c9821f"),
    "coral": Inks(table="#e0a48c", paper="#fbf6ee", shade="#4a2012", ink="#8f2f2a", second="#d9694a"),
    "pine": Inks(table="#8a7340", paper="#f7f3e6", shade="#2a1f08", ink="#1f4f40", second="#b98a26"),
}  # fmt: skip

_X, _Y = 500.0, 860.0


@design(
    "retire-sunrise",
    picture="an engraved sun over a calm sea, in two inks on cotton paper",
    seed=71,
    palettes=PALETTES,
)
def sunrise(o: Order) -> None:
    s, ink = o.sheet, o.ink
    cotton(s, ink, 71)
    frame = Box(96, 420, 904, 1304)
    plate(s, ink, frame.grow(16))
    with s.clip(rect(96, 420, 808, 884)):
        _rays(s, ink)
        _sea(s, ink)
        _boat(s, ink)
    rule(s, ink, "M96 420H904V1304H96Z", ink.ink, 5)
    rule(s, ink, "M108 432H892V1292H108Z", ink.ink, 1.6)
    styles = [
        Style(BODONI_CAPITALS, 54, ink.ink),
        Style(BODONI_ITALIC, 200, ink.ink, leading=1.0, gap=gap(o.lines, 0.1)),
    ]
    lines = [o.lines[0].upper() if o.lines else "", *o.lines[1:]]
    letter(s, lines, styles, Box(110, 96, 890, 378), edge=sunk(ink))


def _rays(s: Sheet, ink: Inks) -> None:
    """Rays that thin out with distance, cut from long wedges."""
    for i in range(60):
        angle = 180 + (i + 0.5) * 3
        wide = 0.62 if i % 2 else 0.3
        a = polar(_X, _Y, angle, 214)
        c, d = polar(_X, _Y, angle - wide, 700), polar(_X, _Y, angle + wide, 700)
        s.fill(f"M{xy(*a)}L{xy(*c)}L{xy(*d)}Z", ink.second if i % 2 else ink.ink)
    for k in range(13):
        r = 186 - k * 14.2
        s.line(f"M{num(_X - r)} {_Y}a{num(r)} {num(r)} 0 0 1 {num(2 * r)} 0", ink.second, 9.4 - k * 0.55)
    press(s, wedge(_X, _Y, 18, 180, 360), ink.second)
    for x, y, size in ((250, 640, 0.8), (330, 580, 0.55), (716, 610, 0.7)):
        with s.at(x, y, scale=size):
            bird = "M-52-22Q-22-40 0 0Q22-40 52-22Q24-24 2 12H-2Q-24-24-52-22Z"
            s.fill(bird, ink.paper)
            press(s, bird, ink.ink)


def _sea(s: Sheet, ink: Inks) -> None:
    s.fill(rect(90, _Y, 820, 460), ink.paper)
    rule(s, ink, f"M96 {_Y}H904", ink.ink, 4)
    waves: list[str] = []
    for row in range(22):
        y = _Y + 18 + row * 16 + row * row * 0.28
        step, high = 26 + row * 3.2, 2 + row * 0.42
        x = 60 - (row % 3) * step / 2
        waves.append(
            f"M{num(x)} {num(y)}"
            + f"q{num(step / 2)} {num(-high)} {num(step)} 0t{num(step)} 0" * (int(440 / step) + 1)
        )
    for width, part in ((1.6, waves[:7]), (2.3, waves[7:14]), (3.1, waves[14:])):
        s.line("".join(part), ink.ink, width)
    for row in range(15):
        y = _Y + 12 + row * 21
        half = (150 - row * 5.6) * (0.72 + 0.28 * math.cos(row * 2.2))
        s.line(f"M{num(_X - half - 8)} {num(y)}H{num(_X + half + 8)}", ink.paper, 13)
        s.line(f"M{num(_X - half)} {num(y)}H{num(_X + half)}", ink.second, 5)


def _boat(s: Sheet, ink: Inks) -> None:
    with s.at(690, 1010, scale=1.3):
        for d in (
            "M-92 10H92Q70 52 40 54H-44Q-74 46-92 10Z",
            "M-4-190V-6H-86C-48-60-18-120-4-190Z",
            "M8-168C52-120 74-70 78-6H8Z",
        ):
            s.fill(d, ink.paper)
            s.line(d, ink.paper, 16)
        press(s, "M-92 10H92Q70 52 40 54H-44Q-74 46-92 10Z", ink.ink)
        s.line("M-70 26H72", ink.paper, 2.4)
        press(s, "M8-168C52-120 74-70 78-6H8Z", ink.ink)
        s.line("M2-196V10", ink.ink, 5)
        d = "M-4-190V-6H-86C-48-60-18-120-4-190Z"
        s.fill(d, tint(ink, ink.second, 0.16))
        with s.clip(d):
            s.line("".join(f"M-90 {y}H0" for y in range(-186, 0, 9)), ink.ink, 2)
        s.line(d, ink.ink, 3.4)
        s.line("M-120 66q14-8 28 0t28 0t28 0t28 0t28 0t28 0t28 0", ink.ink, 3)
