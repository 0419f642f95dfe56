"""A new home in collage: a house of old papers, taped to cardboard."""

from wellwish_covers.collage import (
    Pattern,
    board,
    dotted,
    fibres,
    finish,
    headline,
    label,
    newsprint,
    ridge_of,
    ruled,
    scrap,
    squared,
    striped,
    tape,
    torn,
)
from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import arch, circle, heart, num, petal, polar, poly, rect, ring, xy
from wellwish_covers.design import Order, design
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point

PALETTES = {
    "brick": Inks(
        table="#c9a77c", core="#fffaf0", shade="#2f1a0a", card="#fffaf0", word="#8f2b16", label="#fff4dc", type="#3a1c10",
        sky="#bcd5df", sky2="#8fb5c6", wall="#f3e6cc", roof="#b5432a", roof2="#8f2f1c", side="#e9c46e", door="#2f6b66",
        print="#6b5a48", line="#7fa6bd", grass="#7f9a56", tape="#f2c14e", heart="#d8432f", window="#fff0b8",
    ),
    "fjord": Inks(
        table="#8ea6b4", core="#ffffff", shade="#0c1c28", card="#fdfcf6", word="#174d6b", label="#fff3d6", type="#16303f",
        sky="#f6e6cc", sky2="#efcf9f", wall="#fbfaf4", roof="#1f5a78", roof2="#164660", side="#9cc4d4", door="#d96a3a",
        print="#5d6a72", line="#88b0c8", grass="#5f8a7c", tape="#f0a95c", heart="#d9583a", window="#ffe9a6",
    ),
    "moss": Inks(
        table="#a5a173", core="#fffdf2", shade="#1f2008", card="#fffdf4", word="#44601f", label="#fbe6d2", type="#33240f",
        sky="#f3d9c4", sky2="#e9b99b", wall="#fbf3de", roof="#4f6a2c", roof2="#3b521f", side="#e6b18f", door="#a2492c",
        print="#6b6448", line="#a6b884", grass="#6f8a3c", tape="#e8906a", heart="#c9482f", window="#fff2b4",
    ),
}  # fmt: skip


@design("home-scraps", picture="a house of old papers, taped to cardboard", seed=87, palettes=PALETTES)
def scraps(o: Order) -> None:
    s, ink = o.sheet, o.ink
    board(s, ink, 87)
    sky = torn(s, ink, o.rng, [(70, 96), (936, 70), (948, 900), (52, 920)], ink.sky, core=12, lift=14)
    with s.clip(sky):
        striped(s, mix(ink.sky, ink.sky2, 0.4), Box(40, 60, 960, 930), 44)
    sun = torn(s, ink, o.rng, [polar(826, 236, k * 20, 84) for k in range(18)], ink.tape, core=8)
    fibres(s, sun, 3, darken(ink.tape, 0.3))
    _house(o)
    crest: list[Point] = [(-20, 930), (200, 900), (420, 924), (640, 896), (820, 916), (1020, 890)]
    lawn = ridge_of(s, ink, o.rng, crest, ink.grass)
    fibres(s, lawn, 7, lighten(ink.grass, 0.5))
    _path(s, ink)
    _key(s, ink)
    for at, turn, long in (((104, 118), -38, 170), ((906, 104), 36, 170), ((238, 116), 4, 110)):
        tape(s, ink, at, turn, long, ink.tape)
    lines = [line for line in o.lines if line]
    if lines:
        headline(s, ink, lines[0], Box(80, 988, 920, 1170), 176, -1.4)
    if len(lines) > 1:
        label(s, ink, " ".join(lines[1:]), Box(84, 1170, 916, 1320), 104, 1.2)
    finish(s, ink)


def _sheet(s: Sheet, ink: Inks, corners: list[Point], look: tuple[str, Pattern, str]) -> None:
    """A cut piece of printed paper."""
    colour, pattern, tone = look
    d = poly(corners)
    scrap(s, ink, d, colour, lift=11)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    with s.clip(d):
        pattern(s, tone, Box(min(xs), min(ys), max(xs), max(ys)))


def _house(o: Order) -> None:
    s, ink = o.sheet, o.ink
    _sheet(
        s, ink, [(640, 330), (704, 326), (708, 480), (638, 500)], (ink.roof2, ruled, lighten(ink.roof2, 0.3))
    )
    for k, (x, y, r) in enumerate(((676, 268, 26), (700, 206, 34), (672, 132, 44))):
        scrap(s, ink, heart(x, y, r, (-8, 12, -6)[k]), ink.heart, lift=7)
    _sheet(s, ink, [(232, 560), (516, 552), (520, 944), (228, 948)], (ink.wall, newsprint, ink.print))
    _sheet(
        s, ink, [(508, 552), (776, 560), (772, 948), (510, 944)], (ink.side, squared, darken(ink.side, 0.3))
    )
    _sheet(
        s,
        ink,
        [(374, 338), (540, 566), (206, 572)],
        (lighten(ink.wall, 0.3), dotted, mix(ink.heart, ink.wall, 0.5)),
    )
    _sheet(s, ink, [(372, 330), (654, 334), (822, 574), (540, 572)], (ink.roof, _tiles, ink.roof2))
    scrap(s, ink, poly([(374, 322), (394, 350), (216, 592), (184, 590)]), ink.roof2, lift=8)
    for x, y, wide, tall in (
        (284, 640, 80, 104),
        (398, 640, 80, 104),
        (556, 640, 86, 96),
        (670, 640, 76, 96),
        (670, 794, 76, 92),
    ):
        _window(s, ink, Box(x, y, x + wide, y + tall))
    scrap(s, ink, arch(322, 946, 116, 170), ink.door, lift=9)
    s.fill(arch(340, 842, 80, 46), ink.window)
    s.line("M380 800V842M352 820H408", ink.door, 5)
    s.fill(circle(420, 874, 7), ink.tape)
    scrap(s, ink, circle(372, 486, 34), ink.window, lift=5)
    s.line("M372 452V520M338 486H406", ink.roof2, 5)
    for x, r in ((250, 40), (466, 34), (580, 36), (626, 44), (790, 50)):
        s.line(f"M{x} 950V{num(900 - r)}", darken(ink.grass, 0.3), 6)
        for k, angle in enumerate((-150, -30, -120, -60, -90)):
            foot = 916 - k * 10 - r * 0.3
            scrap(
                s,
                ink,
                petal(x, foot, angle, r * 1.3, r * 0.3),
                (ink.grass, mix(ink.grass, ink.core, 0.3))[k % 2],
                lift=5,
            )
    s.line(f"M{xy(236, 944)}H772", darken(ink.grass, 0.4), 3, 0.3)


def _tiles(s: Sheet, colour: str, box: Box) -> None:
    rows = int(box.height / 30) + 1
    d = "".join(
        f"M{num(box.x0 - 40 + (k % 2) * 20)} {num(box.y0 + k * 30)}"
        + "q20 34 40 0" * (int(box.width / 40) + 2)
        for k in range(rows)
    )
    s.line(d, colour, 3.4)


def _window(s: Sheet, ink: Inks, box: Box) -> None:
    x0, y0, x1, y1 = box
    scrap(s, ink, rect(x0 - 8, y0 - 8, box.width + 16, box.height + 16), ink.core, lift=7)
    s.fill(rect(x0, y0, box.width, box.height), ink.window)
    s.fill(
        f"M{xy(x0, y0)}H{num(x1)}Q{num(x1 - 8)} {num(y0 + 40)} {num((x0 + x1) / 2)} {num(y0 + 10)}Q{num(x0 + 8)} {num(y0 + 40)} {xy(x0, y0)}Z",
        ink.sky2,
        0.9,
    )
    s.line(f"M{num((x0 + x1) / 2)} {num(y0)}V{num(y1)}M{num(x0)} {num((y0 + y1) / 2)}H{num(x1)}", ink.core, 6)
    scrap(s, ink, rect(x0 - 14, y1 + 6, box.width + 28, 12), ink.roof2, lift=4)


def _path(s: Sheet, ink: Inks) -> None:
    scrap(
        s,
        ink,
        "M336 944H424C450 980 470 1010 560 1060L330 1070C300 1030 320 980 336 944Z",
        mix(ink.table, ink.core, 0.5),
        lift=4,
    )


def _key(s: Sheet, ink: Inks) -> None:
    """A key on a thread, held by tape."""
    with s.at(206, 304, 8):
        s.line("M0-96C-10-130 6-150-4-186", ink.heart, 5)
        key = ring(0, -60, 40, 22) + rect(-9, -24, 18, 118) + rect(6, 54, 30, 15) + rect(6, 78, 22, 15)
        scrap(s, ink, key, ink.tape, lift=8)
