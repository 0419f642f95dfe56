"""Graduation: a large cap in a laurel wreath, and small ones in the air."""

from wellwish_covers.colour import Inks, darken, lighten
from wellwish_covers.curves import circle, ellipse, petal, polar, poly, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.motifs import confetti, rays
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "blue": Inks(
        high="#0b4da2", low="#2f86d8", ray="#ffffff", shade="#07234f", word="#fff6df", edge="#07326f",
        cap="#152a57", cap2="#27468a", gold="#ffc83d", gold2="#e0952a", disc="#fff1cf", disc2="#ffd98a",
        leaf="#2f9a86", leaf2="#1f7f78", a="#ffffff", b="#ffc83d", c="#f7a6b8",
    ),
    "gold": Inks(
        high="#f7bd45", low="#fbdc8e", ray="#ffffff", shade="#553006", word="#4d2c04", edge="#ffe2a0",
        cap="#1d3a70", cap2="#325a9f", gold="#e24a33", gold2="#b3301f", disc="#fff9e8", disc2="#f7c0a4",
        leaf="#2f8f76", leaf2="#1f6f66", a="#ffffff", b="#e24a33", c="#1f5f9a",
    ),
    "burgundy": Inks(
        high="#74152e", low="#b53a4e", ray="#ffd9b8", shade="#2f0512", word="#ffe9c9", edge="#4a0a1e",
        cap="#23102f", cap2="#46224f", gold="#ffc95c", gold2="#dd9236", disc="#ffeed6", disc2="#f6bfa0",
        leaf="#e3a648", leaf2="#bd7a30", a="#fff4e6", b="#ffc95c", c="#f4a3ac",
    ),
}  # fmt: skip

_X, _Y = 500.0, 910.0
_SMALL = ((124, 520, -22, 0.5), (872, 524, 18, 0.54), (110, 1296, 16, 0.5), (884, 1290, -14, 0.52))


@design(
    "graduation",
    picture="a graduation cap with a swinging tassel in a laurel wreath, and caps in the air",
    seed=36,
    palettes=PALETTES,
)
def caps(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (1, ink.low)))
    rays(s, _X, _Y, 1300, 36, ink.ray, 0.1)
    words = Box(84, 84, 916, 440)
    out = [words.grow(16), Box(60, 540, 940, 1300)]
    out += [Box(x - 120, y - 90, x + 120, y + 130) for x, y, _, _ in _SMALL]
    confetti(s, o.rng, strew(o.rng, Box(20, 20, 980, 1380), 74, out=out), ink.some("a b c gold"), 0.9)
    for x, y, turn, size in _SMALL:
        _cap(s, ink, (x, y), turn, size)
    _wreath(s, ink)
    _cap(s, ink, (_X, _Y - 44), -10, 1.5)
    style = Style(BLACK, 196, ink.word, leading=0.92, arc=36)
    letter(s, o.lines, [style, style], words, edge=Edge(ink.edge, 0, 9, 6))
    s.grain(ink.shade)


def _wreath(s: Sheet, ink: Inks) -> None:
    """A scalloped disc between two branches of laurel."""
    for k in range(36):
        s.paper(circle(*polar(_X, _Y, k * 10, 268), 30), ink.disc2, lift=6, shade=ink.shade, rim=False)
    s.paper(circle(_X, _Y, 268), ink.disc, lift=8, shade=ink.shade, depth=0.24)
    s.line(circle(_X, _Y, 248), ink.gold2, 3, 0.7, dash="1 12")
    for side in (-1, 1):
        with s.at(_X, _Y, mirror=side < 0):
            s.line("M14 362A362 362 0 0 0 236-276", ink.leaf2, 9)
            for i in range(12):
                angle = 82 - i * 11.6
                x, y = polar(0, 0, angle, 362)
                length = 128 - i * 4
                for lean, paper in ((-38, ink.leaf), (-118, ink.leaf2)):
                    s.paper(petal(x, y, angle + lean, length, 25), paper, lift=5, shade=ink.shade, depth=0.3)
                    tip = polar(x, y, angle + lean, length * 0.82)
                    s.line(f"M{xy(x, y)}L{xy(*tip)}", lighten(paper, 0.4), 2, 0.7)
            s.paper(petal(*polar(0, 0, -50, 362), -140, 96, 22), ink.leaf, lift=5, shade=ink.shade)
    for side in (-1, 1):
        with s.at(_X, _Y + 362, mirror=side < 0):
            s.paper("M0-6C60-66 132-52 128-4S52 50 0 12Z", ink.gold, lift=6, shade=ink.shade, depth=0.3)
            s.paper("M6 10L92 120L64 118L50 146L-6 24Z", ink.gold2, lift=5, shade=ink.shade, depth=0.3)
            s.fill("M24-6C58-40 98-40 100-8S58 22 24 4Z", darken(ink.gold, 0.24), 0.6)
    s.paper(ellipse(_X, _Y + 364, 26, 30), ink.gold, lift=5, shade=ink.shade)


def _cap(s: Sheet, ink: Inks, at: tuple[float, float], turn: float, size: float) -> None:
    with s.at(*at, turn, size):
        s.paper("M-96 6V70C-96 112 96 112 96 70V6Z", ink.cap, lift=9, shade=ink.shade, depth=0.36)
        s.fill("M10 6V101C60 100 96 90 96 70V6Z", lighten(ink.cap, 0.1))
        s.paper(
            poly([(-196, 0), (0, 78), (196, 0), (196, 13), (0, 91), (-196, 13)]),
            darken(ink.cap, 0.25),
            lift=7,
            shade=ink.shade,
            depth=0.36,
        )
        s.paper(poly([(-196, 0), (0, -78), (196, 0), (0, 78)]), ink.cap2, lift=2, shade=ink.shade)
        s.fill(poly([(-196, 0), (0, -78), (0, 78)]), lighten(ink.cap2, 0.14), 0.7)
        s.line("M0 0C70-6 132 6 150 30S152 84 156 112", ink.gold2, 9)
        s.line("M0-2C70-8 132 4 150 28S152 82 156 110", ink.gold, 6)
        s.fill(ellipse(0, -1, 15, 9), ink.gold)
        s.paper("M142 128L134 214Q158 228 184 210L172 128Z", ink.gold, lift=5, shade=ink.shade, depth=0.34)
        for dx in (-8, 2, 12, 20):
            s.line(f"M{154 + dx * 0.4} 140L{154 + dx} 212", ink.gold2, 3)
        s.paper(circle(157, 120, 17), ink.gold, lift=4, shade=ink.shade)
        s.fill(wedge(157, 120, 12, 170, 300, 7), lighten(ink.gold, 0.6), 0.8)
