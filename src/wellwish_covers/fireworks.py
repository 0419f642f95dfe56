"""New year: paper fireworks over a hill with spectators; the year is a parameter."""

from collections.abc import Sequence

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import (
    circle,
    height_at,
    num,
    petal,
    polar,
    rect,
    ridge,
    smooth,
    sparkle,
    star,
    xy,
)
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK, LIGHT_ITALIC
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew
from wellwish_covers.scenery import fir

PALETTES = {
    "ink": Inks(
        high="#0f0a2e", low="#3a2475", shade="#05031a", hill="#241556", hill2="#180d3f", hill3="#0e0729",
        gold="#ffcb5c", gold2="#f0983c", a="#ff5f9e", a2="#c92f7f", b="#5fd0d6", b2="#2f93b5", c="#fff0cf",
        c2="#ffc24b", word="#ffd778", small="#fff0d4", edge="#060318", light="#ffdb80",
    ),
    "frost": Inks(
        high="#dcebf8", low="#fdf3dc", shade="#1c3553", hill="#a9c6e2", hill2="#6f98c2", hill3="#24507c",
        gold="#e0a02c", gold2="#c2781c", a="#e2607f", a2="#b83e66", b="#3f8fc4", b2="#22649c", c="#ffffff",
        c2="#9cc4e6", word="#1f4f80", small="#ffffff", edge="#bcd5ea", light="#ffe59c",
    ),
    "magenta": Inks(
        high="#4d0638", low="#b81a7c", shade="#210218", hill="#7d0f58", hill2="#5c0a43", hill3="#3a052b",
        gold="#ffd166", gold2="#ff9f45", a="#ffa3cf", a2="#ff6fae", b="#8fe0d2", b2="#4fb5ad", c="#fff2dc",
        c2="#ffc890", word="#ffdb82", small="#fff0e0", edge="#2b0320", light="#ffe08a",
    ),
}  # fmt: skip


@design(
    "new-year",
    picture="paper fireworks over a hill where people stand",
    seed=26,
    palettes=PALETTES,
    number="2027",
)
def fireworks(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.75, ink.low), (1, ink.low)))
    year = Box(110, 664, 890, 944)
    for i, (x, y) in enumerate(strew(o.rng, Box(10, 10, 990, 940), 66, out=[year.grow(10)])):
        s.fill(circle(x, y, (2.2, 3.4, 4.6)[i % 3]), ink.c, 0.75)
    s.fill(circle(500, 360, 520), s.glow(500, 360, 520, (0, ink.gold, 0.22), (1, ink.gold, 0)))
    _trails(s, ink)
    _burst(s, (236, 236), 188, ink.some("a a2 c"), ink.shade, 0)
    _burst(s, (800, 196), 150, ink.some("b b2 c"), ink.shade, 1)
    _burst(s, (560, 396), 236, ink.some("gold gold2 c"), ink.shade, 2)
    _burst(s, (176, 560), 104, ink.some("b b2 gold"), ink.shade, 3)
    _burst(s, (880, 544), 116, ink.some("a a2 gold"), ink.shade, 3)
    style = Style(BLACK, 330, ink.word, tracking=-0.02)
    letter(s, [o.number], [style], year, edge=Edge(ink.edge, 0, 13, 8))
    _hills(o)
    letter(s, o.lines, [Style(LIGHT_ITALIC, 116, ink.small)], Box(100, 1206, 900, 1322))
    s.grain(ink.shade)


def _trails(s: Sheet, ink: Inks) -> None:
    for x, y, foot in ((236, 236, 340), (800, 196, 700), (560, 396, 520), (176, 560, 250), (880, 544, 800)):
        d = f"M{foot} 1060Q{num((x + foot) / 2 + (x - foot) * 0.3)} {num((y + 1060) / 2)} {x} {y}"
        s.line(d, ink.gold, 5, 0.75, dash="1 17")


def _burst(s: Sheet, at: tuple[float, float], r: float, papers: Sequence[str], shade: str, kind: int) -> None:
    """A firework of petals: long ones below, shorter ones above, sparks at the ends."""
    x, y = at
    first, second, third = papers
    s.fill(circle(x, y, r * 1.1), s.glow(x, y, r * 1.1, (0, first, 0.34), (1, first, 0)))
    count = (16, 14, 22, 12)[kind]
    for i in range(count):
        angle = i * 360 / count
        inner = polar(x, y, angle, r * 0.16)
        s.paper(
            petal(*inner, angle, r * 0.7, r * 0.056),
            (first, second)[i % 2],
            lift=4,
            shade=shade,
            depth=0.34,
            rim=False,
        )
        s.fill(circle(*polar(x, y, angle, r * 0.97), r * 0.036), (first, third)[i % 2])
    half = 180 / count
    for i in range(count):
        angle = i * 360 / count + half
        inner = polar(x, y, angle, r * 0.1)
        s.paper(
            petal(*inner, angle, r * 0.44, r * 0.05),
            third if kind != 3 else lighten(first, 0.4),
            lift=3,
            shade=shade,
            rim=False,
        )
        tip = polar(x, y, angle, r * 0.74)
        s.fill(sparkle(*tip, r * 0.06), third)
    s.paper(star(x, y, r * 0.13, points=8, depth=0.55), third, lift=4, shade=shade)
    if kind == 2:
        for i in range(count):
            angle = i * 360 / count + half
            s.line(f"M{xy(*polar(x, y, angle, r * 0.82))}L{xy(*polar(x, y, angle, r * 0.94))}", second, 5)


def _hills(o: Order) -> None:
    s, ink = o.sheet, o.ink
    for base, high, colour in ((1010, 40, ink.hill), (1072, 34, ink.hill2)):
        crest = ridge(o.rng, base, high, rough=0.6)
        s.paper(smooth(crest, closed=False) + "V1420H-40Z", colour, lift=-12, shade=ink.shade, depth=0.36)
        for i in range(8):
            x = 40 + i * 128 + o.rng.uniform(-34, 34)
            fir(s, x, height_at(crest, x) + 20, o.rng.uniform(50, 84), darken(colour, 0.25), ink.shade)
    crest = [
        (-40.0, 1168.0),
        (180.0, 1150.0),
        (420.0, 1128.0),
        (620.0, 1130.0),
        (840.0, 1152.0),
        (1040.0, 1176.0),
    ]
    s.paper(smooth(crest, closed=False) + "V1420H-40Z", ink.hill3, lift=-14, shade=ink.shade, depth=0.4)
    for x, size, pose in (
        (392, 1.0, 1),
        (446, 0.94, 2),
        (496, 0.62, 1),
        (546, 1.04, 0),
        (600, 0.96, 2),
        (668, 0.58, 0),
    ):
        _person(s, ink, x, height_at(crest, x) + 8, size, pose)
    for x in (90, 180, 840, 930):
        fir(
            s,
            x,
            height_at(crest, x) + 26,
            130 if x in (90, 930) else 96,
            mix(ink.hill3, ink.hill2, 0.3),
            ink.shade,
        )


def _person(s: Sheet, ink: Inks, x: float, y: float, size: float, pose: int) -> None:
    """A figure seen from behind, looking up; one arm may hold a sparkler."""
    dark = darken(ink.hill3, 0.2)
    coat = (ink.b2, ink.a2, ink.gold2)[int(x) % 3]
    with s.at(x, y, scale=size * 1.25):
        s.fill(rect(-13, -20, 10, 26, 4) + rect(3, -20, 10, 26, 4), dark)
        s.paper("M-22-8C-26-44-24-78 0-80S26-44 22-8Z", coat, lift=3, shade=ink.shade)
        s.fill(circle(0, -98, 17), dark)
        s.fill(rect(-18, -112, 36, 12, 6), (ink.a, ink.b, ink.gold)[pose])
        s.fill(circle(0, -116, 6), (ink.a, ink.b, ink.gold)[pose])
        s.fill("M-20-78Q0-66 20-78L18-66Q0-56-18-66Z", (ink.gold, ink.a, ink.b)[pose])
        if pose == 1:
            s.line("M16-64L34-112", coat, 10)
            s.line("M34-112l6-22", ink.c, 2.6)
            s.fill(circle(41, -138, 30), s.glow(41, -138, 30, (0, ink.light, 0.9), (1, ink.light, 0)))
            s.fill(sparkle(41, -138, 15), ink.light)
        elif pose == 2:
            s.line("M-16-64L-42-40M16-64L42-40", coat, 10)
