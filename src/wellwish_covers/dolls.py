"""Thanks: rows of paper dolls, hand in hand."""

from wellwish_covers.colour import Inks, darken, lighten
from wellwish_covers.curves import circle, heart, num, petal, rect, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "poppy": Inks(
        high="#fdf0da", low="#fbd8ac", shade="#5a1a10", word="#b3152a", word2="#7a2418",
        a="#f6b73c", b="#f08a7a", c="#1f8578", d="#c8202f", heart="#fff3dc", confetti="#e4332f",
    ),
    "royal": Inks(
        high="#eaf3ff", low="#bcd8fb", shade="#0c1f55", word="#0b47a8", word2="#1c3a80",
        a="#ffd060", b="#7fb2f2", c="#ee6a43", d="#1450b8", heart="#ffffff", confetti="#ef5b36",
    ),
    "forest": Inks(
        high="#f4f9e6", low="#cfe7bb", shade="#0d3018", word="#12602f", word2="#33532a",
        a="#f6cf5c", b="#8cc084", c="#e5764a", d="#1a7040", heart="#fffbe8", confetti="#e5602f",
    ),
}  # fmt: skip


_STEP = 200.0


@design("thank-hands", picture="rows of paper dolls, hand in hand", seed=52, palettes=PALETTES)
def dolls(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.7, ink.low), (1, ink.low)))
    s.fill(circle(500, 900, 560), s.glow(500, 900, 560, (0, "#ffffff", 0.7), (1, "#ffffff", 0)))
    words = Box(110, 84, 890, 484)
    for x, y in strew(o.rng, Box(40, 50, 960, 560), 104, out=[words.grow(20)]):
        s.paper(
            heart(x, y, o.rng.uniform(9, 17), o.rng.uniform(-30, 30)), ink.confetti, lift=4, shade=ink.shade
        )
    for k, colour in enumerate(ink.some("a b c d")):
        _chain(s, ink, 880 + k * 166, k, colour)
    styles = [Style(CAPRASIMO, 230, ink.word, leading=0.92)] * 2
    letter(s, o.lines, [*styles, Style(LIGHT_ITALIC, 96, ink.word2, gap=0.2)], words)
    s.grain(ink.shade)


def _chain(s: Sheet, ink: Inks, y: float, row: int, colour: str) -> None:
    """Dolls cut from one folded strip, and the sheet below them. Every other panel is shaded."""
    places = [500 + (i - 3) * _STEP + row % 2 * _STEP / 2 for i in range(-1, 7)]
    shape = "".join(_doll(x, y, (i * 3 + row) % 4) for i, x in enumerate(places))
    s.paper(shape, colour, lift=10, aside=3, shade=ink.shade, depth=0.34)
    with s.clip(shape):
        fold = s.across((0, ink.shade, 0.03), (1, ink.shade, 0.22))
        for x in places:
            s.fill(rect(x - _STEP / 2, y - 360, _STEP / 2, 370), fold)
            s.line(f"M{num(x)} {num(y - 350)}V{num(y)}", lighten(colour, 0.4), 2, 0.7)
            s.dots([(x + dx, y - 66 - abs(dx) * 0.06) for dx in range(-64, 65, 16)], 3.6, ink.heart)
    for x in places:
        s.fill(heart(x, y - 182, 17), ink.heart)
    sheet = darken(colour, 0.12)
    s.paper(
        f"M-20 {num(y - 26)}Q500 {num(y - 44)} 1020 {num(y - 26)}V1430H-20Z",
        sheet,
        lift=-7,
        shade=ink.shade,
        depth=0.3,
    )
    s.line(
        f"M-20 {num(y - 10)}Q500 {num(y - 28)} 1020 {num(y - 10)}",
        lighten(colour, 0.4),
        2.5,
        0.8,
        dash="1 12",
    )


def _doll(x: float, y: float, kind: int) -> str:
    """A doll with its feet at x, y, whose hands reach its neighbours'."""

    def at(u: float, v: float) -> str:
        return xy(x + u, y + v)

    arms = (
        f"M{at(-100, -206)}C{at(-72, -216)} {at(-52, -240)} {at(-16, -242)}H{num(x + 16)}"
        f"C{at(52, -240)} {at(72, -216)} {at(100, -206)}V{num(y - 180)}C{at(66, -184)} {at(48, -194)} {at(34, -200)}"
    )
    if kind % 2:
        body = f"L{at(36, -120)}L{at(42, 0)}H{num(x + 8)}L{at(3, -96)}H{num(x - 3)}L{at(-8, 0)}H{num(x - 42)}L{at(-36, -120)}"
    else:
        body = (
            f"L{at(24, -156)}C{at(44, -120)} {at(68, -86)} {at(82, -54)}Q{at(54, -44)} {at(26, -44)}V{num(y)}"
            f"H{num(x + 6)}V{num(y - 44)}H{num(x - 6)}V{num(y)}H{num(x - 26)}V{num(y - 44)}"
            f"Q{at(-54, -44)} {at(-82, -54)}C{at(-68, -86)} {at(-44, -120)} {at(-24, -156)}"
        )
    back = f"L{at(-34, -200)}C{at(-48, -194)} {at(-66, -184)} {at(-100, -180)}Z"
    head = circle(x, y - 282, 39) + rect(x - 12, y - 256, 24, 22)
    hair = (
        circle(x, y - 330, 17),
        f"M{at(-42, -292)}Q{at(-40, -332)} {at(0, -332)}T{at(42, -292)}Z" + circle(x, y - 334, 9),
        f"M{at(-46, -284)}C{at(-48, -336)} {at(48, -336)} {at(46, -284)}L{at(54, -246)}H{num(x - 54)}Z",
        "".join(petal(x, y - 308, angle, 26, 9) for angle in (-140, -112, -84, -56)),
    )[kind]
    return arms + body + back + head + hair
