"""Work anniversaries: a ring of patterned paper for every year around a seedling, or around the number."""

from wellwish_covers.colour import Inks, darken, lighten
from wellwish_covers.curves import circle, heart, petal, polar, poly, smooth, wedge
from wellwish_covers.design import Order, design, numbered
from wellwish_covers.flora import leaf
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "navy": Inks(
        ground="#172f57", shade="#050c1c", word="#ffe0a0", core="#fff3d8", number="#b3341f", stem="#2f7d5b",
        a="#234a80", b="#e5552f", c="#ffc23d", d="#f49bb0", e="#2f9a8c", f="#fff0d4", heart="#f0653f", g="#ffcb5c",
    ),
    "mustard": Inks(
        ground="#f6c84c", shade="#5a3304", word="#1c3767", core="#fff7e2", number="#1c3767", stem="#2c8058",
        a="#fbdf8c", b="#2b5590", c="#e0532c", d="#f6a9b4", e="#fff3d6", f="#2d8f83", heart="#e0532c", g="#d9532f",
    ),
    "pink": Inks(
        ground="#f9bccd", shade="#5a1334", word="#8c144f", core="#fff6ee", number="#8c144f", stem="#1f7f6a",
        a="#fcd6de", b="#b7306d", c="#ffc350", d="#fff1e2", e="#1f8580", f="#6a55b8", heart="#e0457f", g="#1f8580",
    ),
}  # fmt: skip

_X, _Y = 500.0, 1230.0


@design(
    "anniversary-work",
    picture="rings of patterned paper around a seedling, like the years of a tree",
    seed=23,
    palettes=PALETTES,
)
def rings(o: Order) -> None:
    s, ink = o.sheet, o.ink
    number, lines = numbered(o.lines)
    s.ground(ink.ground)
    for k, name in enumerate("abcdef"):
        outer = 812 - k * 104
        paper = getattr(ink, name)
        s.paper(circle(_X, _Y, outer), paper, lift=-9, shade=ink.shade, depth=0.4)
        (_leaves, _studs, _scallops, _teeth, _petals, _waves)[k](s, paper, _ornament(ink, k), outer)
    s.paper(circle(_X, _Y, 190), ink.core, lift=-9, shade=ink.shade, depth=0.4)
    s.line(circle(_X, _Y, 172), ink.number, 3, 0.5, dash="1 12")
    if number:
        letter(s, [number], [Style(BLACK, 230, ink.number)], Box(374, 1082, 626, 1312))
    else:
        _seedling(s, ink)
    letter(s, lines, [Style(BLACK, 176, ink.word, leading=0.96)], Box(84, 88, 916, 384))
    s.grain(ink.shade)


def _ornament(ink: Inks, ring: int) -> str:
    return (ink.g, ink.f, ink.b, ink.c, ink.b, ink.d)[ring]


def _around(count: int) -> list[float]:
    """The angles of a ring's ornaments, evenly spaced."""
    return [i * 360 / count for i in range(count)]


def _leaves(s: Sheet, _paper: str, colour: str, outer: float) -> None:
    """Pairs of leaves along a stem."""
    s.line(circle(_X, _Y, outer - 54), colour, 4)
    for angle in _around(84):
        x, y = polar(_X, _Y, angle, outer - 54)
        if -60 < x < 1060 and y < 1440:
            for side in (-42, 42):
                s.fill(petal(x, y, angle + 90 + side, 46, 11), colour)


def _studs(s: Sheet, paper: str, colour: str, outer: float) -> None:
    for k, (reach, r) in enumerate(((30, 7), (54, 13), (78, 7))):
        count = 60 if k == 1 else 120
        tone = colour if k == 1 else lighten(paper, 0.5)
        s.dots([polar(_X, _Y, angle, outer - reach) for angle in _around(count)], r, tone)


def _scallops(s: Sheet, paper: str, colour: str, outer: float) -> None:
    step = 360 / 44
    for angle in _around(44):
        x, y = polar(_X, _Y, angle, outer - 96)
        s.fill(wedge(x, y, 38, angle - 90, angle + 90), colour)
        s.fill(wedge(x, y, 22, angle - 90, angle + 90), lighten(paper, 0.4))
        s.fill(circle(*polar(_X, _Y, angle + step / 2, outer - 34), 7), colour)


def _teeth(s: Sheet, paper: str, colour: str, outer: float) -> None:
    half = 360 / 36 / 2
    for angle in _around(36):
        for inner, tip, share in ((96, 22, 1.0), (96, 58, 0.5)):
            corners = [polar(_X, _Y, angle + k * half * share, outer - inner) for k in (-1, 1)]
            s.fill(
                poly([*corners, polar(_X, _Y, angle, outer - tip)]),
                colour if share == 1 else darken(paper, 0.16),
            )


def _petals(s: Sheet, paper: str, colour: str, outer: float) -> None:
    for i, angle in enumerate(_around(48)):
        x, y = polar(_X, _Y, angle, outer - 98)
        s.fill(petal(x, y, angle, 76, 15), colour if i % 2 else darken(paper, 0.2))


def _waves(s: Sheet, _paper: str, colour: str, outer: float) -> None:
    points = [polar(_X, _Y, i * 5, outer - (34, 70)[i % 2]) for i in range(72)]
    s.line(smooth(points, tension=0.3), colour, 10)
    s.dots([polar(_X, _Y, 5 + i * 10, outer - 32) for i in range(36)], 6, colour)
    s.dots([polar(_X, _Y, i * 10, outer - 72) for i in range(36)], 6, colour)


def _seedling(s: Sheet, ink: Inks) -> None:
    s.line("M500 1330Q492 1250 500 1176", ink.stem, 13)
    for angle, length in ((-152, 124), (-28, 124)):
        leaf(s, 499, 1226, angle, length, 36, ink.stem, ink.shade)
    s.paper(heart(500, 1130, 40), ink.heart, lift=6, shade=ink.shade, depth=0.3)
