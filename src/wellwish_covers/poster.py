"""Birthdays, in a sober style: a huge greeting on torn and punched bands."""

from wellwish_covers.colour import Inks, lighten, mix
from wellwish_covers.curves import arch, circle, num, poly, rect, ring, star, wedge
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.scatter import Box

PALETTES = {
    "cobalt": Inks(
        a="#1746c4", b="#d4300f", c="#f8bd33", d="#f6a9bb", ink="#10214f", word="#fff6e2",
    ),
    "vermilion": Inks(
        a="#c62a10", b="#14306b", c="#ffbf4a", d="#8fd3cc", ink="#4b0f0a", word="#fff6e6",
    ),
    "emerald": Inks(
        a="#00693f", b="#b8265c", c="#f8c552", d="#f7ad8b", ink="#04301f", word="#fdf6e4",
    ),
}  # fmt: skip


@design("birthday-type", picture="the greeting set huge on bands of cut paper", seed=5, palettes=PALETTES)
def poster(o: Order) -> None:
    s, ink = o.sheet, o.ink
    lines = [line for line in o.lines if line] or [""]
    bands = [(ink.a, ink.word), (ink.c, ink.ink), (ink.b, ink.word)]
    height = 1400 / len(lines)
    s.ground(ink.a)
    for i, line in enumerate(lines):
        paper, word = bands[i % 3]
        top = i * height
        if i:
            s.paper(_edge(top, i), paper, lift=-18, shade=ink.ink, depth=0.42, rim=False)
        with s.clip(rect(0, max(0, top - 20), 1000, height + 20)):
            _cuts(o, i, Box(0, top, 1000, top + height), paper)
        box = Box(74, max(top + height * 0.16, 84), 926, min(top + height * 0.84, 1318))
        letter(s, [line], [Style(BLACK, 620, word, tracking=-0.025)], box, edge=Edge(ink.ink, 0, 10, 4, 0.12))
    s.grain(strength=0.08)


def _edge(top: float, band: int) -> str:
    """The upper edge of a band: scallops, then teeth."""
    if band % 2:
        bites = "".join("a40 34 0 0 1 80 0" for _ in range(14))
        return f"M-60 {num(top)}{bites}V{num(top + 760)}H-60Z"
    teeth = "".join("l35-46l35 46" for _ in range(16))
    return f"M-60 {num(top + 12)}{teeth}V{num(top + 760)}H-60Z"


def _cuts(o: Order, band: int, box: Box, paper: str) -> None:
    """Discs, arches and rays in tones close to the band's, so that the letters dominate."""
    s, ink = o.sheet, o.ink
    deep, high = mix(paper, ink.ink, 0.2), lighten(paper, 0.09)
    x0, y0, x1, y1 = box
    if band == 0:
        s.paper(wedge(x1, y0, 560, 90, 180), high, lift=8, depth=0.2, rim=False)
        s.paper(wedge(x1, y0, 400, 90, 180), deep, lift=8, depth=0.2, rim=False)
        s.paper(wedge(x1, y0, 134, 90, 180), ink.d, lift=8, depth=0.2)
        s.paper(wedge(x1, y0, 70, 90, 180), ink.c, lift=6, depth=0.2)
        s.paper(ring(x0 + 70, y1 + 40, 210, 150), deep, lift=6, depth=0.2, rim=False)
        s.dots([(60 + i % 5 * 40, 50 + i // 5 * 36) for i in range(10)], 7, ink.d)
    elif band == 1:
        for i in range(9):
            s.fill(wedge(x0 + 500, y1 + 120, 900, 180 + i * 20, 190 + i * 20), lighten(paper, 0.22))
        s.paper(circle(x0 + 500, y1 + 120, 190), lighten(paper, 0.4), lift=-6, depth=0.16)
    else:
        for i, r in enumerate((560, 430, 300, 170)):
            s.paper(
                arch(x1 - 330 - r / 2, y1 + 250, r, r),
                (deep, high, deep, high)[i],
                lift=7,
                depth=0.2,
                rim=False,
            )
        s.paper(star(x0 + 96, y1 - 56, 92, points=14, depth=0.66), ink.c, lift=7, depth=0.24)
        s.fill(circle(x0 + 96, y1 - 56, 34), ink.ink)
        s.fill(poly([(x1, y1 - 90), (x1, y1), (x1 - 90, y1)]), ink.d)
