"""Children's birthdays: a parade of paper animals with hats."""

from collections.abc import Callable
from dataclasses import dataclass

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, ground, height_at, num, petal, poly, rect, ridge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPRASIMO
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import bunting, confetti
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "mint": Inks(
        ground="#c9f0dd", sun="#fff6d2", hill="#7ccfa4", near="#3aa57c", shade="#0d4a38", word="#0c5a44",
        accent="#b8351f", a="#f25c3b", b="#ffc43d", c="#2f7fc1", d="#f48fb1", e="#ffffff", dark="#2b2440",
        grey="#8fa7b8", lion="#f2a33a", mane="#c8552b", bear="#a8704a", rabbit="#fff4e6", chick="#ffd84d",
    ),
    "sun": Inks(
        ground="#ffe38f", sun="#fff6cf", hill="#f9b64a", near="#e8893a", shade="#6b2d08", word="#7a2c0f",
        accent="#0b5f69", a="#e5484d", b="#2aa6a0", c="#5b4bb0", d="#ff8fa3", e="#fffaf0", dark="#3a2030",
        grey="#7fa3c0", lion="#ffd76a", mane="#d8572a", bear="#8d5a3b", rabbit="#fff8ec", chick="#fff0a3",
    ),
    "brick": Inks(
        ground="#ffd6c4", sun="#fff0e2", hill="#e98b6d", near="#b8492f", shade="#5a160d", word="#8a2414",
        accent="#1e5b60", a="#2b8f8a", b="#ffc857", c="#33488e", d="#f7a1b5", e="#fff8f0", dark="#3a1c22",
        grey="#9fb2b8", lion="#ffc35c", mane="#a93a1f", bear="#8a5238", rabbit="#fff6ee", chick="#ffe08a",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Beast:
    """An animal at x, with its feet at y."""

    s: Sheet
    ink: Inks
    x: float
    y: float
    size: float
    coat: str
    hat: str


@design("birthday-kids", picture="a parade of paper animals with party hats", seed=12, palettes=PALETTES)
def parade(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    for r, share in ((520, 0.35), (420, 0.6), (320, 1)):
        s.fill(circle(500, 790, r), mix(ink.ground, ink.sun, share))
    words = Box(90, 196, 910, 478)
    flags = ink.some("a b c d e")
    bunting(s, (-30, 30), 70, (520, 60), flags, ink.shade)
    bunting(s, (500, 58), 66, (1030, 24), flags[2:] + flags[:2], ink.shade)
    spots = strew(o.rng, Box(20, 210, 980, 980), 82, out=[words.grow(24), Box(120, 620, 880, 1000)])
    confetti(s, o.rng, spots, ink.some("a b c d"), 0.9)
    back = ridge(o.rng, 1060, 34, rough=0.6)
    s.paper(ground(back), ink.hill, lift=-12, shade=ink.shade, depth=0.3)
    _lion(Beast(s, ink, 712, height_at(back, 712) + 70, 1.08, ink.lion, ink.c))
    _elephant(Beast(s, ink, 300, height_at(back, 300) + 84, 1.16, ink.grey, ink.a))
    front = ridge(o.rng, 1250, 26, rough=0.5)
    s.paper(ground(front), ink.near, lift=-14, shade=ink.shade, depth=0.34)
    for i in range(26):
        x = 20 + i * 38.5
        y = height_at(front, x) + 44 + 60 * (i % 3)
        s.fill(petal(x, y, -110, 34, 6) + petal(x, y, -70, 34, 6), darken(ink.near, 0.18))
    _bear(Beast(s, ink, 496, 1296, 1.0, ink.bear, ink.b))
    _rabbit(Beast(s, ink, 168, 1306, 0.86, ink.rabbit, ink.d))
    _chick(Beast(s, ink, 836, 1318, 0.78, ink.chick, ink.a))
    letter(
        s, o.lines,
        [Style(CAPRASIMO, 128, ink.word, jiggle=5), Style(CAPRASIMO, 172, ink.accent, jiggle=6, leading=1.0)],
        words, rng=o.rng,
    )  # fmt: skip
    s.grain()


def _body(b: Beast, half: float, tall: float, belly: str | None = None) -> None:
    """Feet and a bell-shaped body; the centre of the head is at `y - tall - 60`."""
    s, x, y, k = b.s, b.x, b.y, b.size
    for side in (-1, 1):
        foot = ellipse(x + side * half * 0.52 * k, y - 8 * k, half * 0.4 * k, 22 * k)
        s.paper(foot, darken(b.coat, 0.14), lift=5, shade=b.ink.shade)
    bell = (
        f"M{xy(x - half * k, y - 30 * k)}C{xy(x - half * k, y - tall * k)} {xy(x - half * 0.6 * k, y - (tall + 40) * k)}"
        f" {xy(x, y - (tall + 40) * k)}S{xy(x + half * k, y - tall * k)} {xy(x + half * k, y - 30 * k)}"
        f"Q{xy(x + half * 0.9 * k, y - 4 * k)} {xy(x, y - 4 * k)}T{xy(x - half * k, y - 30 * k)}Z"
    )
    s.paper(bell, b.coat, lift=9, shade=b.ink.shade, depth=0.26)
    if belly:
        s.fill(ellipse(x, y - tall * 0.42 * k, half * 0.6 * k, tall * 0.38 * k), belly)


def _arms(b: Beast, half: float, tall: float, left: float = 0, right: float = 0) -> None:
    """Arms from the shoulders; the angles raise the hands."""
    for side, up in ((-1, left), (1, right)):
        with b.s.at(b.x + side * half * 0.66 * b.size, b.y - tall * 0.86 * b.size, -side * up, b.size):
            b.s.paper(
                rect(-21 if side < 0 else -19, -14, 40, 104, 20),
                darken(b.coat, 0.07),
                lift=6,
                shade=b.ink.shade,
            )


def _face(b: Beast, y: float, apart: float, muzzle: str, nose: str, wide: float = 44) -> None:
    s, x, k = b.s, b.x, b.size
    for side in (-1, 1):
        s.fill(circle(x + side * apart * k, y, 9 * k), b.ink.dark)
        s.fill(circle(x + (side * apart + 3) * k, y - 3 * k, 3 * k), WHITE)
        s.fill(circle(x + side * (apart + 24) * k, y + 28 * k, 15 * k), "#f0705f", 0.45)
    s.fill(ellipse(x, y + 32 * k, wide * k, wide * 0.74 * k), muzzle)
    s.fill(ellipse(x, y + 18 * k, 15 * k, 10 * k), nose)
    s.line(
        f"M{xy(x - 17 * k, y + 40 * k)}q{xy(8.5 * k, 13 * k)} {xy(17 * k, 0)}q{xy(8.5 * k, 13 * k)} {xy(17 * k, 0)}",
        b.ink.dark,
        4.5 * k,
    )


def _hat(b: Beast, y: float, turn: float = 0) -> None:
    """A cone with stripes and a bobble; its base is at y."""
    s, other = b.s, b.ink.e
    with s.at(b.x, y, turn, b.size):
        cone = "M-46 6Q0 24 46 6L0-104Z"
        s.paper(cone, b.hat, lift=6, shade=b.ink.shade)
        with s.clip(cone):
            for i in range(4):
                s.fill(
                    poly([(-60, -6 - i * 34), (60, -34 - i * 34), (60, -20 - i * 34), (-60, 8 - i * 34)]),
                    other,
                    0.85,
                )
        for turn_by in range(0, 360, 40):
            with s.at(0, -106, turn_by):
                s.fill(petal(0, 0, 0, 24, 8), b.ink.b if b.hat != b.ink.b else b.ink.a)


def _ears(b: Beast, draw: Callable[[float], tuple[str, str]], inner: str) -> None:
    for side in (-1, 1):
        outside, inside = draw(side)
        b.s.paper(outside, b.coat, lift=5, shade=b.ink.shade)
        b.s.fill(inside, inner)


def _elephant(b: Beast) -> None:
    s, x, k = b.s, b.x, b.size
    y = b.y - 330 * k
    _body(b, 128, 240)
    for i in range(3):
        for side in (-1, 1):
            s.fill(ellipse(x + (side * 66 + (i - 1) * 24) * k, b.y - 10 * k, 9 * k, 8 * k), b.ink.e, 0.8)
    _arms(b, 128, 226, 12, 130)
    with s.at(x + 136 * k, b.y - 250 * k, 14, k):
        s.line("M0 120V-96", b.ink.dark, 6)
        s.paper("M2-96Q54-118 98-92Q62-66 98-34Q52-52 2-30Z", b.ink.b, lift=6, shade=b.ink.shade)
    for side in (-1, 1):
        with s.at(x + side * 72 * k, y - 16 * k, scale=k, mirror=side < 0):
            s.paper("M0-40C40-110 150-100 150-10C150 70 60 96 6 52Z", b.coat, lift=8, shade=b.ink.shade)
            s.fill("M18-28C52-78 122-74 122-8C122 48 60 66 22 38Z", mix(b.coat, b.ink.d, 0.6))
    s.paper(ellipse(x, y, 104 * k, 98 * k), b.coat, lift=7, shade=b.ink.shade)
    for side in (-1, 1):
        s.fill(circle(x + side * 46 * k, y - 4 * k, 10 * k), b.ink.dark)
        s.fill(circle(x + (side * 46 + 3) * k, y - 8 * k, 3.4 * k), WHITE)
        s.fill(circle(x + side * 66 * k, y + 28 * k, 17 * k), "#f0705f", 0.45)
    trunk = f"M{xy(x, y + 24 * k)}q{xy(-4 * k, 70 * k)} {xy(-2 * k, 108 * k)}q{xy(6 * k, 38 * k)} {xy(46 * k, 24 * k)}"
    with s.at(0, 6):
        s.line(trunk, b.ink.shade, 52 * k, 0.2)
    s.line(trunk, lighten(b.coat, 0.08), 52 * k)
    for i in range(4):
        top = y + (44 + i * 22) * k
        s.line(f"M{xy(x - 20 * k, top)}q{xy(18 * k, 8 * k)} {xy(36 * k, 0)}", darken(b.coat, 0.22), 3.4 * k)
    _hat(b, y - 86 * k, -6)


def _lion(b: Beast) -> None:
    s, x, k = b.s, b.x, b.size
    y = b.y - 318 * k
    tail = f"M{xy(x + 90 * k, b.y - 60 * k)}q{xy(90 * k, 10 * k)} {xy(92 * k, -110 * k)}"
    s.line(tail, b.coat, 17 * k)
    s.paper(circle(x + 182 * k, b.y - 178 * k, 28 * k), b.ink.mane, lift=5, shade=b.ink.shade)
    _body(b, 112, 218, lighten(b.coat, 0.4))
    _arms(b, 112, 206, 128, 12)
    for ring_at, reach, tone in ((0, 150, 0.0), (11, 132, 0.14)):
        for i in range(16):
            leaf = petal(x, y, ring_at + i * 22.5, reach * k, 34 * k)
            s.paper(leaf, lighten(b.ink.mane, tone), lift=4, shade=b.ink.shade, depth=0.14, rim=False)
    for side in (-1, 1):
        s.paper(circle(x + side * 74 * k, y - 74 * k, 28 * k), b.coat, lift=5, shade=b.ink.shade)
        s.fill(circle(x + side * 74 * k, y - 72 * k, 15 * k), b.ink.mane)
    s.paper(circle(x, y, 96 * k), b.coat, lift=7, shade=b.ink.shade)
    _face(b, y - 10 * k, 42, lighten(b.coat, 0.6), b.ink.dark)
    _hat(b, y - 84 * k, 8)


def _bear(b: Beast) -> None:
    s, x, k = b.s, b.x, b.size
    y = b.y - 254 * k
    _body(b, 104, 164, lighten(b.coat, 0.34))
    _ears(b, lambda side: (circle(x + side * 74 * k, y - 64 * k, 34 * k), circle(x + side * 74 * k, y - 62 * k, 18 * k)),
          lighten(b.coat, 0.42))  # fmt: skip
    s.paper(ellipse(x, y, 102 * k, 92 * k), b.coat, lift=7, shade=b.ink.shade)
    _face(b, y - 8 * k, 42, lighten(b.coat, 0.6), b.ink.dark)
    _hat(b, y - 80 * k, -4)
    drum = Box(x - 78 * k, b.y - 132 * k, x + 78 * k, b.y - 38 * k)
    s.paper(rect(drum.x0, drum.y0, drum.width, drum.height, 14), b.ink.a, lift=8, shade=b.ink.shade)
    zig = "".join(f"l{num(13 * k)} {num(52 * k)}l{num(13 * k)} {num(-52 * k)}" for _ in range(6))
    s.line(f"M{xy(drum.x0, drum.y0 + 24 * k)}{zig}", b.ink.e, 6 * k)
    s.paper(
        rect(drum.x0 - 6 * k, drum.y0 - 8 * k, drum.width + 12 * k, 26 * k, 13),
        b.ink.b,
        lift=4,
        shade=b.ink.shade,
    )
    s.paper(
        rect(drum.x0 - 6 * k, drum.y1 - 14 * k, drum.width + 12 * k, 24 * k, 12),
        b.ink.b,
        lift=4,
        shade=b.ink.shade,
    )
    for side in (-1, 1):
        hand = x + side * 92 * k, b.y - 150 * k
        s.line(f"M{xy(*hand)}l{xy(-side * 66 * k, 14 * k)}", b.ink.dark, 7 * k)
        s.fill(circle(hand[0] - side * 66 * k, hand[1] + 14 * k, 10 * k), b.ink.e)
        s.paper(circle(*hand, 24 * k), b.coat, lift=5, shade=b.ink.shade)


def _rabbit(b: Beast) -> None:
    s, x, k = b.s, b.x, b.size
    y = b.y - 248 * k
    _body(b, 92, 158, lighten(b.ink.d, 0.7))
    _arms(b, 92, 150, 20, 136)
    with s.at(x + 118 * k, b.y - 262 * k, 4, k):
        s.line("M0 84V-40", b.ink.dark, 4)
        s.paper(ellipse(0, -104, 50, 62), b.ink.c, lift=8, shade=b.ink.shade)
        s.fill(ellipse(-18, -124, 10, 18), WHITE, 0.6)
    for side in (-1, 1):
        with s.at(x + side * 46 * k, y - 70 * k, side * 14, k):
            s.paper(ellipse(0, -66, 28, 84), b.coat, lift=6, shade=b.ink.shade)
            s.fill(ellipse(0, -62, 14, 62), b.ink.d)
    s.paper(ellipse(x, y, 92 * k, 84 * k), b.coat, lift=7, shade=b.ink.shade)
    _face(b, y - 8 * k, 38, WHITE, b.ink.d, 34)
    _hat(b, y - 74 * k)


def _chick(b: Beast) -> None:
    s, x, k = b.s, b.x, b.size
    for side in (-1, 1):
        for toe in (60, 90, 120):
            s.line(
                f"M{xy(x + side * 34 * k, b.y - 30 * k)}l{xy((toe - 90) * 0.9 * k, 34 * k)}",
                b.ink.mane,
                9 * k,
            )
    s.paper(ellipse(x, b.y - 128 * k, 122 * k, 112 * k), b.coat, lift=9, shade=b.ink.shade)
    for side in (-1, 1):
        s.paper(petal(x + side * 96 * k, b.y - 150 * k, 90 - side * 28, 104 * k, 34 * k),
                darken(b.coat, 0.1), lift=5, shade=b.ink.shade)  # fmt: skip
    y = b.y - 158 * k
    for side in (-1, 1):
        s.fill(circle(x + side * 40 * k, y, 10 * k), b.ink.dark)
        s.fill(circle(x + (side * 40 + 3) * k, y - 4 * k, 3.4 * k), WHITE)
        s.fill(circle(x + side * 66 * k, y + 28 * k, 16 * k), "#f0705f", 0.5)
    s.paper(
        poly([(x - 24 * k, y + 14 * k), (x + 24 * k, y + 14 * k), (x, y + 44 * k)]),
        b.ink.mane,
        lift=4,
        corner=5,
    )
    _hat(b, b.y - 228 * k, 6)
