"""New baby: a pram in a kitchen garden, and a rabbit that looks in."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import blob, circle, ellipse, num, petal, polar, poly, rect, ring, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import daisy, leaf
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import butterfly
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import hills, round_tree, sun_rings

PALETTES = {
    "sage": Inks(
        high="#eef3df", low="#dcebcb", sun="#fff4c4", far="#bcd6a6", mid="#94bb83", near="#6c9c66",
        soil="#8a6a4c", shade="#1d3b22", word="#2e4c2a", word2="#8a4a1c", pram="#f3ead2", pram2="#e3a25c",
        hood="#7fa06a", wheel="#6b5138", inside="#56774d", lettuce="#a9d06a", lettuce2="#7bb255",
        carrot="#e8803c", rabbit="#c9a47e", blanket="#f7cf62", fence="#fffaf0",
    ),
    "buttercup": Inks(
        high="#fff7d8", low="#fdeaa6", sun="#ffffff", far="#f0dd8c", mid="#c6ca72", near="#93ac5c",
        soil="#94693c", shade="#4d3504", word="#6b4a0a", word2="#a13d14", pram="#ffffff", pram2="#ef9a3c",
        hood="#f3bd3a", wheel="#7a5426", inside="#c08a1e", lettuce="#b4d267", lettuce2="#86b24f",
        carrot="#ef7d36", rabbit="#fff3df", blanket="#8fc7c0", fence="#ffffff",
    ),
    "lavender": Inks(
        high="#f1ebfb", low="#dcd2f4", sun="#fff6e0", far="#c9c0e6", mid="#a9b8c9", near="#86a892",
        soil="#85697a", shade="#2a1d4e", word="#4c3284", word2="#8a2f6b", pram="#fbf6ff", pram2="#efa6b8",
        hood="#9b82cf", wheel="#5c4a7e", inside="#6f58a6", lettuce="#a8cf8a", lettuce2="#7bb073",
        carrot="#ee8f5a", rabbit="#e3d3c4", blanket="#f9d77a", fence="#ffffff",
    ),
}  # fmt: skip


@design(
    "baby-pram-garden", picture="a pram among lettuces with a rabbit next to it", seed=63, palettes=PALETTES
)
def garden(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.7, ink.low), (1, ink.low)))
    sun_rings(s, 766, 640, 96, ink.sun, (0.3, 0.4, 0.5))
    far = hills(s, o.rng, [(800, 44, ink.far), (868, 36, ink.mid)], ink.shade, 0.6)
    for x, size in ((84, 150), (186, 116), (930, 140)):
        round_tree(s, o.rng, x, far[1][0][1] + 24, size, darken(ink.near, 0.1), ink.shade)
    _fence(s, ink)
    hills(s, o.rng, [(1012, 16, ink.near)], ink.shade, 0.4)
    heads = [_lettuce(o, ink.lettuce), _lettuce(o, mix(ink.lettuce, ink.lettuce2, 0.5))]
    _bed(o, 1070, 0.78, heads)
    _pram(s, ink)
    _rabbit(s, ink, 796, 1212)
    _bed(o, 1268, 1.12, heads)
    with s.symbol() as flower:
        daisy(s, (WHITE, mix(ink.fence, ink.near, 0.2), "#f0b43c"), ink.shade)
    for x, y, r in ((58, 1180, 30), (112, 1150, 24), (940, 1110, 30), (968, 1166, 24), (900, 1146, 20)):
        s.line(f"M{x} {y}v70", darken(ink.near, 0.3), 5)
        s.stamp(flower[0], x, y, 0, r / 100)
    butterfly(s, 196, 620, 0.62, 22, (ink.blanket, ink.pram2), ink.wheel)
    letter(
        s, o.lines, [Style(BLACK, 150, ink.word), Style(BLACK, 196, ink.word2, leading=0.92)], Box(90, 92, 910, 480),
    )  # fmt: skip
    s.grain(ink.shade)


def _fence(s: Sheet, ink: Inks) -> None:
    for y in (902, 964):
        s.paper(rect(-20, y, 1040, 20, 4), ink.fence, lift=5, shade=ink.shade, depth=0.16)
    for i in range(15):
        x = -6 + i * 72
        slat = [(x, 1040), (x, 878), (x + 20, 852), (x + 40, 878), (x + 40, 1040)]
        s.paper(poly(slat), ink.fence, lift=6, aside=3, shade=ink.shade, depth=0.18, corner=3)


def _bed(o: Order, y: float, size: float, heads: list[str]) -> None:
    """A row of lettuces and carrots in its soil."""
    s, ink = o.sheet, o.ink
    wave = f"M-20 {num(y + 34 * size)}" + "".join("q40-22 80 0t80 0" for _ in range(7)) + "V1420H-20Z"
    s.paper(wave, mix(ink.soil, ink.shade, 0.1 if size > 1 else 0), lift=-9, shade=ink.shade, depth=0.26)
    for _ in range(26):
        x, low = o.rng.uniform(0, 1000), y + o.rng.uniform(64, 120) * size
        s.fill(ellipse(x, low, 7, 3.6), lighten(ink.soil, 0.22), 0.7)
    step = 152 * size
    for i in range(int(1000 / step) + 2):
        x = -20 + i * step + o.rng.uniform(-8, 8)
        if i % 3 == 1:
            _carrot(s, ink, x, y + 40 * size, size)
        else:
            s.stamp(heads[i % 2], x, y + 26 * size, 0, 0.66 * size)


def _lettuce(o: Order, colour: str) -> str:
    """A head of frilled leaves, 100 high, for stamping."""
    s, ink = o.sheet, o.ink
    with s.symbol() as name:
        for k, (count, reach, share) in enumerate(((9, 1.0, 0.5), (7, 0.74, 0.2), (5, 0.46, 0))):
            for i in range(count):
                x, y = polar(0, 0, 180 + (i + 0.5) * 180 / count, reach * 62)
                frill = blob(o.rng, x, y, reach * 46, points=11, vary=0.13)
                s.paper(frill, lighten(mix(colour, ink.lettuce2, share), 0.12 * k), lift=5, shade=ink.shade)
        for angle in (-130, -90, -50):
            s.line(f"M0 16L{xy(*polar(0, 10, angle, 80))}", lighten(colour, 0.55), 4, 0.8)
    return name[0]


def _carrot(s: Sheet, ink: Inks, x: float, y: float, size: float) -> None:
    for angle in (-128, -108, -90, -72, -52):
        leaf(s, x, y - 20 * size, angle, 86 * size, 13 * size, ink.lettuce2, ink.shade)
    root = f"M{xy(x - 26 * size, y - 22 * size)}Q{xy(x, y - 44 * size)} {xy(x + 26 * size, y - 22 * size)}L{xy(x, y + 34 * size)}Z"
    s.paper(root, ink.carrot, lift=4, shade=ink.shade, corner=6)
    for k in (0, 1):
        s.line(f"M{xy(x - 14 * size, y - (4 - 24 * k) * size)}h{num(16 * size)}", darken(ink.carrot, 0.25), 3)
    s.paper(
        ellipse(x, y + 42 * size, 50 * size, 22 * size),
        mix(ink.soil, ink.shade, 0.1),
        lift=2,
        shade=ink.shade,
    )


def _pram(s: Sheet, ink: Inks) -> None:
    with s.at(396, 1000, scale=1.18):
        s.fill(ellipse(-4, 216, 200, 16), ink.shade, 0.3)
        s.line("M196-28C236-60 262-96 272-132", ink.wheel, 13)
        s.line("M262-136h44", darken(ink.pram2, 0.1), 18)
        s.line("M-120 150L90 60M110 150L-100 60", ink.wheel, 11)
        for x in (-118, 112):
            s.fill(circle(x, 150, 60), ink.fence, 0.32)
            s.paper(ring(x, 150, 70, 56), ink.pram2, lift=6, shade=ink.shade, depth=0.3)
            for i in range(8):
                tip = polar(x, 150, i * 45, 56)
                s.line(f"M{x} 150L{xy(*tip)}", ink.fence, 3.6)
            s.paper(circle(x, 150, 16), ink.fence, lift=3, shade=ink.shade)
        s.paper("M-150-12C-120-60-60-40-20-34C40-26 100-64 176-12Z", ink.blanket, lift=5, shade=ink.shade)
        with s.at(96, -24, 8):
            s.paper(circle(-12, -40, 50), "#f2c6a0", lift=4, shade=ink.shade)
            s.line("M-36-38q9 8 18 0M-2-38q9 8 18 0M-16-16q7 6 14 0", ink.shade, 4, 0.8)
            s.fill(circle(-42, -22, 9) + circle(20, -22, 9), "#ee7c62", 0.45)
            s.paper("M-62-46C-60-102 36-102 38-46Q-12-72-62-46Z", ink.pram2, lift=3, shade=ink.shade)
            s.paper(circle(-12, -94, 14), ink.fence, lift=3, shade=ink.shade)
        body = "M-200-14H204C204 76 142 118 60 118H-56C-140 118-200 76-200-14Z"
        s.paper(body, ink.pram, lift=10, shade=ink.shade, depth=0.3)
        with s.clip(body):
            s.fill(rect(-220, 60, 440, 80), ink.shade, 0.08)
            for i in range(7):
                s.fill(petal(-168 + i * 56, 8, 90, 46, 14), ink.hood, 0.55)
                s.fill(circle(-140 + i * 56, 62, 7), ink.pram2, 0.8)
        s.paper(rect(-208, -26, 420, 24, 12), ink.pram2, lift=5, shade=ink.shade)
        s.paper(wedge(-22, -22, 186, 180, 292), ink.hood, lift=9, shade=ink.shade, depth=0.3)
        for i, tone in enumerate((0.16, 0.0, 0.16)):
            s.fill(wedge(-22, -22, 186, 184 + i * 36, 202 + i * 36), lighten(ink.hood, 0.1 + tone), 0.7)
        for i in range(8):
            x, y = polar(-22, -22, 187 + i * 14.6, 186)
            s.paper(circle(x, y, 17), ink.fence, lift=3, shade=ink.shade, depth=0.16)


def _rabbit(s: Sheet, ink: Inks, x: float, y: float) -> None:
    """A rabbit half turned away, looking at the pram."""
    coat, light = ink.rabbit, lighten(ink.rabbit, 0.4)
    with s.at(x, y, scale=1.16):
        s.fill(ellipse(0, 4, 104, 12), ink.shade, 0.28)
        s.paper(circle(84, -34, 30), light, lift=4, shade=ink.shade)
        s.paper("M-64 0C-84-70-30-136 22-132C92-126 108-44 78 0Z", coat, lift=7, shade=ink.shade, depth=0.28)
        s.paper(ellipse(34, -34, 48, 42), lighten(coat, 0.1), lift=5, shade=ink.shade, depth=0.2)
        s.paper(rect(-72, -22, 96, 26, 13), light, lift=4, shade=ink.shade)
        for turn, tone in ((14, 0.0), (-14, 0.08)):
            with s.at(-26, -196, turn):
                s.paper(petal(0, 14, -90, 128, 22), lighten(coat, tone), lift=4, shade=ink.shade)
                s.fill(petal(0, 2, -90, 92, 11), "#efaea2")
        s.paper(ellipse(-34, -158, 62, 54), coat, lift=6, shade=ink.shade)
        s.fill(ellipse(-66, -144, 32, 26), light)
        s.fill(ellipse(-92, -152, 8, 6), "#c95f62")
        s.fill(circle(-48, -172, 7.5), ink.shade)
        s.fill(circle(-50, -175, 2.6), WHITE)
        s.fill(circle(-30, -142, 13), "#ee7c62", 0.35)
        s.line("M-84-138l-34-6M-84-132l-32 8", ink.shade, 2.2, 0.5)
