"""Winter holidays of any faith: a village in snow."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import arch, circle, height_at, num, poly, rect, smooth, sparkle
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew
from wellwish_covers.scenery import fir, hills, smoke

PALETTES = {
    "night": Inks(
        high="#0d2350", low="#3b6199", shade="#061233", word="#fff4dc", edge="#081a40", moon="#fff6dc",
        star="#ffeab5", far="#5f83b5", mid="#a9c2de", near="#e6eff8", snow="#ffffff", a="#c7303a",
        b="#e9b26a", c="#2f6f8f", d="#a8404f", roof="#ffffff", wood="#5a3340", light="#ffd35c",
        tree="#1f4f63", tree2="#17405a", red="#d8343f",
    ),
    "holly": Inks(
        high="#8c1420", low="#d5484a", shade="#3b050e", word="#fff4df", edge="#5f0a15", moon="#fff2d8",
        star="#ffe3ad", far="#d9706b", mid="#f1b3a6", near="#fce6da", snow="#fffaf4", a="#2f6b4a",
        b="#f2c078", c="#9a2530", d="#3f7f6a", roof="#fffaf4", wood="#5c2420", light="#ffdb70",
        tree="#1f5a3f", tree2="#174a35", red="#f2c078",
    ),
    "fir": Inks(
        high="#0d3323", low="#3a7a59", shade="#041a10", word="#fff5dc", edge="#06241a", moon="#fff8e0",
        star="#ffedb8", far="#6aa284", mid="#aed0b9", near="#e4f1e4", snow="#ffffff", a="#c9363a",
        b="#ecb56a", c="#2f6a7a", d="#b3553a", roof="#ffffff", wood="#4f3426", light="#ffd766",
        tree="#1a5238", tree2="#12402b", red="#d33a3a",
    ),
}  # fmt: skip


@design(
    "holidays-night",
    picture="a village under snow with lit windows and smoke below the stars",
    seed=24,
    palettes=PALETTES,
)
def village(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.7, ink.low), (1, ink.low)))
    words = Box(84, 84, 916, 450)
    sky = strew(o.rng, Box(16, 16, 984, 760), 74, out=[words.grow(14), Box(650, 470, 900, 700)])
    for i, (x, y) in enumerate(sky):
        s.fill(sparkle(x, y, 13) if i % 5 == 0 else circle(x, y, o.rng.uniform(2.5, 5)), ink.star, 0.9)
    s.fill(circle(770, 590, 190), s.glow(770, 590, 190, (0, ink.moon, 0.45), (1, ink.moon, 0)))
    s.paper(circle(770, 590, 74), ink.moon, lift=8, shade=ink.shade, depth=0.2)
    for x, y, r in ((746, 572, 14), (790, 610, 20), (782, 560, 9)):
        s.fill(circle(x, y, r), mix(ink.moon, ink.far, 0.3), 0.6)
    far = hills(s, o.rng, [(850, 64, ink.far)], ink.shade)[0]
    for i in range(15):
        x = 20 + i * 68 + o.rng.uniform(-20, 20)
        fir(s, x, height_at(far, x) + 26, o.rng.uniform(60, 100), mix(ink.tree, ink.far, 0.5), ink.shade)
    middle = hills(s, o.rng, [(980, 44, ink.mid)], ink.shade, 0.6)[0]
    for x, size, wall in ((120, 0.84, ink.d), (286, 0.94, ink.b), (884, 0.9, ink.c)):
        _house(o, x, height_at(middle, x) + 40, size, wall)
    _hall(s, ink, 642, height_at(middle, 642) + 50)
    for x, tall in ((30, 150), (208, 130), (392, 150), (790, 160), (976, 170)):
        _snowy_fir(s, ink, x, height_at(middle, x) + 40, tall)
    near = hills(s, o.rng, [(1148, 40, ink.near)], ink.shade, 0.6)[0]
    for x, size, wall in ((230, 1.34, ink.a), (520, 1.2, ink.b), (790, 1.4, ink.d)):
        _house(o, x, height_at(near, x) + 64, size, wall)
    for x, tall in ((66, 240), (380, 190), (650, 170), (946, 260)):
        _snowy_fir(s, ink, x, height_at(near, x) + 90, tall)
    front = (
        smooth([(-40, 1300), (240, 1262), (520, 1302), (780, 1270), (1040, 1306)], closed=False)
        + "V1420H-40Z"
    )
    s.paper(front, ink.snow, lift=-12, shade=ink.shade, depth=0.2)
    _snowman(s, ink)
    path = (
        "M470 1420C500 1370 560 1350 530 1310S500 1286 512 1268C530 1300 590 1320 604 1350S590 1390 610 1420Z"
    )
    s.fill(path, mix(ink.near, ink.mid, 0.6), 0.8)
    letter(s, o.lines, [Style(CAPRASIMO, 208, ink.word, arc=30), Style(CAPRASIMO, 208, ink.word, arc=30, leading=0.9)], words,
           edge=Edge(ink.edge, 0, 11, 7))  # fmt: skip
    flakes = strew(o.rng, Box(0, 440, 1000, 1390), 62, out=[words.grow(20)])
    for i in range(3):
        s.dots(flakes[i::3], (2.6, 4, 5.6)[i], WHITE, (0.7, 0.85, 0.95)[i])
    s.grain(ink.shade)


def _house(o: Order, x: float, y: float, size: float, wall: str) -> None:
    s, ink = o.sheet, o.ink
    with s.at(x, y, scale=size):
        s.paper(rect(34, -192, 26, 70), darken(wall, 0.3), lift=4, shade=ink.shade)
        s.paper(rect(29, -198, 36, 14, 7), ink.roof, lift=3, shade=ink.shade)
        smoke(s, o.rng, 46, -200, 0.8, ink.near)
        s.paper("M-76 10V-94L0-168L76-94V10Z", wall, lift=7, aside=4, shade=ink.shade, depth=0.32)
        s.fill("M0-168L76-94V10H0Z", ink.shade, 0.14)
        s.fill(circle(0, -40, 110), s.glow(0, -40, 110, (0, ink.light, 0.3), (1, ink.light, 0)))
        for dx in (-54, 22):
            s.paper(rect(dx, -78, 34, 42, 3), ink.light, lift=3, shade=ink.shade)
            s.line(f"M{dx + 17}-78v42M{dx}-58h34", ink.wood, 3.6)
        s.fill(circle(0, -112, 13), ink.light)
        s.line("M-13-112h26M0-125v26", ink.wood, 3)
        s.paper(arch(-15, 10, 30, 58), ink.wood, lift=3, shade=ink.shade)
        s.fill(circle(0, -24, 7), ink.red)
        snow = (
            "M-98-84Q-92-104-76-116L-14-178Q0-190 14-178L76-116Q92-104 98-84Q98-72 84-74Q78-92 66-84"
            "Q58-98 46-100L0-144L-46-100Q-58-98-66-84Q-78-92-84-74Q-98-72-98-84Z"
        )
        s.paper(snow, ink.roof, lift=7, shade=ink.shade, depth=0.3)


def _hall(s: Sheet, ink: Inks, x: float, y: float) -> None:
    """The tower of the town hall with a clock, and no religious symbol."""
    with s.at(x, y):
        s.paper(rect(-36, -250, 72, 260), ink.b, lift=7, aside=4, shade=ink.shade, depth=0.32)
        s.fill(rect(4, -250, 32, 260), ink.shade, 0.14)
        s.paper(poly([(-46, -246), (0, -372), (46, -246)]), ink.wood, lift=6, shade=ink.shade, depth=0.3)
        s.paper("M-50-240Q-46-262-34-272L-6-352Q0-366 6-352L34-272Q46-262 50-240Q34-256 22-242Q12-256 0-242Q-12-256-22-242Q-34-256-50-240Z",
                ink.roof, lift=5, shade=ink.shade, depth=0.26)  # fmt: skip
        s.fill(sparkle(0, -392, 20), ink.star)
        s.paper(circle(0, -190, 25), ink.roof, lift=4, shade=ink.shade)
        s.line("M0-190V-206M0-190L11-184", ink.wood, 4)
        for dy in (-136, -72):
            s.paper(arch(-13, dy + 40, 26, 46), ink.light, lift=3, shade=ink.shade)


def _snowy_fir(s: Sheet, ink: Inks, x: float, y: float, tall: float) -> None:
    fir(s, x, y, tall, ink.tree, ink.tree2)
    for k in range(3):
        w = tall * (0.3 - 0.065 * k) * 0.62
        low = y - tall * (0.08 + 0.25 * k)
        tip = low - tall * (0.42 + 0.02 * k)
        edge = tip + (low - tip) * 0.56
        cap = f"M{num(x)} {num(tip)}L{num(x + w)} {num(edge)}Q{num(x + w * 0.6)} {num(edge - tall * 0.03)} {num(x + w * 0.34)} {num(edge)}"
        cap += f"T{num(x - w * 0.3)} {num(edge)}T{num(x - w)} {num(edge)}Z"
        s.fill(cap, ink.snow, 0.94)


def _snowman(s: Sheet, ink: Inks) -> None:
    with s.at(330, 1352):
        for y, r in ((-40, 54), (-122, 40), (-186, 30)):
            s.paper(circle(0, y, r), lighten(ink.near, 0.5), lift=6, aside=2, shade=ink.shade, depth=0.24)
        s.line("M-34-130L-84-166M34-130L82-158M-74-158l-18 2M72-152l18 4", ink.wood, 6)
        s.paper("M-34-166Q0-148 34-166L34-150Q0-132-34-150Z", ink.red, lift=3, shade=ink.shade)
        s.paper("M12-154h20v52h-20Z", ink.red, lift=3, shade=ink.shade)
        s.paper(rect(-38, -214, 76, 11, 5), ink.wood, lift=3, shade=ink.shade)
        s.paper(rect(-24, -258, 48, 48, 4), ink.wood, lift=3, shade=ink.shade)
        s.fill(rect(-24, -224, 48, 9), ink.red)
        s.dots([(-10, -192), (10, -192), (0, -120), (0, -100)], 4, ink.wood)
        s.fill(poly([(0, -186), (34, -178), (0, -176)]), "#f08a3c")
