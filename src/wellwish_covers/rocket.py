"""Promotion: a paper rocket above stairs of cloud."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import blob, circle, ring, sparkle
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud_shape, soft_star
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "deep_blue": Inks(
        high="#141d63", mid="#2b3ca6", low="#6d7fe0", shade="#070b33", word="#fff2da", cloud="#ffffff",
        cloud2="#b9c6f7", body="#fff6e6", fin="#f2672e", nose="#f2672e", glass="#7fd0e8", flame="#ffb52e",
        flame2="#fff0b8", star="#ffd25e", planet="#f59ab0", ring="#ffd9a8",
    ),
    "orange": Inks(
        high="#ffd9a6", mid="#ffb973", low="#ff8f54", shade="#571d08", word="#7c2408", cloud="#fffaf0",
        cloud2="#ffe3c2", body="#ffffff", fin="#2438a0", nose="#2438a0", glass="#8fd6e8", flame="#e4412c",
        flame2="#ffe08a", star="#fff6dc", planet="#2f9a94", ring="#fff1cf",
    ),
    "violet": Inks(
        high="#2f1569", mid="#5b2fae", low="#b98bf0", shade="#140533", word="#fff0cf", cloud="#fff6ff",
        cloud2="#d9c2f9", body="#fff4ea", fin="#f0507c", nose="#f0507c", glass="#9be0dc", flame="#ffc24b",
        flame2="#fff3c4", star="#ffd879", planet="#5fc4b8", ring="#ffe3b8",
    ),
}  # fmt: skip


@design("promotion-rocket", picture="a paper rocket rises above stairs of cloud", seed=44, palettes=PALETTES)
def rocket(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.5, ink.mid), (1, ink.low)))
    words = Box(84, 84, 916, 424)
    for r, share in ((470, 0.14), (360, 0.22), (250, 0.3)):
        s.paper(
            circle(620, 760, r),
            mix(ink.mid, ink.low, share * 1.6),
            lift=8,
            shade=ink.shade,
            depth=0.16,
            rim=False,
        )
    keep = [words.grow(16), Box(380, 470, 900, 1100)]
    for i, (x, y) in enumerate(strew(o.rng, Box(30, 30, 970, 1040), 96, out=keep)):
        if i % 4 == 0:
            s.fill(sparkle(x, y, o.rng.uniform(12, 22)), ink.star)
        else:
            s.fill(circle(x, y, o.rng.uniform(2.4, 5)), ink.star, 0.9)
    soft_star(s, 176, 560, 46, ink.star, ink.shade, -12)
    soft_star(s, 912, 520, 34, ink.star, ink.shade, 14)
    _planet(s, ink)
    _stairs(o)
    with s.at(640, 748, 32, 1.3):
        _ship(s, ink)
    for x, y, size, share in ((520, 1446, 1.25, 0.2), (110, 1430, 1.1, 0.0), (900, 1436, 1.1, 0.0)):
        s.paper(
            cloud_shape(x, y, size),
            mix(ink.cloud, ink.cloud2, share),
            lift=-6,
            shade=ink.shade,
            depth=0.16,
            rim=False,
        )
    letter(s, o.lines, [Style(BLACK_ITALIC, 186, ink.word, leading=0.92)], words)
    s.grain(ink.shade)


def _planet(s: Sheet, ink: Inks) -> None:
    with s.at(196, 780, -18):
        s.paper(circle(0, 0, 66), ink.planet, lift=9, shade=ink.shade, depth=0.3)
        with s.clip(circle(0, 0, 66)):
            s.fill("M-80-30H80V-10H-80ZM-80 12H80V24H-80Z", lighten(ink.planet, 0.25))
            s.fill(ring(-26, -26, 160, 78), ink.shade, 0.16)
        s.line("M-62-22C-128-6-128 26-40 24S118 0 118-20S92-34 60-28", ink.ring, 9)


def _stairs(o: Order) -> None:
    """Steps of cloud from the lower left to the rocket's starting point."""
    s, ink = o.sheet, o.ink
    steps = ((770, 1096, 0.66), (590, 1176, 0.8), (390, 1256, 0.92), (176, 1330, 1.04))
    for i, (x, y, size) in enumerate(steps):
        top = cloud_shape(x, y, size)
        s.paper(
            top, mix(ink.cloud, ink.cloud2, 0.55 - i * 0.15), lift=12, shade=ink.shade, depth=0.22, rim=False
        )
        for k in range(3):
            puff = blob(o.rng, x + (k - 1) * 96 * size, y - 34 * size, 30 * size, vary=0.08)
            s.fill(puff, WHITE, 0.5)


def _ship(s: Sheet, ink: Inks) -> None:
    """A rocket that points upwards, 440 high and centred on the origin."""
    s.fill(circle(0, 250, 130), s.glow(0, 250, 130, (0, ink.flame, 0.7), (1, ink.flame, 0)))
    s.paper("M-52 172C-92 250-44 300 0 400C44 300 92 250 52 172Z", ink.flame, lift=5, shade=ink.shade)
    s.paper("M-32 172C-54 226-26 266 0 328C26 266 54 226 32 172Z", ink.flame2, lift=3, shade=ink.shade)
    for mirror in (False, True):
        with s.at(0, 0, mirror=mirror):
            s.paper(
                "M70 30C140 70 158 130 144 214C118 172 92 156 58 156Z",
                ink.fin,
                lift=8,
                shade=ink.shade,
                depth=0.32,
            )
            s.fill("M70 30C140 70 158 130 144 214C140 150 110 90 70 60Z", WHITE, 0.16)
    hull = "M0-250C84-168 108-40 74 172H-74C-108-40-84-168 0-250Z"
    s.paper(hull, ink.body, lift=12, shade=ink.shade, depth=0.36)
    with s.clip(hull):
        s.fill("M0-260C70-160 60 20 22 190H120V-260Z", ink.shade, 0.1)
        s.fill("M-120-260H120V-142Q0-108-120-142Z", ink.nose)
        s.fill("M0-260C50-200 62-160 66-124L120-142V-260Z", ink.shade, 0.18)
        s.fill("M-120 92Q0 122 120 92V120Q0 150-120 120Z", ink.fin)
        for x in (-50, -18, 16, 48):
            s.fill(circle(x, 62 - abs(x) * 0.12, 5), mix(ink.body, ink.shade, 0.25))
    s.paper(circle(0, -40, 50), ink.fin, lift=5, shade=ink.shade, depth=0.34)
    s.fill(circle(0, -40, 36), ink.glass)
    s.fill("M-30-58A36 36 0 0 1 6-75Q-18-62-24-36Z", WHITE, 0.7)
    s.paper("M-52 164H52L40 190H-40Z", darken(ink.fin, 0.4), lift=4, shade=ink.shade)
    s.paper("M-11 66H11L8 214Q0 224-8 214Z", lighten(ink.fin, 0.12), lift=5, shade=ink.shade, depth=0.34)
