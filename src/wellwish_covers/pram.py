"""New baby: a pram full of flowers in a meadow."""

from random import Random

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, heart, num, polar, ring, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import anemone, daisy, grass, leaf, rose, stem, tulip
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import butterfly, sprig
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import hills

PALETTES = {
    "sage": Inks(
        high="#f2f4e2", low="#dfecd0", disc="#fff1c9", disc2="#fff8e2", far="#b9d3a4", near="#7fae78", grass="#568a55",
        shade="#1d3b22", word="#2e4c2a", word2="#8a4a1c", body="#5f8f6c", body2="#477656", hood="#fff6e2",
        hood2="#f3d3a4", wheel="#6b4a30", lace="#fffaf0", a="#f08f6a", a2="#d9683f", b="#f7c558", b2="#e29f2a",
        c="#f4b9b4", c2="#dc8a8a", leaf="#4d8a56",
    ),
    "buttercup": Inks(
        high="#fff8dc", low="#fdedb4", disc="#ffffff", disc2="#fff9e6", far="#e7dc8a", near="#b6c268", grass="#7f9c44",
        shade="#4d3504", word="#6b4a0a", word2="#a13d14", body="#f0b62e", body2="#d8961a", hood="#fffaf0",
        hood2="#fbd98a", wheel="#7a5426", lace="#ffffff", a="#ee6f45", a2="#c94e28", b="#ffffff", b2="#f3dfb4",
        c="#7fc0b6", c2="#559c94", leaf="#6f9a3f",
    ),
    "lavender": Inks(
        high="#f4eefc", low="#ded4f5", disc="#fff3da", disc2="#fffaf0", far="#c3bfe4", near="#9fb7b4", grass="#76998a",
        shade="#2a1d4e", word="#4c3284", word2="#8a2f6b", body="#8d74c6", body2="#7059ac", hood="#fff8fb",
        hood2="#f2c6d6", wheel="#5c4a7e", lace="#ffffff", a="#f0879f", a2="#d25f80", b="#fbd97e", b2="#eab24c",
        c="#c6b2ee", c2="#a48bdc", leaf="#6f9f80",
    ),
}  # fmt: skip


@design("baby-pram-garden", picture="a pram full of flowers in a meadow", seed=63, palettes=PALETTES)
def garden(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (1, ink.low)))
    s.paper(circle(500, 850, 430), ink.disc, lift=8, shade=ink.shade, depth=0.1)
    s.fill(circle(500, 850, 376), ink.disc2)
    hills(s, o.rng, [(1130, 26, ink.far), (1216, 22, ink.near)], ink.shade, 0.5)
    names = _flowers(s, ink, o.rng)
    _bouquet(s, ink, names)
    _pram(s, ink)
    _spill(s, ink, names)
    grass(s, o.rng, [ink.grass, mix(ink.grass, ink.near, 0.5), darken(ink.grass, 0.12)], 70, (40, 110))
    for x, r, kind in ((70, 40, 0), (150, 30, 2), (236, 24, 0), (776, 26, 2), (858, 38, 0), (936, 32, 1)):
        y = 1352 - r * 1.6
        s.line(f"M{x} {num(y)}V1410", darken(ink.grass, 0.2), 6)
        s.stamp(names[kind], x, y, 20, r / 100)
    butterfly(s, 172, 640, 0.6, 22, (ink.b, ink.a), ink.wheel)
    butterfly(s, 860, 520, 0.44, -26, (ink.c, ink.b), ink.wheel)
    letter(
        s, o.lines, [Style(BLACK, 150, ink.word), Style(BLACK, 190, ink.word2, leading=0.95)], Box(90, 92, 910, 410),
    )  # fmt: skip
    s.grain(ink.shade)


def _flowers(s: Sheet, ink: Inks, rng: Random) -> list[str]:
    names: list[str] = []
    gold = "#e8a530"
    kinds = (
        lambda: daisy(s, (WHITE, mix(ink.hood, ink.near, 0.3), gold), ink.shade),
        lambda: rose(s, rng, (ink.a, ink.a2, darken(ink.a2, 0.15)), ink.shade),
        lambda: anemone(s, (ink.b, ink.b2, ink.wheel), ink.shade),
        lambda: rose(s, rng, (ink.c, ink.c2, darken(ink.c2, 0.1)), ink.shade),
        lambda: tulip(s, (ink.a, ink.a2, gold), ink.shade),
    )
    for kind in kinds:
        with s.symbol() as name:
            kind()
        names.append(name[0])
    return names


def _bouquet(s: Sheet, ink: Inks, names: list[str]) -> None:
    """The tall flowers that grow out of the pram."""
    for turn in (-56, -100, -78):
        sprig(s, 640, 800, 300, turn, mix(ink.leaf, ink.far, 0.4), 7)
    for angle, long in ((-130, 210), (-108, 280), (-92, 250), (-70, 290), (-52, 250), (-34, 220), (-20, 170)):
        leaf(s, 610, 850, angle, long, 34, ink.leaf, ink.shade)
    for head, kind, size, turn in (
        ((548, 640), 4, 0.74, -16), ((790, 680), 4, 0.7, 28), ((654, 560), 4, 1.0, -2), ((738, 610), 4, 0.84, 16),
        ((596, 672), 4, 0.66, -8), ((700, 676), 4, 0.7, 8),
    ):  # fmt: skip
        stem(s, (636, 860), ((636 + head[0]) / 2 + 10, 760), head, darken(ink.leaf, 0.2), 7)
        s.stamp(names[kind], *head, turn, size)


def _spill(s: Sheet, ink: Inks, names: list[str]) -> None:
    """The flowers along the edge of the pram."""
    for x, y, angle in ((520, 838, 150), (596, 850, 110), (690, 850, 70), (760, 836, 20), (640, 846, 92)):
        leaf(s, x, y, angle, 92, 20, ink.leaf, ink.shade)
    for x, y, r, kind in (
        (540, 778, 50, 0), (722, 742, 52, 2), (634, 748, 70, 1), (782, 796, 54, 3), (572, 832, 58, 3), (700, 826, 62, 0),
        (634, 846, 38, 2), (764, 856, 40, 1), (512, 852, 32, 2),
    ):  # fmt: skip
        s.stamp(names[kind], x, y, x % 90, r / 100)


def _pram(s: Sheet, ink: Inks) -> None:
    x, y = 500.0, 850.0
    s.fill(ellipse(500, 1240, 270, 15), ink.shade, 0.2)
    s.line("M770 850C850 842 886 790 880 716", ink.wheel, 14)
    s.line("M880 744V704", lighten(ink.wheel, 0.3), 24)
    for side in (-1, 1):
        with s.at(500, 0, mirror=side < 0):
            s.line("M210 960C240 1040 190 1080 130 1072C90 1066 96 1024 128 1028", ink.wheel, 12)
            s.line("M0 1096Q80 1100 140 1132", ink.wheel, 11)
    body = f"M{x - 280} {y}H{x + 280}C{x + 280} {y + 160} {x + 150} {y + 226} {x} {y + 226}S{x - 280} {y + 160} {x - 280} {y}Z"
    s.paper(body, ink.body, lift=12, shade=ink.shade, depth=0.3)
    with s.clip(body):
        s.fill(ellipse(x, y + 250, 330, 120), ink.body2, 0.7)
        for k in range(9):
            s.line(
                f"M{x - 240 + k * 60} {y}Q{x - 170 + k * 42.5} {y + 150} {x - 100 + k * 25} {y + 230}",
                lighten(ink.body, 0.2),
                3,
                0.5,
            )
        s.paper(
            "M200 846H800V872" + "".join("q-20 46-40 0" for _ in range(15)) + "Z",
            ink.lace,
            lift=5,
            shade=ink.shade,
        )
        s.dots([(240 + i * 40, 876) for i in range(14)], 5, ink.body2)
    s.paper(heart(500, 974, 40), ink.a, lift=5, shade=ink.shade, depth=0.3)
    _hood(s, ink, x - 4, y)
    for wx in (352, 648):
        _wheel(s, ink, wx, 1142, 98)


def _hood(s: Sheet, ink: Inks, x: float, y: float) -> None:
    """A hood of five panels that meet at the middle of the rim, with a scalloped front edge."""
    r, start, step = 286.0, 180.0, 21.0
    for i in reversed(range(5)):
        a, b = start + i * step, start + (i + 1) * step
        p, q = polar(x, y, a, r), polar(x, y, b, r)
        panel = f"M{xy(x, y)}L{xy(*p)}A{num(r * 0.2)} {num(r * 0.22)} {num((a + b) / 2 + 90)} 0 1 {xy(*q)}Z"
        s.paper(panel, (ink.body, ink.hood2)[i % 2], lift=7, shade=ink.shade, depth=0.24)
        middle = polar(x, y, (a + b) / 2, r * 0.94)
        s.line(f"M{xy(x, y)}L{xy(*middle)}", ink.hood, 3, 0.9, dash="1 10")
    for k in range(9):
        tip = polar(x, y, start + 5 * step, 52 + k * 28)
        s.paper(circle(*tip, 15), ink.lace, lift=4, shade=ink.shade, rim=False)
    s.paper(wedge(x, y, 40, 180, 360), ink.body2, lift=5, shade=ink.shade)
    s.fill(circle(x, y - 12, 9), ink.lace)


def _wheel(s: Sheet, ink: Inks, x: float, y: float, r: float) -> None:
    s.paper(ring(x, y, r, r - 15), ink.wheel, lift=7, shade=ink.shade, depth=0.3)
    s.line(circle(x, y, r - 20), lighten(ink.wheel, 0.4), 2.5)
    for i in range(12):
        s.line(f"M{xy(*polar(x, y, i * 30, 16))}L{xy(*polar(x, y, i * 30, r - 14))}", ink.wheel, 4.5)
    s.paper(circle(x, y, 24), ink.a, lift=5, shade=ink.shade)
    s.fill(circle(x, y, 10), ink.lace)
