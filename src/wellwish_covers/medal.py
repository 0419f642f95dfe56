"""Congratulations in letterpress: a rosette of engraved lines."""

import math

from wellwish_covers.colour import Inks
from wellwish_covers.curves import circle, num, petal, polar, sparkle, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BODONI_CAPITALS, BODONI_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.press import cotton, gap, plate, press, rosette, rule, sunk, tint
from wellwish_covers.scatter import Box

PALETTES = {
    "petrol": Inks(table="#2d4a4e", paper="#f7f2e6", shade="#0c1c1e", ink="#0f4f5a", second="#c4522f"),
    "oxblood": Inks(table="#6e2a2e", paper="#f8f1e4", shade="#24090b", ink="#7a1826", second="#b08430"),
    "ultramarine": Inks(table="#c9b68f", paper="#fbf8f0", shade="#3a2c10", ink="#1f2f8f", second="#d0466a"),
}  # fmt: skip

_Y = 512.0


@design(
    "congrats-rosette", picture="a rosette of fine engraved lines on cotton paper", seed=61, palettes=PALETTES
)
def medal(o: Order) -> None:
    s, ink = o.sheet, o.ink
    cotton(s, ink, 61)
    plate(s, ink, Box(84, 84, 916, 1316))
    _rosette(s, ink)
    styles = [
        Style(BODONI_ITALIC, 220, ink.ink, leading=0.98),
        Style(BODONI_CAPITALS, 46, ink.ink, gap=gap(o.lines)),
    ]
    letter(
        s,
        [o.lines[0] if o.lines else "", *(line.upper() for line in o.lines[1:])],
        styles,
        Box(184, 968, 816, 1214),
        edge=sunk(ink),
    )


def _rosette(s: Sheet, ink: Inks) -> None:
    with s.at(500, _Y, scale=0.86):
        for k in range(40):
            with s.at(0, 0, k * 9):
                s.fill(wedge(0, 0, 372, -3, 3, 352), ink.second)
        rule(s, ink, circle(0, 0, 340), ink.ink, 5)
        rule(s, ink, circle(0, 0, 330), ink.ink, 1.8)
        for k in range(9):
            s.line(rosette((238, 318), 18, k * math.pi / 4.5), ink.ink, 1.7, 0.9)
        rule(s, ink, circle(0, 0, 230), ink.second, 4)
        for k in range(7):
            s.line(rosette((128, 220), 12, k * math.pi / 3.5), ink.second, 1.7, 0.95)
        press(s, circle(0, 0, 122), ink.ink)
        s.line(circle(0, 0, 110), ink.paper, 2)
        for k in range(24):
            x, y = polar(0, 0, k * 15, 98)
            s.fill(petal(x, y, k * 15 + 180, 44, 4.5), tint(ink, ink.ink, 0.25))
        s.fill(sparkle(0, 0, 50, 0.22), ink.paper)
        with s.at(0, 0, 45):
            s.fill(sparkle(0, 0, 34, 0.22), tint(ink, ink.second, 0.55))
    _corners(s, ink)


def _corners(s: Sheet, ink: Inks) -> None:
    """A frame of two rules with a leaf in each corner."""
    rule(s, ink, "M166 124H834M166 1276H834M124 166V1234M876 166V1234", ink.ink, 3)
    rule(s, ink, "M190 138H810M190 1262H810M138 190V1210M862 190V1210", ink.ink, 1.4)
    for x, y, turn in ((124, 124, 45), (876, 124, 135), (876, 1276, 225), (124, 1276, 315)):
        with s.at(x, y, turn):
            for lean in (-58, -30, 0, 30, 58):
                s.fill(petal(0, 0, lean, 58 - abs(lean) * 0.3, 6.5), ink.second)
            s.fill(circle(0, 0, 6), ink.ink)
    for side in (-1, 1):
        s.line(f"M{xy(500 + side * 30, 904)}H{num(500 + side * 210)}", ink.ink, 2)
    s.fill(sparkle(500, 904, 15), ink.second)
