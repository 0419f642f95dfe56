"""Welcome to the team: rows of doors, one of them open."""

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import arch, circle, ellipse, petal, poly, rect, wedge
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf, pot, split_leaf
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import bunting
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "pine": Inks(
        wall="#f6ead0", wall2="#fff7e4", line="#e5d4b0", shade="#1d2f24", word="#0c4f36", a="#1f7a58",
        b="#f2b33c", c="#ef6a4c", d="#f4a6b6", e="#2f6f9f", f="#123f31", light="#ffe9a8", light2="#fff8de",
        frame="#fffdf6", cat="#2c2a3a", pot="#ef6a4c", leaf="#2f9a6b", step="#d8c39a",
    ),
    "cherry": Inks(
        wall="#ffe2e0", wall2="#fff3f0", line="#f5c8c6", shade="#4a0f22", word="#a3122f", a="#c9203f",
        b="#2f9a96", c="#ffb84a", d="#7a4b9c", e="#f28aa0", f="#1f5a68", light="#ffeab0", light2="#fffbe8",
        frame="#ffffff", cat="#e08c3f", pot="#2f9a96", leaf="#3f9a6b", step="#eab9ae",
    ),
    "cornflower": Inks(
        wall="#d9e5fd", wall2="#eef4ff", line="#bccff5", shade="#101f52", word="#274391", a="#4a6fd0",
        b="#f7b33f", c="#ef6f52", d="#3f9a8a", e="#f3a3b8", f="#24356f", light="#ffe9a8", light2="#fffbe6",
        frame="#ffffff", cat="#3a3348", pot="#f08a4a", leaf="#3f9a6b", step="#a9bde8",
    ),
}  # fmt: skip

_WIDE, _HIGH = 216.0, 366.0


@design(
    "welcome-door",
    picture="six doors in a row of colours, one open with plants and a cat",
    seed=8,
    palettes=PALETTES,
)
def doors(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.wall2), (1, ink.wall)))
    for j in range(24):
        for i in range(9):
            x, y = i * 130 - (j % 2) * 65, 470 + j * 40
            if (i * 5 + j * 3) % 7 < 2:
                s.fill(rect(x + 6, y + 4, 118, 32, 4), ink.line, 0.42)
    bunting(s, (-30, 452), 40, (1030, 452), ink.some("a b c d e"), ink.shade)
    places = [(70 + i * 322, y) for y in (946.0, 1356.0) for i in range(3)]
    kinds = ("panels", "round", "glass", "glass", "open", "round")
    s.paper(rect(-20, 946, 1040, 26), ink.step, lift=7, shade=ink.shade, depth=0.22)
    s.paper(rect(-20, 1356, 1040, 70), ink.step, lift=-5, shade=ink.shade, depth=0.22)
    for i, (x, y) in enumerate(places):
        _door(s, ink, x, y, ink.some("a b c e f d")[i], kinds[i])
    _cat(s, ink)
    _steps(s, ink)
    letter(s, o.lines, [Style(BLACK, 200, ink.word, leading=0.9)], Box(90, 78, 910, 422))
    s.grain(ink.shade)


def _door(s: Sheet, ink: Inks, x: float, y: float, colour: str, kind: str) -> None:
    """A door in its frame; x, y is its lower left corner."""
    w, h = _WIDE, _HIGH
    round_top = kind == "round"
    frame = arch(x - 16, y, w + 32, h + 16) if round_top else rect(x - 16, y - h - 16, w + 32, h + 16, 6)
    s.paper(frame, ink.frame, lift=9, shade=ink.shade, depth=0.26)
    shape = arch(x, y, w, h) if round_top else rect(x, y - h, w, h)
    if kind == "open":
        _open(s, ink, x, y, colour)
        return
    s.fill(shape, darken(colour, 0.25))
    with s.clip(shape), s.at(0, 5):
        s.paper(shape, colour, lift=6, shade=ink.shade)
    deep, high = mix(colour, ink.shade, 0.2), lighten(colour, 0.14)
    if kind == "panels":
        for i in range(2):
            for top, tall in ((30, 96), (150, 180)):
                s.paper(rect(x + 26 + i * 90, y - h + top, 74, tall, 5), deep, lift=3, shade=ink.shade)
                s.fill(rect(x + 33 + i * 90, y - h + top + 8, 60, tall - 16, 4), high)
    elif kind == "round":
        s.paper(wedge(x + w / 2, y - h + w / 2, w * 0.36, 180, 360), ink.light, lift=4, shade=ink.shade)
        for k in (-48, 0, 48):
            with s.at(x + w / 2, y - h + w / 2, k):
                s.fill(rect(-3, -w * 0.37, 6, w * 0.37), colour)
        for i in range(3):
            s.paper(rect(x + 22 + i * 62, y - 226, 48, 194, 6), deep, lift=3, shade=ink.shade)
    else:
        s.paper(rect(x + 40, y - h + 34, w - 80, 150, 8), ink.light, lift=4, shade=ink.shade)
        s.fill(
            poly(
                [(x + 40, y - h + 120), (x + 120, y - h + 34), (x + 150, y - h + 34), (x + 40, y - h + 152)]
            ),
            ink.frame,
            0.6,
        )
        s.line(f"M{x + w / 2} {y - h + 34}v150M{x + 40} {y - h + 110}h{w - 80}", colour, 8)
        s.paper(rect(x + 40, y - 150, w - 80, 116, 6), deep, lift=3, shade=ink.shade)
        s.fill(rect(x + 50, y - 140, w - 100, 96, 4), high)
    s.paper(circle(x + w - 22, y - 168, 11), ink.light, lift=4, shade=ink.shade, depth=0.34)
    if kind == "panels":
        _wreath(s, ink, x + w / 2, y - h + 110)
    s.fill(rect(x + 62, y - 16, w - 124, 10, 3), ink.shade, 0.16)


def _wreath(s: Sheet, ink: Inks, x: float, y: float) -> None:
    for i in range(18):
        with s.at(x, y, i * 20):
            s.paper(
                petal(38, -4, -60, 36, 11),
                mix(ink.leaf, ink.shade, 0.1 + 0.2 * (i % 2)),
                lift=2,
                shade=ink.shade,
                rim=False,
            )
    for i in range(6):
        with s.at(x, y, i * 60 + 14):
            s.fill(circle(46, 0, 7), ink.c)


def _open(s: Sheet, ink: Inks, x: float, y: float, colour: str) -> None:
    w, h = _WIDE, _HIGH
    hole = rect(x, y - h, w, h)
    s.fill(hole, s.down((0, ink.light2), (1, ink.light)))
    with s.clip(hole):
        s.fill(
            poly([(x, y), (x + 40, y - 70), (x + w - 40, y - 70), (x + w, y)]), mix(ink.light, ink.pot, 0.35)
        )
        s.paper(rect(x + 70, y - 240, 76, 92, 4), ink.frame, lift=4, shade=ink.shade)
        s.fill(rect(x + 78, y - 232, 60, 76), ink.e)
        s.fill(circle(x + 122, y - 214, 11), ink.b)
        s.fill(poly([(x + 78, y - 156), (x + 104, y - 196), (x + 138, y - 156)]), ink.a)
        s.line(f"M{x + w / 2} {y - h}v44", ink.shade, 4)
        s.paper(f"M{x + w / 2 - 36} {y - h + 74}q36-64 72 0Z", ink.c, lift=5, shade=ink.shade)
    s.fill(
        circle(x + w / 2, y - h * 0.5, 230),
        s.glow(x + w / 2, y - h * 0.5, 230, (0, ink.light2, 0.5), (1, ink.light2, 0)),
    )
    flap = poly([(x, y - h), (x - 96, y - h - 26), (x - 96, y + 40), (x, y)])
    s.paper(flap, colour, lift=9, aside=-4, shade=ink.shade, depth=0.3)
    s.fill(
        poly([(x - 20, y - h + 28), (x - 78, y - h + 14), (x - 78, y - 186), (x - 20, y - 190)]),
        lighten(colour, 0.16),
    )
    s.fill(
        poly([(x - 20, y - 160), (x - 78, y - 154), (x - 78, y - 2), (x - 20, y - 30)]), lighten(colour, 0.16)
    )
    s.paper(circle(x - 84, y - 172, 10), ink.light, lift=4, shade=ink.shade)


def _cat(s: Sheet, ink: Inks) -> None:
    """A cat on the threshold, facing the viewer."""
    with s.at(512, 1364, scale=0.98):
        s.fill(ellipse(0, 2, 74, 10), ink.shade, 0.26)
        s.line("M52-16C104-20 112-70 88-96", ink.cat, 20)
        s.paper("M-54 0C-66-70-34-124 0-124S66-70 54 0Z", ink.cat, lift=6, shade=ink.shade, depth=0.3)
        s.fill(ellipse(0, -40, 28, 40), lighten(ink.cat, 0.2))
        for x in (-20, 20):
            s.paper(ellipse(x, -8, 19, 13), lighten(ink.cat, 0.1), lift=3, shade=ink.shade)
        for side in (-1, 1):
            s.paper(
                f"M{side * 54}-150L{side * 52}-212L{side * 12}-186Z",
                ink.cat,
                lift=4,
                shade=ink.shade,
                corner=6,
            )
            s.fill(f"M{side * 46}-172L{side * 47}-200L{side * 26}-184Z", ink.d)
        s.paper(ellipse(0, -146, 62, 52), ink.cat, lift=5, shade=ink.shade, depth=0.26)
        for side in (-1, 1):
            s.fill(ellipse(side * 25, -152, 12, 14), ink.light)
            s.fill(ellipse(side * 25, -152, 5, 12), "#15121c")
            s.line(f"M{side * 34}-128l34-6M{side * 34}-122l32 6", ink.light2, 2.2, 0.8)
        s.fill("M-7-134h14l-7 9Z", ink.d)
        s.line("M-12-116q6 7 12 0q6 7 12 0", ink.light2, 3)
        s.paper("M-36-106Q0-84 36-106L34-94Q0-72-34-94Z", ink.c, lift=3, shade=ink.shade)
        s.paper(circle(0, -82, 9), ink.b, lift=3, shade=ink.shade)


def _steps(s: Sheet, ink: Inks) -> None:
    """Potted plants in front of the doors."""
    for x, y, turn, size in (
        (654, 1196, 24, 0.5),
        (700, 1206, -34, 0.52),
        (676, 1150, 160, 0.5),
        (640, 1240, 70, 0.46),
        (716, 1250, -78, 0.44),
    ):
        s.line(f"M676 1300L{x} {y}", darken(ink.leaf, 0.3), 5)
        split_leaf(s, x, y, turn, size, ink.leaf, ink.shade)
    pot(s, 676, 1372, 96, 90, ink.pot, ink.shade)
    for angle in (-140, -112, -90, -66, -40):
        leaf(s, 330, 1304, angle, 78, 14, ink.leaf, ink.shade)
    pot(s, 330, 1372, 78, 64, ink.b, ink.shade)
