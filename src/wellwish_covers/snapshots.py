"""Years with a team, in collage: snapshots of torn paper, taped to kraft paper."""

from collections.abc import Callable

from wellwish_covers.collage import (
    board,
    dotted,
    finish,
    headline,
    label,
    ridge_of,
    scrap,
    squared,
    striped,
    tape,
    torn,
)
from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, heart, petal, poly, rect, sparkle
from wellwish_covers.design import Order, design
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "kraft": Inks(
        table="#c79a67", core="#fffaf0", shade="#2c1808", card="#fffaf0", word="#5a2f12", label="#f7d67c", type="#3a1f0c",
        a="#2f7f86", b="#e4683c", c="#f3b63f", d="#cfe3df", e="#8c4a6a", f="#f7d9c4", tape="#8fc4b8", tape2="#e98a6a",
    ),
    "teal": Inks(
        table="#2c7472", core="#ffffff", shade="#04201f", card="#fffaee", word="#0d5351", label="#ffd9a0", type="#3f2208",
        a="#1d5c70", b="#f07f54", c="#f6c251", d="#d8ece4", e="#b5446a", f="#fbe0cf", tape="#f6c251", tape2="#f2a3a0",
    ),
    "berry": Inks(
        table="#a63c68", core="#fff8fa", shade="#2e0518", card="#fff8f0", word="#7c1746", label="#d9d2f4", type="#2a1850",
        a="#54459a", b="#f0785e", c="#f8c65e", d="#dfe2f6", e="#1f7f80", f="#fbd9d6", tape="#a9dcc8", tape2="#f8c65e",
    ),
}  # fmt: skip


@design(
    "team-snapshots", picture="snapshots of torn paper, taped to coloured paper", seed=89, palettes=PALETTES
)
def snapshots(o: Order) -> None:
    s, ink = o.sheet, o.ink
    board(s, ink, 89)
    grid = torn(s, ink, o.rng, [(40, 250), (620, 210), (660, 980), (90, 1010)], ink.d, core=10, lift=10)
    with s.clip(grid):
        squared(s, mix(ink.d, ink.a, 0.5), Box(20, 190, 700, 1030), 30)
    strip = torn(s, ink, o.rng, [(560, 120), (970, 150), (950, 560), (540, 520)], ink.f, core=10, lift=10)
    with s.clip(strip):
        dotted(s, mix(ink.f, ink.b, 0.5), Box(520, 100, 990, 580), 36, 6)
    band = torn(s, ink, o.rng, [(500, 760), (980, 730), (990, 960), (520, 990)], ink.c, core=9, lift=9)
    with s.clip(band):
        striped(s, mix(ink.c, ink.core, 0.4), Box(480, 700, 1000, 1000), 34)
    _snapshot(o, (292, 360), -7, _mountains)
    _snapshot(o, (722, 312), 6, _cups)
    _snapshot(o, (300, 772), 4, _cake)
    _snapshot(o, (728, 752), -5, _desk)
    for at, turn, long, colour in (
        ((262, 166), -10, 150, ink.tape), ((744, 120), 12, 150, ink.tape2), ((330, 574), 2, 150, ink.tape2), ((702, 560), -8, 150, ink.tape),
    ):  # fmt: skip
        tape(s, ink, at, turn, long, colour)
    _bits(o)
    lines = [line for line in o.lines if line]
    if lines:
        headline(s, ink, lines[0], Box(80, 1000, 920, 1182), 180, -1.2)
    if len(lines) > 1:
        label(s, ink, " ".join(lines[1:]), Box(100, 1182, 900, 1326), 104, 1)
    finish(s, ink)


def _snapshot(o: Order, at: tuple[float, float], turn: float, picture: Callable[[Order], None]) -> None:
    """An instant photograph, 380 wide; the picture is drawn from 0, 0 to 320, 300."""
    s, ink = o.sheet, o.ink
    with s.at(*at, turn):
        scrap(s, ink, rect(-186, -196, 372, 412, 4), "#fffdf8", lift=14)
        with s.at(-160, -170):
            with s.clip(rect(0, 0, 320, 300)):
                picture(o)
                s.fill(
                    rect(0, 0, 320, 300),
                    s.across((0, "#ffffff", 0.2), (0.5, "#ffffff", 0), (1, ink.shade, 0.14)),
                )
            s.line("M1 300V1H320", ink.shade, 2.4, 0.35)
        s.line("M-60 178q8-12 16 0t16 0 16 0t16 0 16 0t16 0 16 0t16 0", ink.a, 3.4, 0.8)


def _layers(o: Order, rows: list[tuple[list[tuple[float, float]], str]]) -> None:
    for crest, colour in rows:
        ridge_of(o.sheet, o.ink, o.rng, crest, colour, core=6, lift=7)


def _mountains(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(rect(0, 0, 320, 300), mix(ink.c, ink.core, 0.45))
    scrap(s, ink, circle(216, 100, 44), ink.b, lift=6)
    _layers(o, [
        ([(-10, 190), (70, 96), (130, 170), (196, 110), (330, 210)], mix(ink.a, ink.core, 0.35)),
        ([(-10, 230), (60, 190), (150, 240), (240, 176), (330, 236)], ink.a),
        ([(-10, 270), (120, 250), (220, 276), (330, 252)], darken(ink.a, 0.3)),
    ])  # fmt: skip
    for x, y, colour in ((92, 236, ink.b), (118, 232, ink.c), (144, 236, ink.e), (170, 240, ink.core)):
        s.paper(
            f"M{x - 9} {y + 26}C{x - 11} {y + 4} {x + 11} {y + 4} {x + 9} {y + 26}Z",
            colour,
            lift=3,
            shade=ink.shade,
        )
        s.paper(circle(x, y, 8), mix(ink.f, ink.b, 0.3), lift=2, shade=ink.shade)


def _cups(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(rect(0, 0, 320, 300), mix(ink.e, ink.core, 0.25))
    with s.clip(rect(0, 196, 320, 110)):
        s.fill(rect(0, 196, 320, 110), mix(ink.table, ink.core, 0.5))
    for x, y, colour, turn in ((96, 176, ink.core, -6), (212, 186, ink.c, 8)):
        with s.at(x, y, turn):
            s.line("M50-26q44-4 42 28t-46 34", colour, 14)
            scrap(s, ink, "M-54-52H54L46 56Q44 66 30 66H-30Q-44 66-46 56Z", colour, lift=9)
            s.fill(ellipse(0, -50, 50, 11), darken(ink.table, 0.6))
            s.fill(heart(0, 10, 18), ink.b)
            for k in (-18, 4, 24):
                s.line(f"M{k} -74q-12-16 0-32t0-32", ink.core, 6, 0.75)


def _cake(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(rect(0, 0, 320, 300), mix(ink.a, ink.core, 0.4))
    for i in range(8):
        x = i * 46
        scrap(
            s,
            ink,
            poly([(x, 18 + i % 2 * 6), (x + 42, 20 + i % 2 * 5), (x + 21, 66)]),
            (ink.b, ink.c, ink.core, ink.e)[i % 4],
            lift=5,
        )
    s.fill(ellipse(160, 262, 130, 16), ink.shade, 0.3)
    scrap(s, ink, rect(58, 176, 204, 84, 8), mix(ink.e, ink.core, 0.15), lift=8)
    scrap(s, ink, "M58 176H262V206q-17 26-34 0t-34 0t-34 0t-34 0t-34 0t-34 0Z", ink.core, lift=5)
    scrap(s, ink, rect(96, 114, 128, 66, 8), ink.b, lift=7)
    scrap(s, ink, "M96 114H224V134q-16 22-32 0t-32 0t-32 0t-32 0Z", ink.f, lift=4)
    for x, colour in ((124, ink.c), (160, ink.core), (196, ink.c)):
        scrap(s, ink, rect(x - 5, 76, 10, 40), colour, lift=4)
        s.paper(petal(x, 76, -90, 28, 8), ink.c, lift=3, shade=ink.shade)


def _desk(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(rect(0, 0, 320, 300), mix(ink.b, ink.core, 0.5))
    scrap(s, ink, rect(178, 24, 116, 128), ink.d, lift=6)
    s.line("M236 24V152M178 88H294", ink.core, 6)
    scrap(s, ink, rect(-10, 226, 340, 90), mix(ink.table, ink.shade, 0.2), lift=-7)
    for angle, long in ((-150, 76), (-120, 104), (-92, 112), (-62, 100), (-34, 74)):
        scrap(s, ink, petal(82, 176, angle, long, 20), mix(ink.a, ink.core, 0.1 + (angle % 4) * 0.06), lift=5)
    scrap(s, ink, "M46 168H118L108 230H56Z", ink.core, lift=7)
    s.dots([(60 + i * 11, 196) for i in range(5)], 3.6, ink.b)
    for k, (x, y, wide, colour) in enumerate(
        ((150, 206, 134, ink.e), (158, 184, 118, ink.c), (148, 162, 126, ink.a))
    ):
        scrap(s, ink, rect(x, y, wide, 21, 3), colour, lift=5)
        s.fill(rect(x + 14 + k * 6, y, 12, 21), ink.core, 0.8)


def _bits(o: Order) -> None:
    """Confetti from a punch, a pressed flower and a paper heart."""
    s, ink = o.sheet, o.ink
    for x, y in strew(o.rng, Box(30, 60, 970, 1000), 92, out=[Box(110, 150, 900, 980)]):
        scrap(s, ink, circle(x, y, o.rng.uniform(7, 11)), o.rng.choice(ink.some("b c core tape")), lift=3)
    scrap(s, ink, heart(510, 560, 44, -10), ink.b, lift=9)
    scrap(s, ink, heart(510, 554, 26, -10), lighten(ink.b, 0.5), lift=4)
    for x, y, r, colour in ((932, 604, 40, ink.e), (66, 634, 36, ink.c)):
        for i in range(8):
            scrap(s, ink, petal(x, y, i * 45, r, r * 0.26), colour, lift=4)
        scrap(s, ink, circle(x, y, r * 0.24), ink.core, lift=3)
    s.fill(sparkle(500, 196, 22), ink.core)
