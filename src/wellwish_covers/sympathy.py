"""Sympathy: a moon over still water, and a branch that drops a few leaves."""

import math

from wellwish_covers.colour import Inks, lighten, mix
from wellwish_covers.curves import circle, ellipse, petal, polar, rect, smooth, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import hills, reflection

WATER = {
    "mist": Inks(
        high="#e9eded", sky="#d6e0e2", low="#bfd0d5", moon="#fffdf8", ring="#fffdf6", h1="#b7c9ce",
        h2="#9cb4bb", h3="#7f9ca5", w1="#a9c1c8", w2="#86a5b0", w3="#5f818e", shade="#1f3b45",
        reed="#2f4b55", reed2="#48666f", head="#6a5244", word="#2a434d",
    ),
    "slate": Inks(
        high="#2d3d4c", sky="#40566a", low="#6b8396", moon="#fbf6e8", ring="#8fa3b3", h1="#5a7285",
        h2="#435a6d", h3="#314656", w1="#5f7a8d", w2="#3c5567", w3="#1f3240", shade="#0b1620",
        reed="#111e28", reed2="#1c2f3c", head="#57463c", word="#f3eee0",
    ),
    "dawn": Inks(
        high="#f3e6e2", sky="#edd3cd", low="#dcb9b8", moon="#fffaf2", ring="#fff6ec", h1="#cdb0b8",
        h2="#ab94a4", h3="#8b7a90", w1="#d3b4b8", w2="#a890a0", w3="#766a82", shade="#33243f",
        reed="#433a54", reed2="#5f5370", head="#7a5450", word="#4d3a55",
    ),
}  # fmt: skip


@design("sympathy-water", picture="a pale moon over still water and reeds", seed=3, palettes=WATER)
def water(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.5, ink.sky), (0.66, ink.low), (1, ink.low)))
    s.fill(circle(500, 630, 420), s.glow(500, 630, 420, (0.3, ink.ring, 0.5), (1, ink.ring, 0)))
    for r, opacity in ((322, 0.16), (262, 0.22), (208, 0.34)):
        s.fill(circle(500, 630, r), ink.ring, opacity)
    s.paper(circle(500, 630, 156), ink.moon, lift=10, shade=ink.shade, depth=0.12, rim=False)
    for x, y, r in ((452, 590, 30), (540, 664, 40), (476, 690, 18), (556, 584, 16)):
        s.fill(circle(x, y, r), mix(ink.moon, ink.low, 0.3), 0.4)
    layers = [(846, 52, ink.h1), (880, 36, ink.h2), (914, 20, ink.h3)]
    with s.clip(rect(0, 0, 1000, 930)):
        hills(s, o.rng, layers, ink.shade, 0.6)
    lake = rect(-10, 926, 1020, 500)
    s.fill(lake, s.down((0, ink.w1), (0.4, ink.w2), (1, ink.w3)))
    with s.clip(lake):
        s.fill(rect(0, 926, 1000, 60), s.down((0, ink.h3, 0.5), (1, ink.h3, 0)))
        reflection(s, o.rng, 500, 944, 150, ink.moon, 25)
        for _ in range(30):
            x, y = o.rng.choice((o.rng.uniform(0, 330), o.rng.uniform(670, 1000))), o.rng.uniform(948, 1390)
            s.fill(ellipse(x, y, o.rng.uniform(22, 70), 1.8), ink.ring, 0.3)
    for x, y in ((300, 1000), (664, 980)):
        _swell(s, ink, x, y)
    for mirror in (False, True):
        with s.at(1000 if mirror else 0, 0, mirror=mirror):
            _reeds(o, 12 if mirror else 17)
    styles = [Style(LIGHT_ITALIC, 104, ink.word), Style(LIGHT_ITALIC, 152, ink.word, leading=0.92)]
    letter(s, o.lines, styles, Box(92, 96, 908, 380))
    s.grain(ink.shade)


def _swell(s: Sheet, ink: Inks, x: float, y: float) -> None:
    """Rings on the water, as from a drop."""
    for k in range(3):
        s.line(ellipse(x, y, 22 + k * 22, 5 + k * 5), ink.ring, 2, 0.5 - k * 0.13)


def _reeds(o: Order, count: int) -> None:
    s, ink, rng = o.sheet, o.ink, o.rng
    for i in range(count):
        near = rng.random() ** 1.4
        x, high, lean = near * 240, rng.uniform(170, 440) * (1 - near * 0.45), rng.uniform(-40, 78)
        colour = mix(ink.reed, ink.reed2, i % 3 / 2)
        s.fill(
            f"M{xy(x - 9, 1410)}Q{xy(x + lean * 0.2 - 6, 1400 - high * 0.55)} {xy(x + lean, 1400 - high)}"
            f"Q{xy(x + lean * 0.3 + 12, 1400 - high * 0.5)} {xy(x + 11, 1410)}Z",
            colour,
        )
    for x, high, lean in ((52, 540, 30), (116, 440, 52), (176, 336, 44))[: 3 if count > 14 else 2]:
        tip = x + lean, 1400 - high
        s.line(f"M{x} 1410Q{xy(x + lean * 0.1, 1400 - high * 0.6)} {xy(*tip)}", ink.reed, 5)
        with s.at(*tip, math.degrees(math.atan2(high * 0.4, lean * 0.9)) * -1 + 90):
            s.line("M0-18v-34", ink.reed, 4)
            s.paper(rect(-11, -20, 22, 108, 11), ink.head, lift=4, aside=3, shade=ink.shade, depth=0.24)
            s.fill(rect(-7, -12, 6, 90, 3), lighten(ink.head, 0.3), 0.6)


BRANCH = {
    "moss": Inks(
        ground="#f1ece0", glow="#fbf8f0", disc="#e6e4d2", bark="#6d6350", leaf="#7c8c5f", leaf2="#a3ad84",
        leaf3="#5f7048", last="#c3a468", shade="#2c2f1d", word="#434f33",
    ),
    "bark": Inks(
        ground="#f2e8dc", glow="#fcf6ee", disc="#ead9c6", bark="#5b4435", leaf="#a97e58", leaf2="#c9a680",
        leaf3="#84603f", last="#b6633f", shade="#33210f", word="#553f30",
    ),
    "evening": Inks(
        ground="#e4deeb", glow="#f3eff6", disc="#d3cae0", bark="#4d4359", leaf="#7f7396", leaf2="#a89dbb",
        leaf3="#625578", last="#c58f94", shade="#231b33", word="#463b57",
    ),
}  # fmt: skip


@design("sympathy-branch", picture="a single branch lets go of a few leaves", seed=61, palettes=BRANCH)
def branch(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    s.ground(s.glow(420, 560, 860, (0, ink.glow), (1, ink.glow, 0)))
    s.paper(circle(560, 470, 300), ink.disc, lift=9, shade=ink.shade, depth=0.1, rim=False)
    _limb(s, ink, [(1040, 250), (880, 318), (740, 330), (600, 380), (470, 376), (330, 440), (236, 452)], 26)
    _limb(s, ink, [(740, 330), (660, 420), (600, 520), (520, 580)], 13)
    _limb(s, ink, [(600, 380), (540, 310), (460, 268), (400, 210)], 11)
    _limb(s, ink, [(880, 318), (850, 230), (790, 170)], 11)
    papers = ink.some("leaf leaf2 leaf3")
    spots = (
        (236, 452, 170, 92), (318, 442, 116, 84), (330, 440, 232, 80), (420, 392, 86, 88), (470, 376, 216, 74), (400, 210, 208, 92),
        (430, 236, 128, 70), (466, 268, 252, 78), (540, 310, 150, 70), (520, 580, 134, 96), (560, 548, 62, 74), (604, 512, 160, 78),
        (640, 452, 42, 72), (690, 332, 250, 80), (790, 170, 236, 88), (820, 204, 320, 74), (846, 236, 196, 70), (930, 296, 100, 84),
    )  # fmt: skip
    for i, (x, y, angle, length) in enumerate(spots):
        _leaf(s, ink, (x, y), angle, length * 1.2, papers[i % 3])
    for x, y, angle, length, paper in (
        (448, 742, 28, 84, ink.last), (604, 884, 158, 78, ink.leaf2), (372, 930, 62, 70, ink.last),
    ):  # fmt: skip
        _leaf(s, ink, (x, y), angle, length, paper, lift=14)
    letter(
        s,
        o.lines,
        [Style(LIGHT_ITALIC, 108, ink.word, leading=1.1)],
        Box(120, 1060, 880, 1310),
        valign="middle",
    )
    s.grain(ink.shade)


def _limb(s: Sheet, ink: Inks, points: list[tuple[float, float]], thick: float) -> None:
    """A branch that becomes thinner towards its end."""
    upper: list[tuple[float, float]] = []
    lower: list[tuple[float, float]] = []
    for k, (x, y) in enumerate(points):
        half = thick / 2 * (1 - 0.8 * k / (len(points) - 1))
        upper.append((x, y - half))
        lower.append((x, y + half))
    shape = smooth(upper + lower[::-1], tension=0.14)
    s.paper(shape, ink.bark, lift=9, shade=ink.shade, depth=0.2, corner=4)
    s.line(smooth(upper, closed=False, tension=0.14), lighten(ink.bark, 0.3), 2.4, 0.6)


def _leaf(
    s: Sheet, ink: Inks, at: tuple[float, float], angle: float, length: float, paper: str, lift: float = 8
) -> None:
    x, y = at
    stalk = polar(x, y, angle, length * 0.2)
    s.line(f"M{xy(x, y)}L{xy(*stalk)}", ink.bark, 3.4)
    s.paper(
        petal(*stalk, angle, length, length * 0.24, 0.12),
        paper,
        lift=lift,
        aside=2,
        shade=ink.shade,
        depth=0.22,
    )
    tip = polar(*stalk, angle, length * 0.94)
    half = petal(*stalk, angle, length, length * 0.24, 0.12).split("C")
    s.fill(f"{half[0]}C{half[1]}L{xy(*stalk)}Z", lighten(paper, 0.3), 0.4)
    s.line(f"M{xy(*stalk)}L{xy(*tip)}", mix(paper, ink.shade, 0.3), 2, 0.6)
