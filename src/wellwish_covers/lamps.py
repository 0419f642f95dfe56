"""Festivals of light: rows of oil lamps, or, in the peacock palette, lanterns under a crescent."""

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import (
    circle,
    drop,
    ellipse,
    num,
    petal,
    polar,
    poly,
    rect,
    sparkle,
    star,
    wedge,
    xy,
)
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "marigold": Inks(
        high="#6b1450", low="#c9304f", glow="#ff9a3c", shade="#330724", word="#ffe2a0", edge="#47093a",
        gold="#ffc44a", gold2="#f08a24", a="#ff9a2e", a2="#e8641f", b="#ffd24d", b2="#f5a623", c="#e83e7a",
        lamp="#d9622b", lamp2="#a83c1c", flame="#ffe07a", core="#fff8dc", teal="#1fa094", cream="#fff1d2",
    ),
    "fuchsia": Inks(
        high="#2c1260", low="#b3127a", glow="#ff77b0", shade="#180634", word="#ffe3b0", edge="#1d0a45",
        gold="#ffc95c", gold2="#f2943a", a="#ff86b8", a2="#e04a90", b="#ffd166", b2="#f7a53a", c="#7d4ad0",
        lamp="#e0447f", lamp2="#a3205e", flame="#ffe58a", core="#fff9e2", teal="#3fb8b0", cream="#fff0e0",
    ),
    "peacock": Inks(
        high="#03313f", low="#0f7f83", glow="#56d2c0", shade="#011a22", word="#ffe6ac", edge="#02242e",
        gold="#f7c860", gold2="#d99a34", a="#f7c860", a2="#d9912e", b="#8fe0d0", b2="#3fb0a6", c="#e0527f",
        lamp="#d99a34", lamp2="#a86c1f", flame="#ffe79c", core="#fffbe6", teal="#1fa09c", cream="#fff4da",
    ),
}  # fmt: skip


@design("festive-lamps", picture="lamps and lanterns that glow in the night", seed=27, palettes=PALETTES)
def lamps(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.7, ink.low), (1, mix(ink.low, ink.shade, 0.25))))
    if o.palette == "peacock":
        _lanterns(o)
    else:
        _diyas(o)
    s.grain(ink.shade)


def _words(o: Order, box: Box) -> None:
    style = Style(CAPRASIMO, 190, o.ink.word, leading=0.98)
    letter(o.sheet, o.lines, [style, style], box, edge=Edge(o.ink.edge, 0, 11, 7))


def _diyas(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(
        circle(500, 940, 640),
        s.glow(500, 940, 640, (0, ink.glow, 0.5), (0.7, ink.glow, 0.1), (1, ink.glow, 0)),
    )
    for x, y in strew(o.rng, Box(20, 240, 980, 960), 92, out=[Box(70, 246, 930, 650)]):
        s.fill(sparkle(x, y, o.rng.uniform(5, 12)), ink.gold, 0.8)
    _mandala(s, ink)
    _garlands(o)
    _words(o, Box(96, 270, 904, 610))
    for y, size, count in ((1090, 0.56, 6), (1214, 0.76, 5), (1356, 1.02, 4)):
        step = 1000 / count
        shelf = f"M-20 {num(y - 14 * size)}Q500 {num(y - 40 * size)} 1020 {num(y - 14 * size)}V1420H-20Z"
        s.paper(
            shelf, mix(ink.high, ink.shade, 0.2 + 0.3 * size - 0.15), lift=-9, shade=ink.shade, depth=0.36
        )
        for i in range(count):
            x = (i + 0.5) * step
            dip = -26 * size * (1 - ((x - 500) / 500) ** 2)
            _diya(s, ink, (x, y + dip), size * 1.04, i)


def _mandala(s: Sheet, ink: Inks) -> None:
    """A rangoli that rises like a sun behind the lamps."""
    x, y = 500.0, 1060.0
    layers = (
        (400, 24, 30, ink.c),
        (340, 24, 30, ink.a),
        (270, 18, 32, ink.b),
        (200, 16, 28, ink.teal),
        (140, 12, 26, ink.cream),
    )
    for k, (reach, count, wide, paper) in enumerate(layers):
        for i in range(count):
            angle = (i + k % 2 / 2) * 360 / count
            if 180 <= angle % 360 <= 360 or angle % 360 < 8 or angle % 360 > 172:
                foot = polar(x, y, angle, reach * 0.5)
                s.paper(petal(*foot, angle, reach * 0.5, wide), paper, lift=-4, shade=ink.shade, depth=0.24)
                s.fill(circle(*polar(x, y, angle, reach * 0.78), wide * 0.26), darken(paper, 0.2), 0.5)
        s.dots([polar(x, y, 180 + i * 180 / count, reach + 12) for i in range(count + 1)], 5, ink.cream)
    s.paper(circle(x, y, 76), ink.gold, lift=-5, shade=ink.shade)


def _garlands(o: Order) -> None:
    """Strings of marigolds from the upper edge."""
    s, ink = o.sheet, o.ink
    names: list[str] = []
    for paper, under in ((ink.a, ink.a2), (ink.b, ink.b2)):
        with s.symbol() as name:
            for k, reach in enumerate((30, 22, 14)):
                for i in range(10):
                    x, y = polar(0, 0, i * 36 + k * 18, reach * 0.6)
                    s.paper(
                        circle(x, y, reach * 0.36),
                        mix(under, paper, k / 2),
                        lift=2,
                        shade=ink.shade,
                        depth=0.2,
                        rim=False,
                    )
        names.append(name[0])
    for swag in range(4):
        for i in range(9):
            t = (i + 0.5) / 9
            x = swag * 250 + t * 250
            y = 24 + 4 * 96 * t * (1 - t)
            s.stamp(names[(i + swag) % 2], x, y, o.rng.uniform(0, 36), 0.72)
    for swag in range(5):
        length = (5, 4, 4, 4, 5)[swag]
        for i in range(length):
            s.stamp(names[(i + swag + 1) % 2], swag * 250, 40 + i * 40, i * 20, 0.8)
        y = 40 + length * 40
        s.line(f"M{swag * 250} {y - 16}v14", ink.gold, 4)
        s.paper(f"M{swag * 250 - 15} {y + 26}Q{swag * 250 - 17} {y - 6} {swag * 250} {y - 8}T{swag * 250 + 15} {y + 26}Z", ink.gold, lift=4,
                shade=ink.shade)  # fmt: skip
        s.fill(circle(swag * 250, y + 31, 6), ink.gold2)


def _diya(s: Sheet, ink: Inks, at: tuple[float, float], size: float, number: int) -> None:
    """A clay lamp with painted dots."""
    x, y = at
    s.fill(
        circle(x, y - 84 * size, 130 * size),
        s.glow(x, y - 84 * size, 130 * size, (0, ink.flame, 0.6), (1, ink.flame, 0)),
    )
    with s.at(x, y, scale=size):
        s.fill(ellipse(0, 10, 92, 13), ink.shade, 0.4)
        body = "M-104-56C-84 6-44 12 0 12S84 6 104-56Q0-30-104-56Z"
        s.paper(body, (ink.lamp, ink.c)[number % 2], lift=7, shade=ink.shade, depth=0.4)
        with s.clip(body):
            s.fill("M20-60H120V20H20Z", ink.shade, 0.14)
            for i in range(9):
                s.fill(petal(-88 + i * 22, 2 - (i - 4) ** 2 * 1.1, -90, 32, 8), ink.gold)
            s.dots([(-76 + i * 19, -32 + 7 * (1 - ((i - 4) / 4) ** 2)) for i in range(9)], 3.6, ink.cream)
        s.paper(
            "M-108-58Q0-86 108-58Q0-28-108-58Z",
            lighten((ink.lamp, ink.c)[number % 2], 0.18),
            lift=4,
            shade=ink.shade,
        )
        s.fill("M-86-58Q0-76 86-58Q0-40-86-58Z", ink.lamp2)
        s.fill(drop(0, -84, 25, 78), ink.gold2)
        s.fill(drop(0, -80, 17, 54), ink.flame)
        s.fill(drop(0, -76, 9, 28), ink.core)


def _lanterns(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.fill(circle(500, 420, 560), s.glow(500, 420, 560, (0, ink.glow, 0.4), (1, ink.glow, 0)))
    places = ((150, 470, 0.9), (330, 640, 0.66), (850, 490, 0.94), (684, 690, 0.7))
    keep = [Box(96, 950, 904, 1300), Box(250, 110, 760, 640)]
    for x, y in strew(o.rng, Box(20, 20, 980, 940), 84, out=keep):
        s.fill(sparkle(x, y, o.rng.uniform(5, 13)), ink.gold, 0.9)
    crescent = "M566 150A200 200 0 1 0 690 470A168 168 0 1 1 566 150Z"
    s.paper(crescent, ink.gold, lift=14, shade=ink.shade, depth=0.4)
    with s.clip(crescent):
        for i in range(16):
            angle = 60 + i * 15
            s.fill(star(*polar(500, 340, angle, 172), 20, points=8, depth=0.6), ink.gold2, 0.6)
        s.fill(circle(586, 320, 196), s.glow(586, 320, 196, (0.84, ink.gold2, 0.6), (1, ink.gold2, 0)))
    s.paper(star(606, 300, 62, points=8, depth=0.58), ink.cream, lift=9, shade=ink.shade, depth=0.36)
    s.fill(star(606, 300, 34, points=8, depth=0.58, turn=22.5), ink.gold)
    for i, (x, y, size) in enumerate(places):
        s.line(f"M{x} -10V{num(y - 150 * size)}", ink.gold2, 4)
        _lantern(s, ink, (x, y), size, (ink.c, ink.teal, ink.teal, ink.c)[i])
    for x, low, r in ((420, 120, 34), (560, 84, 26), (240, 130, 22), (770, 110, 24)):
        s.line(f"M{x} -10V{low}", ink.gold2, 3)
        s.paper(sparkle(x, low + r * 0.6, r), ink.gold, lift=5, shade=ink.shade)
    _domes(s, ink)
    _words(o, Box(96, 978, 904, 1300))


def _lantern(s: Sheet, ink: Inks, at: tuple[float, float], size: float, glass: str) -> None:
    x, y = at
    s.fill(circle(x, y, 190 * size), s.glow(x, y, 190 * size, (0, ink.flame, 0.55), (1, ink.flame, 0)))
    with s.at(x, y, scale=size):
        s.paper("M-50-84Q-40-130 0-146Q40-130 50-84Z", ink.gold, lift=6, shade=ink.shade, depth=0.36)
        s.line("M0-146v-14", ink.gold2, 8)
        body = poly([(-58, -84), (58, -84), (84, 0), (52, 96), (-52, 96), (-84, 0)])
        s.paper(body, glass, lift=10, shade=ink.shade, depth=0.4)
        with s.clip(body):
            s.fill(
                circle(0, 10, 120),
                s.glow(0, 10, 120, (0, ink.core, 0.95), (0.5, ink.flame, 0.75), (1, glass, 0)),
            )
            s.line("M-22-90L-30 0L-20 100M22-90L30 0L20 100M-90 0H90", ink.gold, 6)
            for dx in (-56, 0, 56):
                s.line(star(dx, 0, 24, points=8, depth=0.6), ink.gold, 4)
            s.fill(drop(0, 66, 11, 34), ink.gold2)
        s.line(body, ink.gold, 8)
        s.paper("M-60 96H60L44 122H-44Z", ink.gold, lift=5, shade=ink.shade)
        s.paper(rect(-66, -92, 132, 16, 6), ink.gold2, lift=4, shade=ink.shade)
        s.line("M0 122v24", ink.gold2, 4)
        s.paper(
            "M-11 144H11L7 196Q0 204-7 196Z", ink.c if glass != ink.c else ink.gold, lift=3, shade=ink.shade
        )


def _domes(s: Sheet, ink: Inks) -> None:
    """Roofs of an old town, and the plain ground for the text."""
    for base, tone, shift in ((900, 0.2, 0.0), (950, 0.5, 90.0)):
        colour = mix(ink.low, ink.shade, tone)
        d = f"M-40 {base}"
        for i in range(6):
            x = -60 + shift + i * 190
            d += f"H{num(x)}V{base - 50}h20C{num(x + 16)} {base - 104} {num(x + 66)} {base - 116} {num(x + 74)} {base - 158}"
            d += f"C{num(x + 82)} {base - 116} {num(x + 132)} {base - 104} {num(x + 128)} {base - 50}h20V{base}"
        s.paper(d + "H1060V1420H-40Z", colour, lift=-9, shade=ink.shade, depth=0.3)
        for i in range(6):
            x = -60 + shift + i * 190 + 74
            s.fill(wedge(x, base - 6, 15, 180, 360) + rect(x - 15, base - 7, 30, 30), ink.flame, 0.85)
            s.line(f"M{xy(x, base - 156)}v-18", ink.gold, 4)
    s.paper(
        "M-40 968Q500 930 1040 968V1420H-40Z",
        mix(ink.high, ink.shade, 0.3),
        lift=-12,
        shade=ink.shade,
        depth=0.4,
    )
    s.line("M-40 986Q500 948 1040 986", ink.gold, 3, dash="1 16")
