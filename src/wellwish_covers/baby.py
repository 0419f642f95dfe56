"""A new baby: a mobile of moon, clouds and stars."""

from dataclasses import dataclass

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import blob, circle, ellipse
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud_shape, soft_star
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "duck_egg": Inks(
        high="#bcdedd", low="#f6f0df", dot="#ffffff", wood="#d8a66f", string="#8a7a6a", shade="#23434f",
        moon="#f7ca6e", moon2="#e9a743", cloud="#ffffff", a="#ef9a86", b="#6fa9a8", c="#f7ca6e",
        d="#f3c9bb", hello="#a8442c", word="#214552", hill="#dfe8d8", hill2="#cfe0d6", cheek="#ef8f6a",
    ),
    "honey": Inks(
        high="#fbdc9a", low="#fff6e0", dot="#fffdf4", wood="#b97a48", string="#8d6a45", shade="#5b3208",
        moon="#fff6da", moon2="#f5d58a", cloud="#ffffff", a="#e98363", b="#6fb0b3", c="#ffffff",
        d="#f7c3a5", hello="#9c4514", word="#6a3a10", hill="#fbe6b4", hill2="#f6d894", cheek="#f29a76",
    ),
    "coral": Inks(
        high="#f9bdb2", low="#fff1e6", dot="#fffaf4", wood="#d79a6c", string="#9a6a5c", shade="#5e1b22",
        moon="#ffe09a", moon2="#f4b95c", cloud="#ffffff", a="#e2616a", b="#5fb0ae", c="#ffe09a",
        d="#fff4e8", hello="#1c676d", word="#a12f3a", hill="#fcd9cb", hill2="#f8c6b8", cheek="#ef7a66",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class _Thread:
    x: float
    top: float
    low: float
    beads: tuple[tuple[float, float, str], ...]


_THREADS = (
    _Thread(206, 292, 500, ((0.3, 11, "b"), (0.46, 7, "cloud"))),
    _Thread(330, 306, 744, ((0.2, 9, "c"), (0.5, 13, "a"), (0.56, 8, "cloud"))),
    _Thread(536, 310, 500, ((0.3, 14, "a"), (0.5, 9, "cloud"))),
    _Thread(700, 306, 702, ((0.2, 13, "b"), (0.6, 9, "a"))),
    _Thread(800, 290, 462, ((0.4, 10, "cloud"), (0.6, 8, "c"))),
)


@design(
    "baby-mobile", picture="a paper mobile of a sleeping moon, clouds and stars", seed=9, palettes=PALETTES
)
def mobile(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (1, ink.low)))
    words = Box(100, 1052, 900, 1318)
    spots = strew(o.rng, Box(20, 20, 980, 1010), 88)
    s.dots(spots[::2], 3.6, ink.dot, 0.9)
    s.dots(spots[1::2], 2.4, ink.dot, 0.8)
    s.paper(
        "M-20 1004C160 940 300 958 520 992S860 1010 1020 946V1420H-20Z",
        ink.hill2,
        lift=-9,
        shade=ink.shade,
        depth=0.1,
    )
    s.paper(
        "M-20 1034C200 1000 420 1048 620 1030S900 984 1020 1010V1420H-20Z",
        ink.hill,
        lift=-9,
        shade=ink.shade,
        depth=0.12,
    )
    _hoop(s, ink)
    for thread in _THREADS:
        s.line(f"M{thread.x} {thread.top}V{thread.low}", ink.string, 3)
        for at, r, name in thread.beads:
            colour = ink.some(name)[0]
            s.paper(
                circle(thread.x, thread.top + (thread.low - thread.top) * at, r),
                colour,
                lift=4,
                shade=ink.shade,
            )
    soft_star(s, 206, 556, 74, ink.a, ink.shade, 8)
    soft_star(s, 800, 514, 64, ink.b, ink.shade, -10)
    _cloud(s, ink, (330, 806), 0.62)
    _cloud(s, ink, (704, 770), 0.74)
    for x, y, r, name in ((280, 840, 0, "c"), (704, 884, 34, "a"), (330, 906, 30, "b")):
        if r:
            s.line(f"M{x} {y - 104}V{y - r}", ink.string, 3)
            soft_star(s, x, y, r + 10, ink.some(name)[0], ink.shade, 10)
    _moon(o)
    letter(
        s, o.lines, [Style(LIGHT_ITALIC, 124, ink.hello), Style(BLACK, 190, ink.word, leading=0.86)], words,
    )  # fmt: skip
    s.grain(strength=0.04)


def _hoop(s: Sheet, ink: Inks) -> None:
    s.line("M500-10V150", ink.string, 4)
    for x in (184, 400, 600, 816):
        s.line(f"M500 150L{x} {262 if x in (184, 816) else 298}", ink.string, 3)
    s.paper(circle(500, 150, 13), ink.a, lift=4, shade=ink.shade)
    d = ellipse(500, 272, 324, 40)
    with s.at(0, 12):
        s.line(d, ink.shade, 20, 0.14)
    s.line(d, darken(ink.wood, 0.18), 20)
    with s.at(0, -3):
        s.line(d, ink.wood, 16)
        s.line(d, lighten(ink.wood, 0.45), 4)


def _cloud(s: Sheet, ink: Inks, where: tuple[float, float], size: float) -> None:
    x, y = where
    s.paper(cloud_shape(x, y, size), ink.cloud, lift=10, shade=ink.shade, depth=0.2, rim=False)
    s.fill(cloud_shape(x + 6, y - 2, size * 0.74), mix(ink.cloud, ink.high, 0.26), 0.7)
    eyes = y - 62 * size
    for side in (-1, 1):
        s.line(f"M{x + side * 34 * size - 10} {eyes}q10 9 20 0", ink.shade, 4, 0.75)
        s.fill(circle(x + side * 66 * size, eyes + 16, 12), ink.cheek, 0.4)
    s.line(f"M{x - 8} {eyes + 14}q8 8 16 0", ink.shade, 4, 0.75)


def _moon(o: Order) -> None:
    s, ink = o.sheet, o.ink
    crescent = "M566 494A158 158 0 1 0 650 752A134 134 0 1 1 566 494Z"
    s.paper(crescent, ink.moon, lift=16, shade=ink.shade, depth=0.26)
    with s.clip(crescent):
        for x, y, r in ((400, 590, 18), (446, 768, 24), (560, 796, 13), (380, 690, 12)):
            s.fill(blob(o.rng, x, y, r, vary=0.1), ink.moon2, 0.6)
        s.fill(circle(560, 660, 176), s.glow(560, 660, 176, (0.7, ink.moon2, 0.55), (1, ink.moon2, 0)))
    s.line("M418 640q18 15 36 0", ink.shade, 6, 0.8)
    s.fill(circle(412, 682, 17), ink.cheek, 0.7)
    s.line("M452 694q14 12 30 3", ink.shade, 6, 0.8)
