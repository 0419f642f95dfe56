"""Get well: a cat on a window sill, and the sun after rain."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, drop, ellipse, num, poly, rect, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf, pot
from wellwish_covers.glyphs import LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew
from wellwish_covers.scenery import hills, sun_rings

PALETTES = {
    "rain_blue": Inks(
        wall="#d5e2ec", wall2="#e6eef4", stripe="#c6d7e4", shade="#1d3347", word="#2a4a67",
        frame="#fdfaf4", sky="#8fb1cb", sky2="#fbdcb8", sun="#fff3d2", cloud="#a9c0d3", cloud2="#ffffff",
        rain="#e3f0f8", h1="#a9c7bd", h2="#7fab9a", h3="#5b8c80", curtain="#f3b58a", sill="#fffdf8",
        cat="#3a4658", cat2="#566579", pot="#ef9a6b", leaf="#5f9279", mug="#f0b24e", cushion="#f0a06f",
    ),
    "apricot": Inks(
        wall="#fbdcc0", wall2="#fdead8", stripe="#f6cda9", shade="#4c2411", word="#7e3d17",
        frame="#fffaf2", sky="#9fb6c6", sky2="#ffd9a4", sun="#fff6dc", cloud="#b9c7d1", cloud2="#ffffff",
        rain="#eef4f7", h1="#c9cf9d", h2="#a3b37d", h3="#7b9466", curtain="#5f8fa6", sill="#fffdf6",
        cat="#c9692f", cat2="#e08c4f", pot="#4f86a0", leaf="#6f9460", mug="#d9564a", cushion="#5f8fa6",
    ),
    "heather": Inks(
        wall="#e3d5ea", wall2="#efe6f3", stripe="#d5c3df", shade="#2f1c3a", word="#5a3567",
        frame="#fffaf8", sky="#a7a9cc", sky2="#fbd6c4", sun="#fff4dc", cloud="#b9b8d4", cloud2="#ffffff",
        rain="#efedf8", h1="#b3c2a2", h2="#8fa784", h3="#6b8a6d", curtain="#a9b96f", sill="#fffcfa",
        cat="#2f2a3c", cat2="#4d4660", pot="#c9789a", leaf="#7a9a63", mug="#efb65a", cushion="#c9789a",
    ),
}  # fmt: skip

_PANE = Box(204, 520, 796, 1112)


@design(
    "get-well-window",
    picture="a cat on a window sill watches the rain go and the sun come",
    seed=28,
    palettes=PALETTES,
)
def window(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.wall2), (1, ink.wall)))
    for i in range(13):
        s.fill(rect(18 + i * 80, 0, 30, 1400), ink.stripe, 0.34)
    _view(o)
    _frame(s, ink)
    _curtains(s, ink)
    s.paper(rect(84, 1126, 832, 44, 8), ink.sill, lift=16, shade=ink.shade, depth=0.26)
    s.fill(rect(84, 1158, 832, 12, 6), ink.shade, 0.08)
    _radiator(s, ink)
    for angle, length in ((-140, 96), (-116, 130), (-92, 150), (-68, 134), (-44, 100)):
        leaf(s, 726, 1044, angle, length, length * 0.2, ink.leaf, ink.shade)
    pot(s, 726, 1128, 116, 96, ink.pot, ink.shade)
    _mug(s, ink)
    _cat(s, ink)
    letter(
        s,
        o.lines,
        [Style(LIGHT_ITALIC, 190, ink.word), Style(LIGHT_ITALIC, 190, ink.word, leading=0.96)],
        Box(92, 80, 908, 410),
    )
    s.grain(ink.shade)


def _view(o: Order) -> None:
    s, ink = o.sheet, o.ink
    x0, y0, x1, y1 = _PANE
    hole = rect(x0, y0, x1 - x0, y1 - y0)
    s.fill(hole, s.across((0, ink.sky), (0.4, mix(ink.sky, ink.sky2, 0.4)), (1, ink.sky2)))
    with s.clip(hole):
        sun_rings(s, 700, 740, 66, ink.sun, (0.25, 0.35, 0.45))
        hills(s, o.rng, [(980, 40, ink.h1), (1040, 30, ink.h2), (1100, 24, ink.h3)], ink.shade, 0.6)
        cloud(s, 690, 620, 0.36, ink.cloud2, ink.shade, 0.1)
        for x, y, size, share in ((300, 640, 0.72, 0.0), (430, 610, 0.56, 0.3), (240, 700, 0.5, 0.16)):
            cloud(s, x, y, size, mix(ink.cloud, ink.cloud2, share), ink.shade, 0.14)
        for x, y in strew(o.rng, Box(x0, 660, 470, 1090), 46):
            if o.rng.random() > (x - x0) / 330:
                s.line(f"M{xy(x, y)}l-7 24", ink.rain, 4, 0.85)
        for x, y in strew(o.rng, Box(x0 + 10, y0 + 10, 600, y1 - 20), 74):
            s.fill(drop(x, y, 6, 13), WHITE, 0.6)
            s.fill(circle(x - 1.6, y, 1.8), ink.shade, 0.14)
        s.fill(poly([(x0, y0 + 260), (x0 + 240, y0), (x0 + 320, y0), (x0, y0 + 350)]), WHITE, 0.12)
        s.fill(poly([(x1 - 200, y1), (x1, y1 - 230), (x1, y1 - 120), (x1 - 100, y1)]), WHITE, 0.12)


def _frame(s: Sheet, ink: Inks) -> None:
    x0, y0, x1, y1 = _PANE
    outer = rect(x0 - 34, y0 - 34, x1 - x0 + 68, y1 - y0 + 68, 10)
    hole = f"M{x0} {y0}V{y1}H{x1}V{y0}Z"
    s.paper(outer + hole, ink.frame, lift=10, shade=ink.shade, depth=0.26)
    s.paper(rect(488, y0 - 6, 24, y1 - y0 + 12), ink.frame, lift=5, aside=4, shade=ink.shade)
    s.paper(rect(x0 - 6, 782, x1 - x0 + 12, 22), ink.frame, lift=6, shade=ink.shade)
    s.fill(circle(500, 900, 8), darken(ink.frame, 0.24))


def _curtains(s: Sheet, ink: Inks) -> None:
    for mirror in (False, True):
        with s.at(1000 if mirror else 0, 0, mirror=mirror):
            fall = "M96 470H300C290 620 262 760 176 850C214 940 216 1060 206 1180H84C92 940 104 720 96 470Z"
            s.paper(fall, ink.curtain, lift=9, aside=4, shade=ink.shade, depth=0.3)
            with s.clip(fall):
                for i in range(5):
                    x = 122 + i * 40
                    s.fill(f"M{x} 460C{x} 640 {150 + i * 6} 760 {140 + i * 8} 850C{x - 10} 1000 {120 + i * 16} 1100 {112 + i * 20} 1190"
                           f"h16C{136 + i * 18} 1080 {x + 8} 980 {160 + i * 8} 850C{176 + i * 6} 760 {x + 22} 620 {x + 20} 460Z",
                           ink.shade, 0.1)  # fmt: skip
            s.paper(
                "M100 834C130 860 160 866 194 852L190 882C160 892 124 888 98 862Z",
                lighten(ink.curtain, 0.35),
                lift=5,
                shade=ink.shade,
            )
    s.paper(rect(60, 448, 880, 20, 10), lighten(ink.cat2, 0.1), lift=8, shade=ink.shade, depth=0.3)
    for x in (58, 942):
        s.paper(circle(x, 458, 19), lighten(ink.cat2, 0.1), lift=6, shade=ink.shade)
    for i in range(6):
        for x in (110 + i * 36, 890 - i * 36):
            s.paper(rect(x - 5, 442, 10, 36, 5), ink.frame, lift=3, shade=ink.shade)


def _radiator(s: Sheet, ink: Inks) -> None:
    for i in range(11):
        s.paper(rect(186 + i * 58, 1222, 46, 200, 16), ink.sill, lift=6, aside=3, shade=ink.shade, depth=0.16)


def _mug(s: Sheet, ink: Inks) -> None:
    for k, x in enumerate((226, 246)):
        s.line(f"M{x} 1028q-14-18 0-36t0-{34 + k * 8}", WHITE, 6, 0.7)
    s.line("M262 1064q36 0 36 26t-38 24", ink.mug, 11)
    s.paper(
        "M204 1046H266V1108Q266 1128 246 1128H224Q204 1128 204 1108Z",
        ink.mug,
        lift=6,
        shade=ink.shade,
        depth=0.28,
    )
    s.fill(ellipse(235, 1046, 31, 7), darken(ink.mug, 0.3))


def _cat(s: Sheet, ink: Inks) -> None:
    """A cat seen from behind, looking at the sun; its tail hangs from the sill."""
    tail = "M548 1112C600 1130 606 1190 584 1240S560 1316 600 1330"
    with s.at(7, 7):
        s.line(tail, ink.shade, 34, 0.2)
    s.line(tail, ink.cat, 34)
    s.line("M582 1318Q590 1328 600 1330", ink.cat2, 34)
    s.paper(ellipse(478, 1118, 150, 26), ink.cushion, lift=6, shade=ink.shade, depth=0.26)
    body = "M372 1120C350 1020 392 900 440 862C470 838 520 842 544 872C592 930 606 1040 578 1120Z"
    s.paper(body, ink.cat, lift=9, shade=ink.shade, depth=0.3)
    s.fill("M372 1120C350 1020 392 900 440 862C412 930 404 1040 430 1120Z", ink.shade, 0.16)
    for i in range(4):
        y = 950 + i * 34
        s.line(f"M{num(560 - i * 1)} {y}q-26 {10 + i * 2} -44 4", ink.cat2, 10)
    s.paper(
        "M548 1120C520 1096 530 1052 566 1044C604 1050 612 1098 596 1120Z",
        lighten(ink.cat, 0.06),
        lift=5,
        shade=ink.shade,
    )
    with s.at(494, 800, 8):
        for side in (-1, 1):
            s.paper(
                f"M{side * 74} 10L{side * 78}-92L{side * 14}-58Z", ink.cat, lift=5, shade=ink.shade, corner=8
            )
            s.fill(f"M{side * 62}-22L{side * 68}-74L{side * 32}-54Z", ink.cushion, 0.75)
        s.paper(ellipse(0, 4, 90, 76), ink.cat, lift=7, shade=ink.shade, depth=0.28)
        s.fill("M-70-44C-30-76 30-76 70-44C30-54-30-54-70-44Z", ink.cat2, 0.8)
        for x in (-22, 0, 22):
            s.line(f"M{x} -66v26", ink.cat2, 8)
        for y in (18, 34):
            s.line(f"M84 {y}l52 {(y - 26) * 0.7:.0f}", ink.frame, 3, 0.8)
        s.fill(circle(78, 30, 13), ink.cat2)
    s.paper("M436 866Q492 896 548 868L546 888Q492 914 438 886Z", ink.mug, lift=4, shade=ink.shade)
    s.paper(circle(496, 906, 12), ink.sun, lift=3, shade=ink.shade)
