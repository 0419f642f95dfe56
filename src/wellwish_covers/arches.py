"""Eid: lanterns and a crescent behind nested arches of cut paper."""

from wellwish_covers.colour import Inks, darken, mix
from wellwish_covers.curves import circle, drop, num, poly, rect, sparkle, star, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, strew

PALETTES = {
    "emerald": Inks(
        sheet="#0d5a4a", a="#12705b", b="#1b8a70", c="#2aa588", high="#06222c", low="#17626a", shade="#011712",
        gold="#f2c55c", gold2="#c98e2e", word="#ffe9b4", edge="#032c24", lattice="#f2c55c", glass="#e2603f", glass2="#3fb6a8",
        flame="#ffdf8c", core="#fffbe8", cream="#fff4d8", town="#0b3440",
    ),
    "midnight": Inks(
        sheet="#262a6b", a="#343a8a", b="#4a4fa8", c="#6c6fc4", high="#0b0d30", low="#55357f", shade="#04051c",
        gold="#f3c977", gold2="#c9893f", word="#ffe6bb", edge="#0d0f38", lattice="#c9b8f0", glass="#e0648c", glass2="#58b9d0",
        flame="#ffe09a", core="#fffbe8", cream="#fdeed6", town="#1a1850",
    ),
    "rosewater": Inks(
        sheet="#f6ddd0", a="#efc5b6", b="#e5a597", c="#d58278", high="#5a2146", low="#e08368", shade="#4a1730",
        gold="#f6cd78", gold2="#b9772f", word="#7c1f45", edge="#fbeee6", lattice="#b9602f", glass="#f0e2c8", glass2="#ffc9a8",
        flame="#fff0b8", core="#ffffff", cream="#fff6e6", town="#74294d",
    ),
}  # fmt: skip

_FLOOR = 968.0


@design(
    "eid-lanterns",
    picture="lanterns and a crescent behind nested arches of cut paper",
    seed=41,
    palettes=PALETTES,
)
def arches(o: Order) -> None:
    s, ink = o.sheet, o.ink
    with s.clip(_arch(500, _FLOOR + 4, 560, 800)):
        _night(o)
    for width, height, paper in ((520, 760, ink.c), (620, 836, ink.b), (720, 896, ink.a)):
        hole = _sheet_around(_arch(500, _FLOOR, width, height))
        s.paper(hole, paper, lift=11, shade=ink.shade, depth=0.42)
        s.line(_arch(500, 1040, width + 16, height + 86), ink.gold, 2.5, 0.75)
    s.line(_arch(500, _FLOOR, 520, 760), ink.gold, 5)
    opening = _arch(500, 1004, 822, 944)
    s.paper(_sheet_around(opening), ink.sheet, lift=14, shade=ink.shade, depth=0.44)
    with s.clip(_sheet_around(opening)):
        _lattice(s, ink)
    s.line(_arch(500, 1004, 846, 962), ink.gold, 6)
    s.line(_arch(500, 1004, 870, 984), ink.gold, 2)
    _panel(s, ink)
    style = Style(CAPRASIMO, 180, ink.word, leading=0.96)
    letter(s, o.lines, [style, style], Box(120, 1052, 880, 1310), edge=Edge(ink.edge, 0, 9, 6))
    s.grain(ink.shade)


def _arch(x: float, floor: float, width: float, height: float) -> str:
    """An arch with a pointed top, counterclockwise from its left foot, so that it cuts a hole."""
    half, top, spring = width / 2, floor - height, floor - height + width * 0.62
    return (
        f"M{xy(x - half, floor)}H{num(x + half)}V{num(spring)}"
        f"C{xy(x + half, spring - width * 0.3)} {xy(x + half * 0.34, top + width * 0.16)} {xy(x, top)}"
        f"C{xy(x - half * 0.34, top + width * 0.16)} {xy(x - half, spring - width * 0.3)} {xy(x - half, spring)}Z"
    )


def _sheet_around(hole: str) -> str:
    return f"M-30-30H1030V1430H-30Z{hole}"


def _lattice(s: Sheet, ink: Inks) -> None:
    """Eight-pointed stars joined by lines, over the outer sheet."""
    line = mix(ink.sheet, ink.lattice, 0.34)
    with s.symbol() as name:
        s.line(star(0, 0, 52, points=8, depth=0.74), line, 3)
        s.line(star(0, 0, 26, points=8, depth=0.6), line, 2.4)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            s.line(f"M{dx * 52} {dy * 52}L{dx * 66} {dy * 66}", line, 3)
        s.line(poly([(40, 66), (66, 40), (92, 66), (66, 92)]), line, 2.4)
    for j in range(9):
        for i in range(9):
            s.stamp(name[0], -28 + i * 132, 8 + j * 132)


def _panel(s: Sheet, ink: Inks) -> None:
    """The plain ground below the arches, with a scalloped edge."""
    lobes = "".join("q17.5-26 35 0" for _ in range(32))
    s.paper(f"M-60 1010{lobes}V1430H-60Z", ink.sheet, lift=-12, shade=ink.shade, depth=0.4)
    s.dots([(-42.5 + i * 35, 1022) for i in range(32)], 4, ink.gold)
    for side in (-1, 1):
        s.fill(sparkle(500 + side * 430, 1360, 15), ink.gold)
    s.line("M100 1360H900", ink.gold, 2.5, dash="1 13")


def _night(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.66, ink.low), (1, ink.low)))
    s.fill(circle(500, 620, 420), s.glow(500, 620, 420, (0, ink.flame, 0.26), (1, ink.flame, 0)))
    for x, y in strew(o.rng, Box(250, 250, 750, 840), 58, out=[Box(370, 400, 640, 760)]):
        s.fill(sparkle(x, y, o.rng.uniform(4, 10)), ink.cream, 0.9)
    crescent = "M560 404A176 176 0 1 0 668 632A146 146 0 1 1 560 404Z"
    with s.at(500, 560, scale=1.1), s.at(-500, -560):
        s.paper(crescent, ink.gold, lift=12, shade=ink.shade, depth=0.42)
    _town(s, ink)
    for at, size, glass in (
        ((338, 650), 0.5, ink.glass2),
        ((676, 730), 0.5, ink.glass2),
        ((534, 588), 0.9, ink.glass),
    ):
        _lantern(s, ink, at, size, glass)


def _lantern(s: Sheet, ink: Inks, at: Point, size: float, glass: str) -> None:
    """A lantern with a dome, six panes and a tassel, on a chain from the top."""
    x, y = at
    s.line(f"M{num(x)} 180V{num(y - 150 * size)}", ink.gold2, 3.5)
    s.fill(circle(x, y, 180 * size), s.glow(x, y, 180 * size, (0, ink.flame, 0.6), (1, ink.flame, 0)))
    with s.at(x, y, scale=size):
        s.line(circle(0, -156, 13), ink.gold, 6)
        s.paper(
            "M-54-84C-52-120-16-118 0-146C16-118 52-120 54-84Z", ink.gold, lift=6, shade=ink.shade, depth=0.36
        )
        body = poly([(-52, -84), (52, -84), (78, -6), (46, 96), (-46, 96), (-78, -6)])
        s.paper(body, glass, lift=10, shade=ink.shade, depth=0.4)
        with s.clip(body):
            light = s.glow(0, 16, 110, (0, ink.core, 0.95), (0.5, ink.flame, 0.7), (1, glass, 0))
            s.fill(circle(0, 16, 110), light)
            s.fill(drop(0, 46, 15, 54), ink.core)
            s.line("M-20-84L-28-6L-18 96M20-84L28-6L18 96M-80-6H80", ink.gold2, 5)
        s.line(body, ink.gold, 7)
        s.paper("M-54 96H54L34 122H-34Z", ink.gold, lift=5, shade=ink.shade)
        s.paper(rect(-62, -93, 124, 16, 6), ink.gold2, lift=4, shade=ink.shade)
        s.line("M0 122v20", ink.gold2, 4)
        s.paper("M-10 140H10L15 196Q0 204-15 196Z", ink.gold, lift=3, shade=ink.shade)


def _town(s: Sheet, ink: Inks) -> None:
    """Domes and minarets at the foot of the arch."""
    far, near = mix(ink.town, ink.low, 0.5), ink.town
    for tone, roofs in (
        (far, ((290, 842, 90), (440, 822, 70), (590, 838, 84), (716, 850, 80))),
        (near, ((352, 892, 110), (500, 876, 130), (660, 896, 120))),
    ):
        for x, y, w in roofs:
            r = w / 2
            dome = (
                f"M{xy(x - r, 1000)}V{num(y)}C{xy(x - r * 1.3, y - r)} {xy(x - r * 0.2, y - r * 1.05)} {xy(x, y - r * 1.7)}"
                f"C{xy(x + r * 0.2, y - r * 1.05)} {xy(x + r * 1.3, y - r)} {xy(x + r, y)}V1000Z"
            )
            s.paper(dome, tone, lift=-5, shade=ink.shade, depth=0.3, rim=False)
            s.line(f"M{xy(x, y - r * 1.7)}v-16", ink.gold, 4)
        for x, y in ((250, 770), (422, 800), (578, 790), (756, 780)) if tone == near else ():
            s.paper(
                f"M{x - 13} 1000V{y}h-6v-14h6v-30L{x} {y - 92}L{x + 13} {y - 44}v30h6v14h-6V1000Z",
                darken(near, 0.1), lift=-4, shade=ink.shade, depth=0.3, rim=False,
            )  # fmt: skip
            s.line(f"M{x} {y - 92}v-14", ink.gold, 3)
    s.fill(rect(200, 920, 600, 90), near)
    for x in (318, 386, 454, 546, 628, 694):
        s.fill(f"M{x - 9} 964v-26q0-12 9-16q9 4 9 16v26Z", ink.flame, 0.9)
