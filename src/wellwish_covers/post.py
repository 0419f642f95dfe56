"""Love: letters fly out of a post box."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, heart, num, poly, rect, smooth
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf, tulip
from wellwish_covers.glyphs import BLACK_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "red": Inks(
        high="#ffd9d6", low="#fff1e4", shade="#5a0a1c", word="#b30d2c", box="#d81f3a", box2="#a80f2a",
        dark="#5e0a1e", trim="#ffcb6b", ground="#f4a9a4", ground2="#ea8a8a", paper="#fffaf2",
        paper2="#fbe3d2", a="#e5304c", b="#f58ca0", c="#ffb3a8", cloud="#ffffff", leaf="#5f9a72",
        flower="#ffc857",
    ),
    "pink": Inks(
        high="#f9a8c4", low="#ffe3ea", shade="#5c0b38", word="#9c0f50", box="#e0487f", box2="#b8265f",
        dark="#6b0a3c", trim="#fff0c9", ground="#f286ac", ground2="#e06a96", paper="#fffafc",
        paper2="#fde0e8", a="#c81f66", b="#ff8fb5", c="#ffd0de", cloud="#fff6fa", leaf="#4f9a8a",
        flower="#ffd166",
    ),
    "mulberry": Inks(
        high="#3d0f3a", low="#a63a78", shade="#1c041c", word="#ffe0d0", box="#e8436f", box2="#b3234f",
        dark="#4a0a2a", trim="#ffcf7a", ground="#6b1c56", ground2="#541544", paper="#fff6ec",
        paper2="#f7dbcf", a="#ff6f91", b="#ff9fb2", c="#ffc7c2", cloud="#8a3a72", leaf="#5fae93",
        flower="#ffcf7a",
    ),
}  # fmt: skip

# Letters along their rising curve: x, y, turn, size, and the kind of seal.
_LETTERS = (
    (596, 800, 18, 0.74, 0), (720, 700, -14, 0.86, 1), (856, 596, 20, 0.92, 0), (610, 560, -24, 0.7, 2), (448, 620, 14, 0.6, 1),
    (264, 566, -16, 0.82, 0), (130, 700, 22, 0.7, 2), (886, 820, -20, 0.62, 2), (152, 900, -10, 0.52, 1),
)  # fmt: skip


@design("valentine-post", picture="letters fly out of a post box among hearts", seed=14, palettes=PALETTES)
def post(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.8, ink.low), (1, ink.low)))
    words = Box(90, 84, 910, 436)
    s.paper(heart(500, 800, 400), mix(ink.high, ink.b, 0.42), lift=8, shade=ink.shade, depth=0.1, rim=False)
    for x, y, size in ((110, 520, 0.5), (900, 470, 0.46), (920, 980, 0.5)):
        with s.at(x, y, opacity=0.7):
            cloud(s, 0, 0, size, ink.cloud, ink.shade, 0.1)
    _ground(o)
    _hearts(o, words)
    trail = smooth([(430, 900), (600, 820), (740, 690), (870, 590)], closed=False)
    s.line(trail, ink.a, 4, 0.7, dash="1 15")
    s.line(smooth([(400, 880), (470, 640), (300, 560), (130, 690)], closed=False), ink.a, 4, 0.7, dash="1 15")
    _pillar(s, ink)
    for x, y, turn, size, seal in sorted(_LETTERS, key=lambda e: e[3]):
        with s.at(x, y, turn, size):
            _envelope(s, ink, seal)
    _garden(s, ink)
    letter(s, o.lines, [Style(BLACK_ITALIC, 200, ink.word, leading=0.92)], words)
    s.grain(ink.shade)


def _ground(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.paper(
        "M-40 1200C160 1150 380 1180 560 1170S880 1140 1040 1180V1420H-40Z",
        ink.ground,
        lift=-10,
        shade=ink.shade,
        depth=0.2,
    )
    s.paper(
        "M-40 1312C200 1270 420 1320 640 1296S900 1280 1040 1306V1420H-40Z",
        ink.ground2,
        lift=-10,
        shade=ink.shade,
        depth=0.22,
    )


def _hearts(o: Order, words: Box) -> None:
    s, ink = o.sheet, o.ink
    out = [words.grow(30), Box(220, 720, 560, 1300)] + [
        Box(x - 120 * k, y - 90 * k, x + 120 * k, y + 90 * k) for x, y, _, k, _ in _LETTERS
    ]
    for i, (x, y) in enumerate(strew(o.rng, Box(40, 440, 960, 1120), 84, out=out)):
        size = o.rng.uniform(11, 26)
        s.paper(
            heart(x, y, size, o.rng.uniform(-24, 24)),
            ink.some("a b c")[i % 3],
            lift=5,
            shade=ink.shade,
            depth=0.2,
        )


def _envelope(s: Sheet, ink: Inks, seal: int) -> None:
    s.paper(rect(-110, -72, 220, 144, 8), ink.paper, lift=12, aside=3, shade=ink.shade, depth=0.3)
    s.fill("M-110 66L-16-8H16L110 66Q108 72 102 72H-102Q-108 72-110 66Z", ink.paper2)
    s.fill("M-110-66V66L-22-4ZM110-66V66L22-4Z", mix(ink.paper, ink.paper2, 0.5))
    s.paper(
        "M-108-68Q-104-72-98-72H98Q104-72 108-68L10 14Q0 22-10 14Z",
        ink.paper,
        lift=5,
        shade=ink.shade,
        depth=0.24,
    )
    colour = (ink.a, ink.b, ink.a)[seal]
    if seal == 1:
        s.paper(circle(0, 10, 24), colour, lift=4, shade=ink.shade)
        s.fill(heart(0, 10, 12), lighten(colour, 0.5))
    else:
        s.paper(heart(0, 12, 28), colour, lift=4, shade=ink.shade, depth=0.3)
    if seal == 2:
        for i in range(6):
            s.fill(
                poly([(-96 + i * 34, 58), (-80 + i * 34, 58), (-88 + i * 34, 70), (-104 + i * 34, 70)]),
                (ink.a, ink.c)[i % 2],
            )


def _pillar(s: Sheet, ink: Inks) -> None:
    """A round post box with its door and slot open."""
    with s.at(384, 1300):
        s.fill(ellipse(10, 4, 190, 24), ink.shade, 0.3)
        s.paper(rect(-146, -46, 292, 54, 12), ink.dark, lift=7, shade=ink.shade, depth=0.3)
        body = rect(-128, -430, 256, 396, 6)
        s.paper(body, ink.box, lift=12, shade=ink.shade, depth=0.34, rim=False)
        with s.clip(body):
            s.fill(rect(-128, -430, 70, 400), s.across((0, ink.shade, 0.34), (1, ink.shade, 0)))
            s.fill(rect(50, -430, 80, 400), s.across((0, ink.shade, 0), (1, ink.shade, 0.42)))
            s.fill(rect(-66, -430, 16, 400), WHITE, 0.16)
        s.paper(
            rect(-102, -232, 204, 176, 10), mix(ink.box, ink.box2, 0.35), lift=5, shade=ink.shade, depth=0.3
        )
        s.paper(rect(-66, -206, 132, 78, 5), ink.paper, lift=4, shade=ink.shade)
        s.fill(heart(0, -168, 24), ink.a)
        for y in (-112, -92):
            s.line(f"M-50 {y}H50", ink.dark, 4, 0.4)
        s.paper(circle(80, -144, 9), ink.trim, lift=3, shade=ink.shade)
        s.paper(rect(-92, -368, 184, 66, 14), ink.box2, lift=4, shade=ink.shade)
        s.fill(rect(-76, -352, 152, 34, 10), ink.dark)
        for x, turn in ((-34, -16), (28, 12)):
            with s.at(x, -348, turn, 0.5):
                s.paper(rect(-92, -112, 184, 128, 8), ink.paper, lift=6, shade=ink.shade)
                s.paper("M-90-108L0-34L90-108Z", ink.paper2, lift=4, shade=ink.shade)
                s.fill(heart(0, -46, 24), ink.a)
        s.fill(rect(-92, -330, 184, 28, 6), ink.box2)
        s.fill(rect(-76, -336, 152, 8), ink.dark)
        s.paper("M-154-430Q-150-520 0-536Q150-520 154-430Z", ink.box, lift=9, shade=ink.shade, depth=0.34)
        s.fill("M30-534Q150-520 154-430H86Q90-500 30-534Z", ink.shade, 0.16)
        s.line("M-118-462Q-100-500-40-512", WHITE, 8, 0.5)
        s.paper(rect(-162, -446, 324, 34, 12), ink.box2, lift=7, shade=ink.shade, depth=0.34)
        s.line("M-146-428H146", ink.trim, 5)
        s.paper(heart(0, -566, 40), ink.trim, lift=6, shade=ink.shade)


def _garden(s: Sheet, ink: Inks) -> None:
    """Tulips at the foot of the box."""
    with s.symbol() as name:
        tulip(s, (ink.flower, darken(ink.flower, 0.16), ink.dark), ink.shade)
    with s.symbol() as other:
        tulip(s, (ink.b, ink.a, ink.dark), ink.shade)
    for i, (x, y, size) in enumerate(
        ((90, 1232, 0.56), (160, 1196, 0.62), (212, 1256, 0.5), (596, 1236, 0.56), (664, 1190, 0.66), (738, 1244, 0.54), (842, 1216, 0.6),
         (920, 1260, 0.5))
    ):  # fmt: skip
        s.line(f"M{x} 1420Q{num(x + 14 * (-1) ** i)} {num((y + 1420) / 2)} {x} {y}", darken(ink.leaf, 0.2), 8)
        for side in (-1, 1):
            leaf(s, x, 1370, -90 + side * 24, 120, 17, ink.leaf, ink.shade)
        s.stamp((name, other)[i % 2][0], x, y, 0, size)
