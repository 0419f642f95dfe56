"""Birthdays: the cake and the balloons."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, drop, ellipse, num, poly, rect, ring, star, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK, CAPRASIMO
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.motifs import cloud, confetti, rays
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import CANVAS, Box, strew

CAKE = {
    "indigo": Inks(
        ground="#20266a", middle="#333c94", table="#ff6f61", cloth="#ff9183", shade="#0a0d36",
        plate="#fff4e2", low="#2fb9ac", lowest="#1b938b", mid="#ff6f61", stripe="#ff8d7e", top="#ffc24b",
        spot="#ff9838", ice="#fff4e2", pink="#ff9fb2", berry="#c2356b", sky="#8fd0ff", edge="#10143f",
        a="#ffc24b", b="#fff4e2", c="#ffb8c6", d="#8fd0ff", e="#ffac9f",
    ),
    "coral": Inks(
        ground="#ffd9c9", middle="#fff1df", table="#e4533f", cloth="#f0705b", shade="#7a1f2c",
        plate="#fffaf0", low="#e4533f", lowest="#c93a34", mid="#ff9aa5", stripe="#ffb3ba", top="#ffc24b",
        spot="#ff9838", ice="#fffaf0", pink="#ffd5d8", berry="#a3204f", sky="#3aa79d", edge="#ffbfa9",
        a="#b3261e", b="#8a1f5a", c="#0a5f63", d="#9c3d00", e="#2f2f86",
    ),
    "teal": Inks(
        ground="#04565a", middle="#0a676b", table="#ffb84a", cloth="#ffca73", shade="#01292c",
        plate="#fff6e4", low="#ff8f87", lowest="#f0716b", mid="#fff1dc", stripe="#ffe0c0", top="#8fded0",
        spot="#4fbfb0", ice="#fff6e4", pink="#ff9fb2", berry="#e4456b", sky="#bfeee4", edge="#02393d",
        a="#ffdc8f", b="#fff6e4", c="#ffccd3", d="#a9ecdf", e="#ffd0bc",
    ),
}  # fmt: skip


@design("birthday-cake", picture="a three-tier paper cake with candles under confetti", seed=7, palettes=CAKE)
def cake(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    s.ground(s.glow(500, 700, 820, (0, ink.middle), (0.5, ink.middle, 0.6), (1, ink.middle, 0)))
    rays(s, 500, 640, 1100, 28, lighten(ink.middle, 0.2), 0.07)
    words = Box(84, 76, 916, 440)
    free = [words.grow(14), Box(300, 430, 700, 660), Box(190, 640, 810, 1000), Box(90, 900, 910, 1400)]
    colours = ink.some("a b c d e")
    confetti(s, o.rng, strew(o.rng, CANVAS.grow(-24), 68, out=free, keep=lambda _x, y: y < 1150), colours)
    _table(s, ink)
    _tier(o, Box(128, 968, 872, 1190), ink.low, ink.ice, 58, "scales")
    _tier(o, Box(220, 780, 780, 958), ink.mid, ink.pink, 50, "stripes")
    _berries(s, 166, 834, 958, 12, ink.berry, ink.shade)
    _tier(o, Box(316, 624, 684, 772), ink.top, ink.ice, 40, "dots")
    _berries(s, 256, 744, 771, 9, ink.sky, ink.shade)
    _candles(s, ink)
    styles = [
        Style(CAPRASIMO, 212, colours, arc=44, jiggle=2.5),
        Style(CAPRASIMO, 196, [*colours[2:], *colours[:2]], arc=44, jiggle=2.5, leading=0.86),
    ]
    letter(s, o.lines, styles, words, edge=Edge(ink.edge, 7, 13, 8), rng=o.rng)
    s.grain()


def _table(s: Sheet, ink: Inks) -> None:
    top = "M-20 1226C180 1200 330 1192 500 1192S840 1202 1020 1228V1420H-20Z"
    s.paper(top, ink.table, lift=-14, shade=ink.shade, depth=0.4)
    with s.clip(top):
        for i in range(11):
            y = 1214 + i * 27
            s.line(
                f"M-20 {y + 20}C180 {y - 4} 330 {y - 10} 500 {y - 10}S840 {y} 1020 {y + 22}",
                ink.cloth,
                8,
                0.7,
            )
        for i in range(17):
            x = (i - 8) * 62
            s.line(f"M{num(500 + x)} 1180L{num(500 + x * 1.7)} 1420", ink.cloth, 8, 0.7)
    s.fill(ellipse(500, 1252, 452, 34), ink.shade, 0.28)
    s.paper(ellipse(500, 1222, 446, 42), ink.plate, lift=10, shade=ink.shade, depth=0.3)
    s.fill(ellipse(500, 1214, 402, 30), mix(ink.plate, ink.shade, 0.16))


def _tier(o: Order, box: Box, colour: str, icing: str, drip: float, pattern: str) -> None:
    s, ink = o.sheet, o.ink
    x0, y0, x1, y1 = box
    wall = f"M{x0} {y0}H{x1}V{y1 - 16}Q{(x0 + x1) / 2} {y1 + 28} {x0} {y1 - 16}Z"
    s.paper(wall, colour, lift=16, shade=ink.shade, depth=0.34, rim=False)
    with s.clip(wall):
        _pattern(s, ink, box, pattern)
        s.fill(rect(x0, y0, 150, 300), s.across((0, ink.shade, 0.26), (1, ink.shade, 0)))
        s.fill(rect(x1 - 170, y0, 170, 300), s.across((0, ink.shade, 0), (1, ink.shade, 0.3)))
        s.fill(rect(x0, y0, box.width, 74), s.down((0, ink.shade, 0.3), (1, ink.shade, 0)))
    s.paper(_icing(o, box, drip), icing, lift=9, shade=ink.shade, depth=0.3)
    s.line(f"M{x0 + 24} {y0 - 4}H{num(x0 + box.width * 0.42)}", WHITE, 7, 0.75)
    s.line(f"M{num(x0 + box.width * 0.46)} {y0 - 4}h12", WHITE, 7, 0.75)


def _pattern(s: Sheet, ink: Inks, box: Box, kind: str) -> None:
    x0, y0, x1, y1 = box
    if kind == "dots":
        for row in range(4):
            spots = [(x, y0 + 76 + row * 34) for x in range(int(x0) + 8 + row % 2 * 30, int(x1), 60)]
            s.dots(spots, 8, ink.spot)
    elif kind == "stripes":
        for x in range(int(x0), int(x1), 40):
            s.fill(rect(x, y0, 20, 220), ink.stripe)
    else:
        for row in range(5):
            y = y1 - 112 + row * 30
            d = "".join(f"M{x} {y}a31 31 0 0 0 62 0Z" for x in range(int(x0) - 31 * (row % 2), int(x1), 62))
            s.paper(d, mix(ink.low, ink.lowest, 0.3 + 0.16 * row), lift=3, shade=ink.shade, depth=0.2)


def _icing(o: Order, box: Box, drip: float) -> str:
    """Icing over the edge of a tier, with round drips."""
    x0, x1, y = box.x0 - 14, box.x1 + 14, box.y0
    count = round((x1 - x0) / 58)
    step = (x1 - x0) / count
    d = f"M{xy(x0, y + 14)}q0-34 30-34H{num(x1 - 30)}q30 0 30 34"
    for i in range(count):
        right, left = x1 - i * step, x1 - (i + 1) * step
        r = step * 0.29
        low = y + 22 + drip * o.rng.uniform(0.25, 1)
        notch = step - 2 * r
        down = f"V{num(low)}a{xy(r, r)} 0 0 1 {num(-2 * r)} 0V{num(y + 24)}"
        d += f"V{num(y + 20)}" if i == 0 else ""
        gap = (
            f"a{xy(notch / 2, notch / 2)} 0 0 0 {num(-notch)} 0" if i < count - 1 else f"L{xy(left, y + 20)}"
        )
        d += (f"L{xy(right - notch / 2, y + 24)}" if i == 0 else "") + down + gap
    return d + "Z"


def _berries(s: Sheet, x0: float, x1: float, y: float, count: int, colour: str, shade: str) -> None:
    for i in range(count):
        x = x0 + (x1 - x0) * i / (count - 1)
        s.paper(circle(x, y, 20), colour, lift=6, shade=shade, depth=0.34)
        s.fill(ellipse(x - 6, y - 8, 6, 4), WHITE, 0.7)


def _candles(s: Sheet, ink: Inks) -> None:
    s.fill(
        circle(500, 520, 330),
        s.glow(500, 520, 330, (0, "#ffdf92", 0.4), (0.4, "#ffb45c", 0.12), (1, "#ffb45c", 0)),
    )
    papers = ink.some("sky pink ice low mid")
    for i, x in enumerate((372, 436, 500, 564, 628)):
        tall = (104, 122, 138, 122, 104)[i]
        y = 606 - tall
        stick = rect(x - 13, y, 26, tall + 6, 8)
        s.paper(stick, papers[i], lift=5, aside=4, shade=ink.shade, depth=0.34)
        with s.clip(stick):
            for j in range(6):
                top = y + j * 28
                band = poly([(x - 16, top + 16), (x + 16, top - 4), (x + 16, top + 8), (x - 16, top + 28)])
                s.fill(band, (WHITE, ink.berry, ink.mid, WHITE, WHITE)[i], 0.8)
            s.fill(rect(x + 4, y, 10, tall), ink.shade, 0.14)
        s.line(f"M{x} {y}v-14", ink.shade, 4)
        s.fill(circle(x, y - 30, 54), s.glow(x, y - 30, 54, (0, "#ffeeb4", 0.85), (1, "#ffc24b", 0)))
        s.fill(drop(x, y - 24, 16, 46), "#ff8f24")
        s.fill(drop(x, y - 22, 9, 26), "#fff0b8")


BALLOONS = {
    "sky": Inks(
        ground="#a9def7", high="#5bb4e6", low="#e9f7fb", shade="#14466b", cloud="#ffffff",
        string="#3b6f92", a="#cf3a14", b="#c81d5e", c="#2f5fd0", p="#ffb53d", q="#ffdf6b", r="#ff8fa3",
        t="#2bb3a3", u="#ffffff", word="#ffffff",
    ),
    "tangerine": Inks(
        ground="#ffcf99", high="#ff9d5c", low="#fff0d8", shade="#7a2c0c", cloud="#fffaf0",
        string="#93501f", a="#0f6c78", b="#c7361f", c="#6b2a7c", p="#ffd75e", q="#fff3c9", r="#ff7d52",
        t="#57c1b3", u="#ffffff", word="#fff8ea",
    ),
    "berry": Inks(
        ground="#f7a9c0", high="#e06a92", low="#ffe6e6", shade="#5a0f38", cloud="#fff6f2",
        string="#8a2c58", a="#b31555", b="#5b2a86", c="#c23a1b", p="#ffc24b", q="#ffe29a", r="#ff86a6",
        t="#2aa6a0", u="#ffffff", word="#fff4ea",
    ),
}  # fmt: skip

# The three balloons with text (x, y, half width), then those behind them.
_CARRIERS = ((312, 322, 240), (690, 566, 234), (304, 804, 226))
_OTHERS = (
    (712, 190, 118, "p", "dots"), (880, 330, 92, "r", "plain"), (98, 540, 92, "t", "stripes"),
    (556, 900, 112, "q", "rings"), (768, 880, 120, "t", "dots"), (112, 232, 70, "q", "plain"),
    (908, 700, 76, "p", "stripes"), (86, 930, 78, "r", "plain"), (500, 86, 74, "r", "stripes"),
)  # fmt: skip


@design(
    "birthday-balloons", picture="a bunch of paper balloons rising into the sky", seed=21, palettes=BALLOONS
)
def balloons(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.55, ink.ground), (1, ink.low)))
    for x, y, size, opacity in ((860, 1040, 0.8, 0.9), (120, 1120, 0.72, 0.9), (720, 60, 0.5, 0.5)):
        with s.at(x, y, opacity=opacity):
            cloud(s, 0, 0, size, ink.cloud, ink.shade, 0.12)
    knot = (508, 1236)
    everything = [(x, y, r, "") for x, y, r in _CARRIERS] + [(x, y, r, n) for x, y, r, n, _ in _OTHERS]
    for x, y, r, _ in everything:
        pull = (x + knot[0]) / 2 - (x - knot[0]) * 0.2
        s.line(
            f"M{xy(x, y + r * 1.2)}Q{xy(pull, (y + r + knot[1]) / 2 + 60)} {xy(*knot)}", ink.string, 3, 0.75
        )
    for x, y, r, name, pattern in _OTHERS:
        _balloon(s, ink, (x, y, r), ink.some(name)[0], pattern)
    _bow(s, ink, knot)
    for i, (x, y, r) in enumerate(_CARRIERS):
        bare = i >= len([line for line in o.lines if line])
        _balloon(s, ink, (x, y, r), ink.some("a b c")[i], "dots" if bare else "plain")
    for line, (x, y, r) in zip([line for line in o.lines if line], _CARRIERS, strict=False):
        box = Box(x - r * 0.7, y - r * 0.42, x + r * 0.7, y + r * 0.42)
        letter(s, [line], [Style(BLACK, 168, ink.word)], box, edge=Edge(ink.shade, 0, 6, 3, 0.16))
    s.grain(strength=0.04)


def _balloon(s: Sheet, ink: Inks, where: tuple[float, float, float], colour: str, pattern: str) -> None:
    x, y, r = where
    body = (
        f"M{xy(x, y - r)}C{xy(x + r * 0.62, y - r)} {xy(x + r, y - r * 0.5)} {xy(x + r, y + r * 0.02)}"
        f"C{xy(x + r, y + r * 0.62)} {xy(x + r * 0.34, y + r * 1.02)} {xy(x, y + r * 1.16)}"
        f"C{xy(x - r * 0.34, y + r * 1.02)} {xy(x - r, y + r * 0.62)} {xy(x - r, y + r * 0.02)}"
        f"C{xy(x - r, y - r * 0.5)} {xy(x - r * 0.62, y - r)} {xy(x, y - r)}Z"
    )
    tail = poly([(x - r * 0.09, y + r * 1.26), (x, y + r * 1.12), (x + r * 0.09, y + r * 1.26)])
    s.paper(tail, darken(colour, 0.2), lift=4, shade=ink.shade, corner=4)
    s.paper(body, colour, lift=18, aside=5, shade=ink.shade, depth=0.3)
    with s.clip(body):
        _balloon_pattern(s, (x, y, r), lighten(colour, 0.42), pattern)
        low = s.glow(x - r * 0.3, y - r * 0.35, r * 1.75, (0.45, ink.shade, 0), (1, ink.shade, 0.42))
        s.fill(circle(x, y, r * 1.3), low)
    shine = wedge(x, y, r * 0.84, 196, 238, r * 0.77)
    s.fill(shine, WHITE, 0.55)
    s.fill(circle(*_polar_shine(x, y, r), r * 0.035), WHITE, 0.55)


def _polar_shine(x: float, y: float, r: float) -> tuple[float, float]:
    return x - r * 0.38, y - r * 0.71


def _balloon_pattern(s: Sheet, where: tuple[float, float, float], colour: str, kind: str) -> None:
    x, y, r = where
    if kind == "dots":
        step = r * 0.42
        spots = [
            (x + (i + j % 2 / 2) * step, y + j * step * 0.85) for i in range(-4, 5) for j in range(-3, 5)
        ]
        s.dots(spots, r * 0.085, colour)
    elif kind == "stripes":
        for i in range(-2, 3):
            bow = i * r * 0.46
            d = f"M{xy(x + bow * 0.2, y - r)}Q{xy(x + bow * 1.5, y)} {xy(x + bow * 0.1, y + r * 1.2)}"
            s.line(d, colour, r * 0.13)
    elif kind == "rings":
        for k in (0.86, 0.5):
            s.fill(ring(x, y, r * k, r * (k - 0.17)), colour)
        s.fill(star(x, y, r * 0.24, depth=0.5), colour)


def _bow(s: Sheet, ink: Inks, knot: tuple[float, float]) -> None:
    x, y = knot
    for side in (-1, 1):
        s.paper(
            f"M{x} {y}C{x + side * 40} {y - 70} {x + side * 150} {y - 60} {x + side * 120} {y}"
            f"S{x + side * 40} {y + 46} {x} {y}Z",
            ink.a, lift=8, shade=ink.shade,
        )  # fmt: skip
        s.fill(
            f"M{x} {y}C{x + side * 40} {y - 34} {x + side * 84} {y - 30} {x + side * 74} {y - 2}Z",
            ink.shade,
            0.24,
        )
        s.paper(
            f"M{x} {y}C{x + side * 20} {y + 50} {x + side * 30} {y + 80} {x + side * 70} {y + 104}"
            f"l{side * -34} 2l{side * -12} 20C{x + side * 0} {y + 90} {x - side * 6} {y + 40} {x} {y}Z",
            lighten(ink.a, 0.08), lift=6, shade=ink.shade,
        )  # fmt: skip
    s.paper(rect(x - 24, y - 22, 48, 46, 14), lighten(ink.a, 0.2), lift=6, shade=ink.shade)
