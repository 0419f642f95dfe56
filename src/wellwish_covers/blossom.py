"""Lunar New Year in collage: a plum branch before a moon of gold paper, over torn hills."""

from wellwish_covers.collage import dotted, fibres, finish, headline, label, ridge_of, rough, scrap
from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, num, petal, polar, poly, rect, smooth, xy
from wellwish_covers.design import Order, design
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, strew

PALETTES = {
    "vermilion": Inks(
        table="#b3211d", core="#fff4e8", shade="#2c0504", card="#fff6e6", word="#a3160f", label="#f6cf7a",
        type="#4a0d08", moon="#f3c25a", moon2="#fbe2a2", a="#8c1513", b="#cf3a2c", c="#e8694c", branch="#571d14",
        bloom="#ffd9d2", bloom2="#f59c9a", heart="#f6c453", lantern="#e2331f", cloud="#f0a06a",
    ),
    "jade": Inks(
        table="#0d5f52", core="#f6fff8", shade="#021c17", card="#fff8ea", word="#0b5a4b", label="#f3cf86",
        type="#3f2606", moon="#f0c667", moon2="#fbe7b4", a="#0a4a41", b="#23907a", c="#66bda2", branch="#3a2416",
        bloom="#ffe0e4", bloom2="#f1909f", heart="#f3c75c", lantern="#d8422c", cloud="#a9dcc4",
    ),
    "indigo": Inks(
        table="#2a2a7c", core="#f8f4ff", shade="#07061f", card="#fff6ea", word="#2a2474", label="#f7b79c",
        type="#3f0f1a", moon="#f4cf85", moon2="#fdebc0", a="#1e1d5e", b="#4c4db0", c="#8583d8", branch="#24122e",
        bloom="#ffd6df", bloom2="#f08aa6", heart="#f6c95f", lantern="#e0553f", cloud="#b9b0ee",
    ),
}  # fmt: skip


@design(
    "lunar-blossom",
    picture="a plum branch before a gold moon, of torn and cut paper",
    seed=83,
    palettes=PALETTES,
)
def blossom(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, darken(ink.table, 0.16)), (1, ink.table)))
    fibres(s, rect(0, 0, 1000, 1400), 11, lighten(ink.table, 0.3), 0.4)
    for x, y in strew(o.rng, Box(40, 40, 960, 700), 128, out=[Box(210, 130, 820, 740)]):
        scrap(s, ink, circle(x, y, o.rng.uniform(5, 9)), ink.moon, lift=4)
    _moon(o)
    _clouds(s, ink)
    hills = (
        ([(-20, 900), (170, 800), (330, 872), (520, 780), (720, 880), (880, 806), (1020, 870)], ink.c),
        ([(-20, 960), (140, 930), (360, 1000), (560, 900), (760, 976), (1020, 916)], ink.b),
        ([(-20, 1040), (240, 1000), (500, 1056), (760, 996), (1020, 1050)], ink.a),
    )
    for k, (crest, colour) in enumerate(hills):
        inner = ridge_of(s, ink, o.rng, crest, colour)
        fibres(s, inner, 20 + k, lighten(colour, 0.4), 0.35)
    _branch(o)
    _lantern(s, ink, (842, 190), 1.0)
    lines = [line for line in o.lines if line]
    if lines:
        headline(s, ink, " ".join(lines[:1]), Box(80, 1000, 920, 1184), 190, -1.5)
    if len(lines) > 1:
        label(s, ink, " ".join(lines[1:]), Box(120, 1178, 880, 1322), 112, 1)
    finish(s, ink)


def _moon(o: Order) -> None:
    s, ink = o.sheet, o.ink
    for r, colour, lift in ((326, ink.core, 14), (312, ink.moon, 0)):
        corners = [polar(500, 470, k * 15, r) for k in range(24)]
        d = poly(rough(o.rng, corners, by=5, step=14))
        if lift:
            s.paper(d, colour, lift=lift, aside=5, shade=ink.shade, depth=0.4, rim=False)
        else:
            s.fill(d, colour)
    disc = circle(500, 470, 306)
    with s.clip(disc):
        dotted(s, ink.moon2, Box(190, 160, 820, 790), 44, 5)
        s.fill(circle(420, 390, 330), s.glow(420, 390, 330, (0, ink.moon2, 0.9), (1, ink.moon2, 0)))
    fibres(s, disc, 31, darken(ink.moon, 0.3), 0.3)


def _clouds(s: Sheet, ink: Inks) -> None:
    """Curled clouds, cut from two sheets."""
    for x, y, size, mirror in ((160, 690, 1.0, False), (860, 640, 1.1, True), (190, 210, 0.66, True)):
        with s.at(x, y, scale=size, mirror=mirror):
            d = "M-170 40H170C206 40 206-6 172-8C176-54 108-70 84-34C70-92-28-92-40-30C-66-62-124-46-118-6C-190-14-206 40-170 40Z"
            scrap(s, ink, d, mix(ink.cloud, ink.core, 0.35), lift=10)
            curl = "M-150 22C-178 22-172-4-150 0M-84 14C-60 26-40 6-56-8M26 8C50 22 76 0 56-18C36-32 2-14 10 14M118 18C146 24 158-2 134-2"
            s.line(curl, ink.lantern, 4, 0.7)


def _branch(o: Order) -> None:
    s, ink = o.sheet, o.ink
    trunk = "M-30 590C90 560 190 600 300 548C420 490 470 470 560 384C600 346 640 330 690 318L694 332C646 348 616 366 584 402C500 500 430 530 322 590C220 646 110 610-30 668Z"
    twigs = (
        "M300 556C330 500 330 450 306 380L318 378C346 446 350 500 322 566Z",
        "M470 470C520 492 580 492 650 470L652 484C580 512 520 514 452 490Z",
        "M560 388C560 340 580 300 616 262L626 270C598 306 582 344 582 392Z",
        "M180 590C214 640 250 668 310 690L304 702C236 684 196 650 160 596Z",
    )
    for d in (*twigs, trunk):
        scrap(s, ink, d, ink.branch, lift=9)
    s.line("M0 624C110 586 200 632 312 570C420 512 480 486 570 396", lighten(ink.branch, 0.25), 4, 0.6)
    for x, y, r in (
        (306, 382, 46), (356, 500, 58), (246, 560, 44), (470, 456, 66), (596, 486, 48), (560, 380, 54), (622, 268, 46),
        (690, 322, 40), (306, 690, 46), (180, 632, 54), (420, 566, 40), (80, 590, 42), (650, 474, 34),
    ):  # fmt: skip
        _bloom(s, ink, (x, y), r, x * 7 % 72)
    for x, y in (
        (330, 440),
        (520, 500),
        (592, 320),
        (250, 664),
        (660, 300),
        (130, 650),
        (712, 300),
        (290, 350),
        (640, 236),
    ):
        scrap(s, ink, circle(x, y, 13), ink.bloom2, lift=5)


def _bloom(s: Sheet, ink: Inks, at: Point, r: float, turn: float) -> None:
    """Five round petals, each with a darker foot, and stamens."""
    x, y = at
    for i in range(5):
        px, py = polar(x, y, turn + i * 72, r * 0.56)
        s.paper(
            circle(px, py, r * 0.46),
            (ink.bloom, lighten(ink.bloom, 0.35))[i % 2],
            lift=5,
            aside=2,
            shade=ink.shade,
            depth=0.3,
        )
        s.fill(petal(x, y, turn + i * 72, r * 0.62, r * 0.16), ink.bloom2, 0.8)
    for i in range(10):
        tip = polar(x, y, turn + i * 36, r * (0.46 if i % 2 else 0.34))
        s.line(f"M{xy(x, y)}L{xy(*tip)}", ink.lantern, 1.8)
        s.fill(circle(*tip, 3), ink.heart)
    s.paper(circle(x, y, r * 0.15), ink.heart, lift=3, shade=ink.shade)


def _lantern(s: Sheet, ink: Inks, at: Point, size: float) -> None:
    x, y = at
    s.line(f"M{num(x)} -10V{num(y - 80 * size)}", ink.moon, 4)
    with s.at(x, y, 3, size):
        body = smooth([(-86, 0), (-70, -56), (0, -78), (70, -56), (86, 0), (70, 56), (0, 78), (-70, 56)])
        scrap(s, ink, body, ink.lantern, lift=12)
        with s.clip(body):
            for k in (-54, -20, 20, 54):
                s.line(f"M{k * 0.6} -90Q{k * 1.7} 0 {k * 0.6} 90", darken(ink.lantern, 0.24), 3, 0.8)
            s.fill(petal(-54, 40, -80, 90, 16), lighten(ink.lantern, 0.4), 0.5)
        for top in (-92, 72):
            scrap(s, ink, rect(-38, top, 76, 20, 4), ink.moon, lift=5)
        for k in range(-3, 4):
            s.line(f"M{k * 5} 94Q{k * 6} 130 {k * 9} 166", ink.moon, 4)
        scrap(s, ink, circle(0, 100, 13), ink.moon, lift=4)
