"""Work anniversaries: the number on books among the items of a desk."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, poly, rect, ring
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf, pot
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.motifs import confetti
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew

PALETTES = {
    "navy": Inks(
        wall="#1b3560", wall2="#28497f", shade="#081327", number="#ffd768", edge="#b9721a", desk="#f8b4bf",
        desk2="#e58a9b", word="#16294d", lamp="#f28aa0", light="#ffe9a8", a="#f0653f", b="#f6ecd6",
        c="#4fb0a5", d="#ffc83d", leaf="#58b08a", pot="#f6ecd6", mug="#f28aa0", pencil="#ffc83d",
        note="#ffe27a", confetti="#ffffff",
    ),
    "mustard": Inks(
        wall="#f3c64f", wall2="#f8d678", shade="#55320a", number="#1f3d73", edge="#0e2247", desk="#2b4d88",
        desk2="#1f3d73", word="#fff1cf", lamp="#d9532f", light="#fff8dc", a="#d9532f", b="#fff8ea",
        c="#2f8f86", d="#f39aae", leaf="#2f8a5f", pot="#d9532f", mug="#fff8ea", pencil="#f0793f",
        note="#f7a8b8", confetti="#d9532f",
    ),
    "pink": Inks(
        wall="#f9b5c9", wall2="#fccbd8", shade="#551233", number="#981650", edge="#6e0f3c", desk="#fff1e4",
        desk2="#f6d9c6", word="#8f1c50", lamp="#20706f", light="#fffbe6", a="#20807c", b="#fff8f0",
        c="#ffc24b", d="#5b4bb0", leaf="#2f8f72", pot="#ffc24b", mug="#20807c", pencil="#ffc24b",
        note="#fff1a8", confetti="#5b4bb0",
    ),
}  # fmt: skip


@design("anniversary-work", picture="a large number on a stack of books among the things of a desk", seed=23,
        palettes=PALETTES, number="10")  # fmt: skip
def desk(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.wall)
    s.fill(circle(500, 560, 560), s.glow(500, 560, 560, (0, ink.wall2, 1), (1, ink.wall2, 0)))
    _lamp(s, ink)
    spots = strew(
        o.rng,
        Box(30, 60, 970, 780),
        92,
        out=[Box(150, 300, 850, 960), Box(300, 0, 700, 320), Box(0, 560, 300, 800)],
    )
    confetti(s, o.rng, spots, ink.some("a c d b"), 0.9)
    _notes(s, ink)
    s.paper(rect(-20, 1034, 1040, 420), ink.desk, lift=-10, shade=ink.shade, depth=0.4)
    s.fill(rect(0, 1034, 1000, 30), ink.desk2)
    s.fill(ellipse(500, 1056, 380, 16), ink.shade, 0.25)
    _books(s, ink)
    box = Box(184, 340, 816, 878)
    block = letter(
        s, [o.number], [Style(BLACK, 800, ink.number, tracking=-0.03)], box, valign="bottom", edge=Edge(ink.edge, 12, 16, 10),
    )  # fmt: skip
    _plant(s, ink)
    _mug(s, ink)
    _clips(s, ink, block.ink)
    letter(s, o.lines, [Style(BLACK, 128, ink.word, leading=0.96)], Box(92, 1096, 908, 1324))
    s.grain(ink.shade)


def _lamp(s: Sheet, ink: Inks) -> None:
    s.fill(
        poly([(392, 236), (608, 236), (960, 1040), (40, 1040)]),
        s.down((0, ink.light, 0.2), (1, ink.light, 0)),
    )
    s.line("M500-10V120", darken(ink.lamp, 0.4), 6)
    s.paper(
        "M356 240C360 160 430 112 500 112S640 160 644 240Z", ink.lamp, lift=12, shade=ink.shade, depth=0.4
    )
    s.fill("M500 112C570 112 640 160 644 240H560C560 180 540 130 500 112Z", ink.shade, 0.14)
    s.line("M386 222C392 176 430 146 468 134", lighten(ink.lamp, 0.5), 8, 0.8)
    s.paper(rect(478, 92, 44, 26, 8), darken(ink.lamp, 0.2), lift=3, shade=ink.shade)
    s.fill(ellipse(500, 244, 50, 22), ink.light)


def _notes(s: Sheet, ink: Inks) -> None:
    """Notes pinned to the wall."""
    for x, y, turn, colour in ((118, 286, -6, ink.note), (884, 250, 5, ink.b), (902, 420, -4, ink.note)):
        with s.at(x, y, turn):
            s.paper(rect(-62, -62, 124, 124, 3), colour, lift=8, shade=ink.shade, depth=0.3)
            for i, width in enumerate((76, 60, 82)):
                s.line(f"M-40 {-22 + i * 26}h{width}", mix(colour, ink.shade, 0.4), 5, 0.6)
            s.paper(circle(0, -50, 10), ink.a, lift=5, shade=ink.shade, depth=0.4)


def _books(s: Sheet, ink: Inks) -> None:
    for x, y, width, height, colour in (
        (148, 980, 704, 66, ink.a),
        (186, 924, 636, 56, ink.b),
        (166, 878, 668, 46, ink.c),
    ):
        s.paper(rect(x, y, width, height, 8), colour, lift=8, shade=ink.shade, depth=0.36)
        s.fill(rect(x + width - 26, y + 7, 26, height - 14, 4), WHITE, 0.85)
        for i in range(3):
            s.line(f"M{x + width - 22} {y + 14 + i * (height - 28) / 2:.0f}h20", ink.shade, 1.6, 0.35)
        s.fill(rect(x + 44, y, 16, height), ink.shade, 0.16)
        s.fill(rect(x + 76, y, 8, height), ink.shade, 0.16)
        s.fill(
            rect(x + width * 0.36, y + height * 0.38, width * 0.3, height * 0.24, 5),
            mix(colour, ink.shade, 0.3),
            0.7,
        )


def _plant(s: Sheet, ink: Inks) -> None:
    for angle, length in ((-150, 118), (-128, 158), (-104, 190), (-82, 196), (-60, 164), (-36, 122)):
        leaf(
            s,
            100,
            920,
            angle,
            length,
            length * 0.18,
            mix(ink.leaf, ink.shade, 0.1 if angle < -90 else 0),
            ink.shade,
        )
    pot(s, 100, 1066, 136, 138, ink.pot, ink.shade)
    s.dots([(66 + i * 23, 984 + (i % 2) * 26) for i in range(4)], 7, ink.c)


def _mug(s: Sheet, ink: Inks) -> None:
    """A mug of pencils."""
    for x, top, turn, colour in ((868, 760, -9, ink.pencil), (902, 736, 2, ink.c), (936, 776, 11, ink.a)):
        with s.at(x, 960, turn):
            height = 960 - top
            s.paper(rect(-11, -height, 22, height + 10), colour, lift=4, aside=3, shade=ink.shade)
            s.fill(rect(2, -height, 9, height), ink.shade, 0.16)
            s.paper(f"M-11 {-height}L0 {-height - 40}L11 {-height}Z", "#f3d7ae", lift=2, shade=ink.shade)
            s.fill(f"M-4 {-height - 26}L0 {-height - 40}L4 {-height - 26}Z", ink.shade)
    s.line("M846 968q-52 4-52 44t56 40", ink.mug, 17)
    s.paper(
        "M838 930H968V1050Q968 1072 946 1072H860Q838 1072 838 1050Z",
        ink.mug,
        lift=8,
        shade=ink.shade,
        depth=0.34,
    )
    s.fill("M916 930H968V1050Q968 1072 946 1072H916Z", ink.shade, 0.12)
    s.line("M838 966H968", lighten(ink.mug, 0.5), 10)
    s.fill(circle(892, 1020, 18), lighten(ink.mug, 0.5))


def _clips(s: Sheet, ink: Inks, number: Box) -> None:
    """A paper clip and a push pin that make the number look like an object."""
    with s.at(number.x1 - 40, number.y0 + 34, 24, 0.9):
        clip = "M-14 40V-34a14 14 0 0 1 28 0V50a22 22 0 0 1-44 0V-26"
        with s.at(3, 5):
            s.line(clip, ink.shade, 8, 0.25)
        s.line(clip, ink.b, 8)
    with s.at(number.x0 + 46, number.y0 - 6):
        s.line("M0 0L12 40", ink.b, 4)
        s.paper(circle(-2, -8, 22), ink.a, lift=8, shade=ink.shade, depth=0.4)
        s.fill(ring(-2, -8, 16, 11), lighten(ink.a, 0.4), 0.8)
