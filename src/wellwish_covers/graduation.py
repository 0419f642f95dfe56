"""Graduation: caps thrown over a skyline."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import arch, circle, poly, rect, smooth
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.motifs import confetti, rays
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew
from wellwish_covers.scenery import round_tree, sun_rings

PALETTES = {
    "blue": Inks(
        high="#0b4da2", low="#8ec5f2", sun="#fff3cf", shade="#07234f", word="#fff6df", edge="#0a3f86",
        cap="#14264f", cap2="#22407e", gold="#ffc83d", a="#ffffff", b="#ffc83d", c="#f7a6b8",
        far="#6aa7df", mid="#3d80c6", near="#205ca2", roof="#ffc83d", light="#ffe9a8", green="#2f7f8f",
        red="#ef5b3f",
    ),
    "gold": Inks(
        high="#f6b73c", low="#fff0c2", sun="#fffdf2", shade="#4d2f05", word="#5b3705", edge="#ffd98a",
        cap="#1f3a6e", cap2="#31569a", gold="#d9432f", a="#ffffff", b="#d9432f", c="#1f3a6e",
        far="#f2cb78", mid="#dfa648", near="#bd7f28", roof="#d9432f", light="#fff3c4", green="#8d8a33",
        red="#d9432f",
    ),
    "burgundy": Inks(
        high="#7d1a33", low="#f0a58c", sun="#ffedd2", shade="#360614", word="#ffe9c9", edge="#560d22",
        cap="#2b1030", cap2="#4a2050", gold="#ffc95c", a="#fff4e6", b="#ffc95c", c="#f4a3ac",
        far="#d27a74", mid="#b0525f", near="#85304c", roof="#ffc95c", light="#ffe3a6", green="#5c3a55",
        red="#ffc95c",
    ),
}  # fmt: skip

_CAPS = (
    (500, 640, 8, 1.42), (214, 566, -22, 0.98), (794, 560, 20, 1.0), (332, 822, 16, 0.84), (704, 806, -14, 0.9),
    (96, 780, 24, 0.62), (912, 772, -20, 0.64),
)  # fmt: skip


@design("graduation", picture="graduation caps thrown over a city", seed=36, palettes=PALETTES)
def caps(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.46, mix(ink.high, ink.low, 0.22)), (0.86, ink.low), (1, ink.low)))
    rays(s, 500, 1040, 1300, 32, ink.sun, 0.08)
    sun_rings(s, 500, 1040, 150, ink.sun, (0.16, 0.22, 0.3))
    _skyline(o)
    words = Box(84, 84, 916, 452)
    out = [words.grow(12)] + [Box(x - 150 * k, y - 90 * k, x + 150 * k, y + 170 * k) for x, y, _, k in _CAPS]
    confetti(s, o.rng, strew(o.rng, Box(24, 24, 976, 980), 72, out=out), ink.some("a b c"), 0.95)
    for x, y, turn, size in sorted(_CAPS, key=lambda c: c[3]):
        with s.at(x, y, turn, size):
            _cap(s, ink)
    letter(
        s, o.lines, [Style(BLACK, 190, ink.word, arc=52), Style(BLACK, 210, ink.word, arc=52, leading=0.88)], words,
        edge=Edge(ink.edge, 0, 12, 7),
    )  # fmt: skip
    s.grain(ink.shade)


def _cap(s: Sheet, ink: Inks) -> None:
    s.paper("M-74 6V58Q-70 84 0 86T74 58V6L0 40Z", ink.cap, lift=9, shade=ink.shade, depth=0.3)
    s.fill("M0 40L74 6V58Q70 84 0 86Z", ink.shade, 0.3)
    s.line("M-74 50Q-66 76 0 78T74 50", ink.gold, 5, 0.9)
    s.paper("M0-58L150 0L0 58L-150 0Z", ink.cap2, lift=8, shade=ink.shade, depth=0.36, corner=6)
    s.fill("M0-58L150 0L0 0Z", WHITE, 0.1)
    s.fill("M0 58L150 0L0 0Z", ink.shade, 0.18)
    s.line("M0-2C50 6 92 22 112 40Q120 60 116 96", ink.gold, 6)
    s.paper(circle(0, -2, 10), ink.gold, lift=3, shade=ink.shade)
    s.paper(circle(116, 98, 11), ink.gold, lift=3, shade=ink.shade)
    s.paper("M107 106L100 160Q116 168 132 160L125 106Z", ink.gold, lift=4, shade=ink.shade)
    s.line("M110 118l-3 40M116 118v44M122 118l3 40", darken(ink.gold, 0.3), 2, 0.7)


def _skyline(o: Order) -> None:
    s, ink = o.sheet, o.ink
    for base, colour, low, high in ((1130, ink.far, 90, 260), (1190, ink.mid, 80, 230)):
        x = -30.0
        while x < 1000:
            width, height = o.rng.uniform(54, 100), o.rng.uniform(low, high)
            kind = o.rng.randrange(4)
            _tower(s, ink, Box(x, base - height, x + width, 1420), colour, kind)
            x += width + o.rng.uniform(-6, 14)
    _college(s, ink)
    for x, size in ((70, 130), (170, 100), (842, 104), (930, 136)):
        round_tree(s, o.rng, x, 1352, size, ink.green, ink.shade)
    lawn = (
        smooth([(-40, 1352), (200, 1332), (500, 1344), (800, 1330), (1040, 1350)], closed=False)
        + "V1420H-40Z"
    )
    s.paper(lawn, darken(ink.green, 0.12), lift=-8, shade=ink.shade, depth=0.3)


def _tower(s: Sheet, ink: Inks, box: Box, colour: str, kind: int) -> None:
    x0, y0, x1, y1 = box
    top = rect(x0, y0, box.width, y1 - y0)
    if kind == 1:
        top += poly([(x0, y0), ((x0 + x1) / 2, y0 - 44), (x1, y0)])
    elif kind == 2:
        top += rect(x0 + box.width * 0.25, y0 - 34, box.width * 0.5, 40)
    s.paper(top, colour, lift=-6, aside=3, shade=ink.shade, depth=0.22, rim=False)
    s.fill(rect((x0 + x1) / 2, y0, box.width / 2, y1 - y0), ink.shade, 0.08)
    columns = max(2, int(box.width / 24))
    step = box.width / columns
    windows = [(x0 + (i + 0.5) * step, y0 + 26 + j * 30) for i in range(columns) for j in range(6)]
    for i, (x, y) in enumerate(windows):
        s.fill(rect(x - 5, y, 10, 15), ink.light, 0.8 if (i * 7 + int(x0)) % 5 < 2 else 0.22)


def _college(s: Sheet, ink: Inks) -> None:
    """The central building, with columns and a dome."""
    wall = lighten(ink.near, 0.78)
    s.paper(rect(420, 1020, 160, 90), wall, lift=6, shade=ink.shade, depth=0.26)
    s.paper(
        "M412 1030C420 950 460 916 500 910S580 950 588 1030Z", ink.near, lift=6, shade=ink.shade, depth=0.3
    )
    s.fill("M500 910C540 916 580 950 588 1030H530C530 980 520 930 500 910Z", ink.shade, 0.16)
    s.line("M500 912v-46", ink.near, 6)
    s.paper("M502 868h46l-12 14l12 14h-46Z", ink.red, lift=3, shade=ink.shade)
    s.paper(rect(216, 1150, 568, 200), wall, lift=7, shade=ink.shade, depth=0.3)
    for x in (262, 330, 640, 708):
        s.fill(arch(x, 1300, 36, 96), ink.near)
    s.paper(
        poly([(372, 1140), (500, 1066), (628, 1140)]), lighten(wall, 0.3), lift=7, shade=ink.shade, depth=0.34
    )
    s.fill(circle(500, 1112, 15), ink.near)
    s.fill(rect(388, 1140, 224, 210), ink.near)
    for i in range(5):
        s.paper(rect(390 + i * 49, 1146, 24, 186, 4), lighten(wall, 0.4), lift=4, aside=4, shade=ink.shade)
    s.paper(rect(376, 1132, 248, 18, 3), lighten(wall, 0.4), lift=5, shade=ink.shade)
    for i in range(3):
        s.paper(
            rect(372 - i * 14, 1330 + i * 12, 256 + i * 28, 14),
            lighten(wall, 0.2 * i),
            lift=3,
            shade=ink.shade,
        )
    s.paper(rect(204, 1138, 172, 16, 3), lighten(wall, 0.4), lift=4, shade=ink.shade)
    s.paper(rect(624, 1138, 172, 16, 3), lighten(wall, 0.4), lift=4, shade=ink.shade)
