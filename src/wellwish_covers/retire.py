"""Retirement: a hammock between two palms, and a clock without hands."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, lines, num, petal, polar, rect, ring, smooth, star, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import bird, cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import sun_rings

PALETTES = {
    "turquoise": Inks(
        high="#8fe0dd", low="#e6f8ea", sun="#fff3c4", sea="#2bb5b3", sea2="#0f8a90", sand="#f7deac",
        sand2="#ecc98a", shade="#064045", word="#04595c", trunk="#a8703f", leaf="#2f9a6b", leaf2="#1f7a58",
        h1="#ff7d66", h2="#fff6e2", h3="#ffc24b", clock="#fffaf0", hat="#f3cf7f", drink="#ff8f5a",
        cloud="#ffffff",
    ),
    "coral": Inks(
        high="#ff9d86", low="#ffe8c9", sun="#fff8e2", sea="#f2777a", sea2="#c64f68", sand="#fbe3bd",
        sand2="#f2c998", shade="#4f1226", word="#861a33", trunk="#8a4f3c", leaf="#2f8f86", leaf2="#1f6f70",
        h1="#2a9d98", h2="#fff6e6", h3="#ffc857", clock="#fffaf4", hat="#ffdc8a", drink="#ffc24b",
        cloud="#fff1e6",
    ),
    "palm": Inks(
        high="#bfe6c2", low="#fff6d6", sun="#ffffff", sea="#58b6c9", sea2="#2f8fa8", sand="#f5e2b4",
        sand2="#e6c98c", shade="#0c3a20", word="#14532c", trunk="#9a6a3c", leaf="#3f9a4f", leaf2="#287a3e",
        h1="#f2b134", h2="#fffaf0", h3="#e8593a", clock="#ffffff", hat="#f0c878", drink="#f08a4a",
        cloud="#ffffff",
    ),
}  # fmt: skip


@design(
    "retire-hammock",
    picture="a hammock between two palms and a clock without hands",
    seed=33,
    palettes=PALETTES,
)
def hammock(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.6, ink.low), (1, ink.low)))
    sun_rings(s, 500, 780, 118, ink.sun, (0.24, 0.32, 0.42))
    cloud(s, 470, 560, 0.4, ink.cloud, ink.shade, 0.1)
    for x, y, size in ((610, 640, 0.5), (680, 612, 0.36)):
        bird(s, x, y, size, ink.word)
    _sea(o)
    _palm(o, (96, 1240), (30, 900), (176, 566), 1.0, 1)
    _palm(o, (902, 1240), (976, 930), (834, 620), 0.94, -1)
    _hammock(s, ink)
    _clock(s, ink)
    _beach(s, ink)
    letter(
        s, o.lines, [Style(CAPRASIMO, 172, ink.word), Style(CAPRASIMO, 172, ink.word, leading=0.98)], Box(110, 84, 890, 398),
    )  # fmt: skip
    s.grain(ink.shade)


def _sea(o: Order) -> None:
    s, ink = o.sheet, o.ink
    for i, (y, share) in enumerate(((872, 0.0), (926, 0.4), (986, 0.8))):
        points = [(-40 + k * 70, y + (8 if (k + i) % 2 else -6)) for k in range(17)]
        d = smooth(points, closed=False) + "V1420H-40Z"
        s.paper(d, mix(ink.sea, ink.sea2, share), lift=-6, shade=ink.shade, depth=0.16)
        for _ in range(5):
            x = o.rng.uniform(60, 900)
            s.line(f"M{num(x)} {y + 26}q12-8 24 0t24 0", ink.cloud, 4, 0.6)
    s.paper(
        "M402 880L470 880Q462 900 450 900H420Q408 898 402 880ZM436 872V806L470 866Z",
        ink.h2,
        lift=4,
        shade=ink.shade,
    )
    shore = (
        smooth([(-40, 1108), (160, 1066), (380, 1060), (640, 1084), (860, 1058), (1040, 1086)], closed=False)
        + "V1420H-40Z"
    )
    s.paper(shore, ink.cloud, lift=-6, shade=ink.shade, depth=0.14)
    with s.at(0, 16):
        s.paper(shore, ink.sand, lift=-5, shade=ink.shade, depth=0.14)
    for _ in range(60):
        x, y = o.rng.uniform(10, 990), o.rng.uniform(1130, 1390)
        s.fill(ellipse(x, y, 5, 2), ink.sand2)
    s.paper(
        "M-40 1300C200 1270 420 1322 640 1306S900 1270 1040 1290V1420H-40Z",
        ink.sand2,
        lift=-6,
        shade=ink.shade,
        depth=0.12,
    )


def _palm(
    o: Order,
    foot: tuple[float, float],
    bend: tuple[float, float],
    top: tuple[float, float],
    size: float,
    side: int,
) -> None:
    s, ink = o.sheet, o.ink
    wide = 30 * size
    trunk = (
        f"M{xy(foot[0] - wide, foot[1])}Q{xy(bend[0] - wide * 0.7, bend[1])} {xy(top[0] - wide * 0.5, top[1])}"
        f"L{xy(top[0] + wide * 0.5, top[1])}Q{xy(bend[0] + wide * 0.8, bend[1])} {xy(foot[0] + wide * 1.2, foot[1])}Z"
    )
    s.fill(ellipse(foot[0], foot[1], 90, 14), ink.shade, 0.2)
    s.paper(trunk, ink.trunk, lift=8, aside=5, shade=ink.shade, depth=0.3)
    with s.clip(trunk):
        for i in range(17):
            t = i / 16
            x = (1 - t) ** 2 * foot[0] + 2 * t * (1 - t) * bend[0] + t * t * top[0]
            y = (1 - t) ** 2 * foot[1] + 2 * t * (1 - t) * bend[1] + t * t * top[1]
            s.line(f"M{xy(x - 50, y - 8)}Q{xy(x, y + 14)} {xy(x + 50, y - 8)}", ink.shade, 4, 0.22)
    turns = (168, 204, 232, 262, 292, 326, 4, 34, 146)
    for i, turn in enumerate(turns):
        _frond(
            s,
            ink,
            top,
            turn if side > 0 else 180 - turn,
            (250 - abs(i - 4) * 6) * size,
            mix(ink.leaf, ink.leaf2, i % 3 / 2),
        )
    for dx, dy in ((-22, 20), (16, 26), (-2, 38)):
        s.paper(circle(top[0] + dx, top[1] + dy, 21 * size), darken(ink.trunk, 0.3), lift=5, shade=ink.shade)
        s.fill(circle(top[0] + dx - 6, top[1] + dy - 7, 5), WHITE, 0.3)


def _frond(s: Sheet, ink: Inks, at: tuple[float, float], turn: float, length: float, colour: str) -> None:
    """A feathered leaf that bends under its weight."""
    x, y = at
    ux, uy = polar(0, 0, turn, 1)
    droop = length * 0.34
    tip = x + ux * length, y + uy * length + droop
    top = x + ux * length * 0.55, y + uy * length * 0.62 - length * 0.06
    points = [(x, y)]
    below: list[tuple[float, float]] = []
    for i in range(1, 10):
        t = i / 10
        px = (1 - t) ** 2 * x + 2 * t * (1 - t) * top[0] + t * t * tip[0]
        py = (1 - t) ** 2 * y + 2 * t * (1 - t) * top[1] + t * t * tip[1]
        points.append((px, py - 7))
        wide = length * 0.23 * (1 - t * 0.72)
        below += [(px + ux * 4, py + wide), (px + ux * 14, py + wide * 0.42)]
    s.paper(lines([*points, tip, *below[::-1]]) + "Z", colour, lift=6, shade=ink.shade, depth=0.22, corner=4)
    s.line(smooth([*points, tip], closed=False), lighten(colour, 0.32), 4, 0.8)


def _hammock(s: Sheet, ink: Inks) -> None:
    left, right = (116, 930), (880, 930)
    for (x, y), end in ((left, (276, 1010)), (right, (724, 1010))):
        for dy in (-26, 0, 26):
            s.line(f"M{x} {y}L{end[0]} {end[1] + dy * 0.7:.0f}", ink.h2, 4)
        s.line(f"M{x - 18} {y - 10}h36M{x - 18} {y + 4}h36", ink.h2, 7)
    s.fill(ellipse(500, 1268, 230, 18), ink.shade, 0.16)
    back = "M270 990Q500 1120 730 990L724 1032Q500 1240 276 1032Z"
    s.paper(back, darken(ink.h1, 0.22), lift=6, shade=ink.shade, depth=0.2)
    s.paper("M352 1040C350 990 420 980 450 1016L470 1080Z", ink.h2, lift=5, shade=ink.shade)
    _sleeper(s, ink)
    front = (
        "M270 990C330 1084 420 1116 500 1118S670 1084 730 990C736 1130 630 1214 500 1214S264 1130 270 990Z"
    )
    s.paper(front, ink.h1, lift=12, shade=ink.shade, depth=0.3)
    with s.clip(front):
        for i in range(9):
            x = 262 + i * 60
            paper = (ink.h2, ink.h3)[i % 2]
            s.fill(f"M{x} 960C{x + 10} 1080 {500 + (x - 500) * 0.9:.0f} 1140 {500 + (x - 500) * 0.7:.0f} 1230h22"
                   f"C{500 + (x - 480) * 0.9:.0f} 1140 {x + 34} 1080 {x + 26} 960Z", paper, 0.9)  # fmt: skip
        s.fill("M260 1180Q500 1260 740 1180V1240H260Z", ink.shade, 0.16)
    for i in range(11):
        x = 306 + i * 39
        y = 1152 + 62 * (1 - ((x - 500) / 214) ** 2)
        s.line(f"M{x} {y:.0f}v30", ink.h2, 5)


def _sleeper(s: Sheet, ink: Inks) -> None:
    """A straw hat over a face, a book, two feet."""
    skin = "#c98658"
    for x, turn in ((676, 14), (704, 30)):
        with s.at(x, 1040, turn):
            s.paper(rect(-17, -78, 34, 110, 16), skin, lift=5, shade=ink.shade)
            for k in range(4):
                s.paper(
                    circle(-12 + k * 8, -80 + abs(k - 1) * 2, 6), skin, lift=1, shade=ink.shade, rim=False
                )
    with s.at(396, 1006, -20):
        s.paper(circle(8, 26, 50), skin, lift=5, shade=ink.shade)
        s.paper(ellipse(0, 4, 108, 28), ink.hat, lift=7, shade=ink.shade, depth=0.3)
        s.paper("M-56 2C-54-62 54-62 56 2Q0 20-56 2Z", lighten(ink.hat, 0.14), lift=5, shade=ink.shade)
        s.fill("M-57-8Q0 10 57-8L56 8Q0 26-56 8Z", ink.h3)
    with s.at(540, 1064, 8):
        s.paper("M-72 10Q-36-26 0 0Q36-26 72 10L66 40H-66Z", ink.h3, lift=6, shade=ink.shade)
        s.paper("M-64 2Q-34-28 0-4Q34-28 64 2L58 30H-58Z", WHITE, lift=3, shade=ink.shade)
        s.line("M0-4V30", ink.shade, 2, 0.3)


def _clock(s: Sheet, ink: Inks) -> None:
    """A clock half sunk in the sand."""
    with s.at(746, 1296, 14):
        s.fill(ellipse(0, 84, 104, 14), ink.shade, 0.2)
        for side in (-1, 1):
            s.paper(circle(side * 56, -86, 30), ink.h3, lift=6, shade=ink.shade)
        s.paper(ring(0, 0, 96, 74), ink.h1, lift=9, shade=ink.shade, depth=0.3)
        s.fill(circle(0, 0, 78), ink.clock)
        for i in range(12):
            a, b = polar(0, 0, i * 30, 66), polar(0, 0, i * 30, 52 if i % 3 == 0 else 59)
            s.line(lines([a, b]), ink.word, 6 if i % 3 == 0 else 3.6)
        s.line("M-26-10q9 9 18 0M10-10q9 9 18 0M-14 18q15 15 30 0", ink.word, 5)
        s.fill(circle(0, 4, 4), ink.word)
    s.paper(
        "M626 1362Q700 1326 780 1350T900 1372V1420H600Z",
        ink.sand2,
        lift=-3,
        shade=ink.shade,
        depth=0.1,
        rim=False,
    )


def _beach(s: Sheet, ink: Inks) -> None:
    with s.at(240, 1330):
        s.fill(ellipse(4, 28, 70, 10), ink.shade, 0.18)
        s.line("M26-40L62-150L96-160", ink.h1, 8)
        s.paper(
            "M-44-92H44L30 10Q28 26 12 26H-12Q-28 26-30 10Z",
            mix(ink.cloud, ink.drink, 0.25),
            lift=6,
            shade=ink.shade,
        )
        s.fill("M-40-60H40L30 8Q28 22 12 22H-12Q-28 22-30 8Z", ink.drink)
        s.paper(circle(-40, -96, 30), ink.h3, lift=4, shade=ink.shade)
        s.fill(circle(-40, -96, 20), lighten(ink.h3, 0.5))
        s.fill(ellipse(0, -92, 44, 7), WHITE, 0.5)
    s.paper(star(420, 1370, 34, depth=0.5, turn=14), ink.h1, lift=4, shade=ink.shade, corner=12)
    for x, y in ((90, 1352), (520, 1352)):
        s.paper(petal(x, y, -70, 34, 14) + petal(x, y, -110, 34, 14), ink.cloud, lift=3, shade=ink.shade)
