"""New year: paper fireworks over a harbour town and their light in the water."""

from collections.abc import Sequence

from wellwish_covers.colour import Inks, lighten, mix
from wellwish_covers.curves import circle, num, petal, polar, rect, sparkle, star, xy
from wellwish_covers.design import Order, design, numbered
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, strew

PALETTES = {
    "ink": Inks(
        high="#0b0828", low="#4a2c8c", shade="#05031a", far="#2a1a66", near="#150b3c", sea="#120a38",
        sea2="#2b1a66", gold="#ffcb5c", gold2="#f0983c", a="#ff5f9e", a2="#c92f7f", b="#5fd0d6", b2="#2f93b5",
        c="#fff0cf", word="#ffe0a0", edge="#040214", light="#ffdb80",
    ),
    "frost": Inks(
        high="#cfe3f6", low="#fdf1d6", shade="#1c3553", far="#a3c0de", near="#4d7cab", sea="#e6f0fa",
        sea2="#bcd5ec", gold="#e0a02c", gold2="#c2781c", a="#e2607f", a2="#b83e66", b="#3f8fc4", b2="#22649c",
        c="#ffffff", word="#1b4472", edge="#ffffff", light="#fff0b0",
    ),
    "magenta": Inks(
        high="#43042f", low="#c4267f", shade="#210218", far="#8f1462", near="#4a0636", sea="#3a052b",
        sea2="#7d0f58", gold="#ffd166", gold2="#ff9f45", a="#ffa3cf", a2="#ff6fae", b="#8fe0d2", b2="#4fb5ad",
        c="#fff2dc", word="#ffe3a6", edge="#21021a", light="#ffe08a",
    ),
}  # fmt: skip

_SHORE = 920.0
# Place, radius, colours and kind of each firework.
_BURSTS: tuple[tuple[Point, float, str, int], ...] = (
    ((500, 384), 340, "gold gold2 c", 2), ((146, 196), 132, "b b2 c", 1), ((862, 214), 142, "a a2 c", 0),
    ((128, 570), 104, "a a2 gold", 3), ((880, 572), 112, "b b2 gold", 3),
)  # fmt: skip


@design(
    "new-year",
    picture="paper fireworks over a harbour town, with their light in the water",
    seed=26,
    palettes=PALETTES,
)
def fireworks(o: Order) -> None:
    s, ink = o.sheet, o.ink
    number, lines = numbered(o.lines)
    s.ground(s.down((0, ink.high), (0.66, ink.low), (1, ink.low)))
    s.fill(circle(500, 420, 620), s.glow(500, 420, 620, (0, ink.gold, 0.3), (1, ink.gold, 0)))
    for i, (x, y) in enumerate(strew(o.rng, Box(10, 10, 990, 820), 58)):
        s.fill(circle(x, y, (2, 3, 4.2)[i % 3]), ink.c, 0.75)
    for (x, y), _, _, _ in _BURSTS:
        foot = 500 + (x - 500) * 0.5
        s.line(
            f"M{num(foot)} 920Q{num(foot + (x - foot) * 0.2)} {num((y + 920) / 2)} {xy(x, y)}",
            ink.gold,
            4,
            0.7,
            dash="1 15",
        )
    for at, r, papers, kind in _BURSTS:
        _burst(s, at, r, ink.some(papers), ink.shade, kind)
    _town(o)
    _water(o)
    style = Style(BLACK, 176, ink.word, leading=1.0)
    texts = [number, *lines] if number else lines
    styles = [Style(BLACK, 260, ink.word, leading=1.0), style] if number else [style]
    letter(s, texts, styles, Box(90, 1010, 910, 1316), edge=Edge(ink.edge, 0, 7, 5))
    s.grain(ink.shade)


def _burst(s: Sheet, at: Point, r: float, papers: Sequence[str], shade: str, kind: int) -> None:
    """A firework of petals in two rings, with sparks at the ends."""
    x, y = at
    first, second, third = papers
    s.fill(circle(x, y, r * 1.1), s.glow(x, y, r * 1.1, (0, first, 0.36), (1, first, 0)))
    count = (16, 14, 28, 12)[kind]
    half = 180 / count
    wide = 0.8 / count
    for i in range(count):
        angle = i * 2 * half
        inner = polar(x, y, angle, r * 0.2)
        s.paper(
            petal(*inner, angle, r * 0.66, r * wide),
            (first, second)[i % 2],
            lift=4,
            shade=shade,
            depth=0.34,
            rim=False,
        )
        s.fill(circle(*polar(x, y, angle, r * 0.96), r * wide * 0.62), (first, third)[i % 2])
    for i in range(count):
        angle = (2 * i + 1) * half
        inner = polar(x, y, angle, r * 0.12)
        tone = third if kind != 3 else lighten(first, 0.4)
        s.paper(petal(*inner, angle, r * 0.4, r * wide * 0.9), tone, lift=3, shade=shade, rim=False)
        s.fill(sparkle(*polar(x, y, angle, r * 0.72), r * wide * 1.1), third)
        if kind == 2:
            s.line(f"M{xy(*polar(x, y, angle, r * 0.8))}L{xy(*polar(x, y, angle, r * 0.9))}", second, 5)
    s.paper(star(x, y, r * 0.13, points=8, depth=0.55), third, lift=4, shade=shade)


def _town(o: Order) -> None:
    """Two rows of gabled houses with lit windows, and a church."""
    s, ink = o.sheet, o.ink
    for tone, low, high in ((ink.far, 130, 190), (ink.near, 64, 116)):
        x = -30.0
        houses: list[str] = []
        windows: list[Point] = []
        while x < 1030:
            columns = o.rng.choice((2, 3, 3))
            wide, tall = columns * 24 + 18, o.rng.uniform(low, high)
            y = _SHORE - tall
            houses.append(_gable(x, y, wide, o.rng.randrange(3)))
            windows += [
                (x + wide / 2 + (i - (columns - 1) / 2) * 24, y + 12 + j * 27)
                for i in range(columns)
                for j in range(int((tall - 14) / 27))
            ]
            x += wide + 3
        if tone == ink.far:
            houses.append(f"M196 {_SHORE}V690H204L226 596L248 690H256V{_SHORE}Z")
        s.paper("".join(houses), tone, lift=-6, shade=ink.shade, depth=0.34, rim=False)
        lit = "".join(rect(x - 5.5, y, 11, 16, 2) for x, y in windows if o.rng.random() < 0.6)
        s.fill(lit, ink.light, 0.95 if tone == ink.near else 0.55)
    s.line("M226 596v-26", ink.gold, 4)
    s.fill(circle(226, 566, 7), ink.gold)


def _gable(x: float, y: float, wide: float, kind: int) -> str:
    """A house from its eaves at y to the shore, with a pointed, a stepped or a round gable."""
    half, up = wide / 2, wide * 0.5
    if kind == 0:
        roof = f"L{xy(x + half, y - up)}L{xy(x + wide, y)}"
    elif kind == 1:
        k = wide / 6
        roof = "".join(f"v{num(-up / 3)}h{num(k)}" for _ in range(3)) + "".join(
            f"h{num(k)}v{num(up / 3)}" for _ in range(3)
        )
    else:
        roof = f"q{num(half * 0.16)} {num(-up)} {num(half)} {num(-up)}t{num(half)} {num(up)}"
    return f"M{xy(x, _SHORE + 10)}V{num(y)}{roof}V{num(_SHORE + 10)}Z"


def _water(o: Order) -> None:
    """The harbour, with the fireworks' light in strokes that grow fainter towards the lettering."""
    s, ink = o.sheet, o.ink
    s.paper(
        f"M-20 {_SHORE}H1020V1420H-20Z",
        s.down((0, ink.sea2), (0.4, ink.sea), (1, ink.sea)),
        lift=-6,
        shade=ink.shade,
        depth=0.4,
    )
    s.line(f"M0 {_SHORE + 3}H1000", ink.light, 3, 0.5)
    for (x, _), r, papers, _ in _BURSTS:
        tones = ink.some(papers)
        for i in range(30):
            y = _SHORE + 12 + i * 11 + i * i * 0.14
            wide = r * (0.7 - 0.012 * i) * o.rng.uniform(0.25, 1)
            middle = x + o.rng.uniform(-0.16, 0.16) * r
            faint = 0.8 - 0.08 * i if i < 8 else 0.13
            s.line(f"M{num(middle - wide)} {num(y)}H{num(middle + wide)}", tones[i % 2], 4, faint)
    tone = mix(ink.sea, ink.sea2, 0.8)
    for y in (1344, 1366, 1388):
        for x in o.rng.sample(range(0, 1000, 90), 6):
            s.line(f"M{x} {y}q20-8 40 0t40 0", tone, 4, 0.9)
