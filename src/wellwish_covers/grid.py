"""Congratulations: bold cut shapes on tiles around a band."""

from collections.abc import Callable

from wellwish_covers.colour import Inks, mix
from wellwish_covers.curves import circle, petal, poly, rect, ring, star, wedge
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "vermilion": Inks(
        a="#f04e37", b="#ffb52e", c="#16786f", d="#f7a6b8", e="#1f2a52", f="#f8efdd", band="#1f2a52",
        word="#f8efdd", small="#ffc252", shade="#120a24",
    ),
    "teal": Inks(
        a="#0f8277", b="#ffd25e", c="#f0704f", d="#bfe6dc", e="#123f4d", f="#fdf6e6", band="#0c4f52",
        word="#fff4dc", small="#ffd97a", shade="#04201f",
    ),
    "night_blue": Inks(
        a="#3d59c4", b="#ffc94f", c="#e2557f", d="#f9bccb", e="#1b2458", f="#fbf1e6", band="#1b2458",
        word="#fdeedb", small="#f9bccb", shade="#080b24",
    ),
}  # fmt: skip

_SIDE = 200
_BAND = (400, 800)

# Draws a tile in local coordinates of 200 by 200, from its ground and two paper colours.
Tile = Callable[[Sheet, tuple[str, str, str], str], None]


@design("congrats-grid", picture="a grid of bold cut-paper shapes around a band", seed=4, palettes=PALETTES)
def grid(o: Order) -> None:
    s, ink = o.sheet, o.ink
    papers = ink.some("a b c d e f")
    before: dict[tuple[int, int], tuple[str, int]] = {}
    left: list[int] = []
    for row in (0, 1, 4, 5, 6):
        for column in range(5):
            near = [before.get((column - 1, row), ("", -1)), before.get((column, row - 1), ("", -1))]
            ground = o.rng.choice([p for p in papers if p not in (near[0][0], near[1][0])])
            if len(left) < 4:
                left += range(len(_TILES))
            kind = o.rng.choice([k for k in left if k not in (near[0][1], near[1][1])])
            left.remove(kind)
            first = o.rng.choice([p for p in papers if p != ground])
            second = o.rng.choice([p for p in papers if p not in (ground, first)])
            before[column, row] = ground, kind
            x, y = column * _SIDE, row * _SIDE
            s.fill(rect(x, y, _SIDE + 0.5, _SIDE + 0.5), ground)
            with s.clip(rect(x, y, _SIDE, _SIDE)), s.at(x + 100, y + 100, o.rng.choice((0, 90, 180, 270))):
                _TILES[kind](s, (ground, first, second), ink.shade)
    top, low = _BAND
    s.paper(rect(-20, top, 1040, low - top), ink.band, lift=16, shade=ink.shade, depth=0.5)
    s.paper(rect(-20, top, 1040, low - top), ink.band, lift=-10, shade=ink.shade, depth=0.3, rim=False)
    for y in (top + 18, low - 18):
        s.line(f"M10 {y}H990", mix(ink.band, ink.small, 0.6), 3, dash="1 14")
    styles = [Style(BLACK, 380, ink.word, tracking=-0.02), Style(LIGHT_ITALIC, 74, ink.small, gap=0.3)]
    letter(s, o.lines, styles, Box(76, top + 38, 924, low - 44))
    s.grain(strength=0.08)


def _quarter(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    s.paper(wedge(-100, -100, 200, 0, 90), p[1], lift=6, shade=shade, rim=False)
    s.paper(circle(-30, -30, 38), p[2], lift=6, shade=shade)


def _target(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for r, paper in ((92, p[1]), (62, p[0]), (34, p[2])):
        s.paper(circle(0, 0, r), paper, lift=6, shade=shade)


def _halves(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    s.paper("M-100 0a100 100 0 0 1 200 0Z", p[1], lift=5, shade=shade)
    s.paper("M-100 100a100 100 0 0 1 200 0Z", p[2], lift=5, shade=shade)


def _stripes(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for i in range(4):
        s.paper(rect(-94 + i * 50, -110, 26, 220), p[1], lift=4, shade=shade, rim=False)


def _corner(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    s.paper(poly([(-100, -100), (100, 100), (-100, 100)]), p[1], lift=6, shade=shade, rim=False)
    s.paper(circle(44, -44, 36), p[2], lift=6, shade=shade)


def _flower(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for i in range(12):
        s.paper(petal(0, 0, i * 30, 94, 20), p[1 + i % 2], lift=3, shade=shade, rim=False)
    s.paper(circle(0, 0, 24), p[0], lift=4, shade=shade)


def _dots(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for i in range(16):
        x, y = -75 + i % 4 * 50, -75 + i // 4 * 50
        s.paper(circle(x, y, 15), p[1 + (i + i // 4) % 2], lift=4, shade=shade)


def _rainbow(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for i, r in enumerate((196, 150, 104, 58)):
        s.paper(circle(-100, 100, r), (p[1], p[0], p[2], p[0])[i], lift=5, shade=shade, rim=False)


def _star(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    s.paper(star(0, 0, 92, points=8, depth=0.5), p[1], lift=6, shade=shade)
    s.paper(circle(0, 0, 26), p[2], lift=4, shade=shade)


def _leaves(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    for x, y, paper in ((-100, 0, p[1]), (0, 0, p[2]), (-100, 100, p[2]), (0, 100, p[1])):
        s.paper(f"M{x} {y}C{x} {y - 60} {x + 40} {y - 100} {x + 100} {y - 100}C{x + 100} {y - 40} {x + 60} {y} {x} {y}Z",
                paper, lift=4, shade=shade)  # fmt: skip


def _loop(s: Sheet, p: tuple[str, str, str], shade: str) -> None:
    s.paper(ring(0, 0, 88, 52), p[1], lift=6, shade=shade)
    s.paper(rect(-18, -110, 36, 220), p[2], lift=5, shade=shade)


_TILES: tuple[Tile, ...] = (
    _quarter, _target, _halves, _stripes, _corner, _flower, _dots, _rainbow, _star, _leaves, _loop,
)  # fmt: skip
