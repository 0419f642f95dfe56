"""Thanks to a team: many hands in a ring."""

import math
from itertools import pairwise

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, polar, rect, smooth, sparkle
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import confetti
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "poppy": Inks(
        ground="#fbe3c0", disc="#fff6e3", ring="#f6c98d", shade="#43101a", word="#b3152a", word2="#1f3b78",
        a="#e4332f", b="#1f5fbf", c="#ffb92e", d="#12806f", e="#f49ab0", f="#6a3fa0", white="#fff8ec",
    ),
    "royal": Inks(
        ground="#b9d6fb", disc="#f4f9ff", ring="#86b4f0", shade="#0c1f55", word="#0b47a8", word2="#b5331a",
        a="#0f55c4", b="#ef5b36", c="#ffc53d", d="#129a8f", e="#f7a6bf", f="#23307a", white="#ffffff",
    ),
    "forest": Inks(
        ground="#cbe6bd", disc="#f8fcec", ring="#98c78e", shade="#0d3018", word="#12602f", word2="#a83a12",
        a="#1c7a3f", b="#e5602f", c="#f6c044", d="#236a86", e="#f3a08e", f="#7a2f5c", white="#fffdf2",
    ),
}  # fmt: skip

_SKINS = ("#ffdcc2", "#f3c19c", "#e0a478", "#c98658", "#a9693f", "#87502e", "#683a22", "#4a2a1b")
_CENTRE = (500.0, 700.0)


@design("thank-hands", picture="many hands of many people reach into a ring", seed=52, palettes=PALETTES)
def hands(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    x, y = _CENTRE
    for k, share in enumerate((0.25, 0.5, 0.75)):
        s.paper(
            ellipse(x, y, 468 - k * 34, 640 - k * 34),
            mix(ink.ring, ink.disc, share),
            lift=8,
            shade=ink.shade,
            depth=0.12,
        )
    s.paper(ellipse(x, y, 366, 538), ink.disc, lift=8, shade=ink.shade, depth=0.14)
    words = Box(252, 478, 748, 922)
    spots = strew(o.rng, Box(200, 250, 800, 1150), 74, out=[words.grow(10)])
    inside = [(u, v) for u, v in spots if ((u - x) / 300) ** 2 + ((v - y) / 470) ** 2 < 1]
    confetti(s, o.rng, inside, ink.some("a b c d e"), 0.8)
    sleeves = ink.some("a c b e d f white c a d e b f a")
    count = 14
    order = [i for i in range(count) if i % 2] + [i for i in range(count) if not i % 2]
    for i in order:
        angle = 360 * i / count + 13
        u, v = polar(0, 0, angle, 1)
        reach = 0.98 if i % 2 else 1.07
        tip = x + u * 322 * reach, y + v * 462 * reach
        with s.at(*tip, angle + 180 + o.rng.uniform(-7, 7), 1.06):
            _arm(
                s,
                ink,
                _SKINS[(i * 3) % 8],
                sleeves[i],
                ("plain", "stripes", "dots", "knit")[i % 4],
                i % 3 == 0,
            )
    style = Style(CAPRASIMO, 196, ink.word, jiggle=3)
    styles = [style, style, Style(CAPRASIMO, 196, ink.word2, jiggle=3)]
    letter(s, o.lines, styles, words, rng=o.rng)
    for u, v, r in (
        (500, 392, 30),
        (440, 426, 14),
        (566, 428, 16),
        (500, 1008, 30),
        (440, 980, 16),
        (562, 974, 14),
    ):
        s.fill(sparkle(u, v, r), ink.c)
    s.grain()


def _arm(s: Sheet, ink: Inks, skin: str, sleeve: str, pattern: str, mirror: bool) -> None:
    """An arm from the left; its longest finger ends near the origin."""
    arm = rect(-760, -62, 590, 124)
    s.paper(arm, sleeve, lift=10, shade=ink.shade, depth=0.3)
    other = lighten(sleeve, 0.5) if sleeve != ink.white else ink.a
    with s.clip(arm):
        if pattern == "stripes":
            for k in range(12):
                s.fill(rect(-760 + k * 52, -70, 24, 140), other)
        elif pattern == "dots":
            spots = [(-750 + k * 38, -40 + (k % 2) * 20 + j * 40) for k in range(16) for j in range(3)]
            s.dots(spots, 8, other)
        elif pattern == "knit":
            for k in range(22):
                s.line(f"M{-750 + k * 28}-62l12 20l-12 20l12 20l-12 20l12 20l-12 20", other, 4, 0.7)
        s.fill(rect(-760, 26, 600, 40), ink.shade, 0.12)
    _hand(s, ink, skin, -1 if mirror else 1)
    s.paper(
        rect(-196, -70, 50, 140, 12),
        darken(sleeve, 0.12) if sleeve != ink.white else ink.c,
        lift=6,
        shade=ink.shade,
    )


def _hand(s: Sheet, ink: Inks, skin: str, side: int) -> None:
    fingers = ((-50, -10), (-24, 8), (2, 0), (28, -30))
    shape = rect(-180, -38, 70, 76, 20) + rect(-140, -54, 92, 108, 36)
    for y, tip in fingers:
        shape += rect(-84, side * y - (0 if side > 0 else 24), tip + 84, 24, 12)
    shape += _thumb(side)
    s.paper(shape, skin, lift=8, shade=ink.shade, depth=0.3, rim=False)
    line = darken(skin, 0.3)
    for y, tip in fingers[1:]:
        s.line(f"M-62 {side * (y - 1)}H{tip - 34}", line, 2.4, 0.7)
    for y, tip in fingers:
        s.fill(ellipse(tip - 14, side * y + side * 12, 8, 6.5), lighten(skin, 0.4), 0.85)
    s.line(f"M-124 {-side * 26}q20 {side * 10} 34 {side * 4}", line, 2.4, 0.5)


def _thumb(side: int) -> str:
    """A thumb bent away from the palm and back towards the fingers, with a round end."""
    middle = [(-124 + k * 9.4, -side * (46 + k * 9.2 - k * k * 0.42)) for k in range(8)]
    outer: list[tuple[float, float]] = []
    inner: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in pairwise(middle):
        length = math.hypot(x1 - x0, y1 - y0)
        u, v = (x1 - x0) / length * 15, (y1 - y0) / length * 15
        outer.append((x0 + v, y0 - u))
        inner.append((x0 - v, y0 + u))
    return smooth(outer + inner[::-1]) + circle(*middle[-2], 15)
