"""New job: an open door with light falling in."""

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, poly, rect
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf, pot, split_leaf
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import hills, sun_rings

PALETTES = {
    "ochre": Inks(
        wall="#e9b04a", wall2="#f2c267", panel="#d7963a", floor="#8a4b2a", floor2="#a35f37",
        shade="#3a1a0a", word="#14264f", frame="#fff2d8", door="#1d3d7c", door2="#2a549e", sky="#fff6da",
        sky2="#ffe19a", sun="#ffffff", h1="#f6bf6a", h2="#7fb08a", h3="#4b8a73", path="#fff4d6",
        leaf="#2f7a58", pot="#d9532f", box="#d9a86c", knob="#ffd15c", mug="#ef6a4c", paper="#fff8ea",
        cat="#2b2440",
    ),
    "navy": Inks(
        wall="#233a78", wall2="#2d4990", panel="#1b2e63", floor="#101d45", floor2="#182a5c",
        shade="#060c24", word="#ffe9bd", frame="#f7e7c8", door="#d9932c", door2="#efb04c", sky="#fff3cf",
        sky2="#ffcf7c", sun="#ffffff", h1="#f7a978", h2="#e5737a", h3="#a54c7c", path="#fff1d0",
        leaf="#4fa67e", pot="#ef7a4a", box="#c98f58", knob="#fff2cc", mug="#ef7a4a", paper="#fff5e2",
        cat="#0b1230",
    ),
    "fern": Inks(
        wall="#225537", wall2="#2a6342", panel="#1b472d", floor="#5c3a24", floor2="#70492e",
        shade="#0c2415", word="#fff0c9", frame="#fbf0d8", door="#e0613c", door2="#f07c52", sky="#fffbe6",
        sky2="#ffe6a6", sun="#ffffff", h1="#bfe0c8", h2="#7dbfd0", h3="#4a91ad", path="#fff6dc",
        leaf="#8fcf7a", pot="#f3b73f", box="#c99a63", knob="#ffe08a", mug="#f3b73f", paper="#fffaf0",
        cat="#1b1a2e",
    ),
}  # fmt: skip

_HOLE = Box(362, 612, 706, 1182)


@design("new-job", picture="an open door with light falling on the floor", seed=17, palettes=PALETTES)
def door_ajar(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.wall)
    s.fill(rect(0, 0, 1000, 700), s.down((0, ink.wall), (1, ink.wall2)))
    s.fill(circle(534, 880, 620), s.glow(534, 880, 620, (0, ink.sky2, 0.55), (1, ink.sky2, 0)))
    s.paper(rect(-20, 960, 1040, 240), ink.panel, lift=-8, shade=ink.shade, depth=0.3)
    for i in range(6):
        s.paper(
            rect(-60 + i * 196, 1000, 166, 130, 6), mix(ink.panel, ink.wall, 0.35), lift=5, shade=ink.shade
        )
    floor = "M-20 1182H1020V1420H-20Z"
    s.paper(floor, ink.floor, lift=-10, shade=ink.shade, depth=0.4, rim=False)
    with s.clip(floor):
        for i in range(9):
            x = 500 + (i - 4) * 150
            s.line(f"M{500 + (i - 4) * 118} 1182L{x + (i - 4) * 60} 1420", ink.floor2, 5)
        beam = poly([(366, 1182), (702, 1182), (610, 1420), (-60, 1420)])
        s.fill(beam, s.down((0, ink.sky, 0.95), (1, ink.sky2, 0.5)))
    _beyond(o)
    _leaf_of_door(s, ink)
    _plant(s, ink)
    _carton(s, ink)
    letter(s, o.lines, [Style(BLACK, 216, ink.word, leading=0.9)], Box(84, 84, 916, 500))
    s.grain(ink.shade)


def _beyond(o: Order) -> None:
    """The frame, and the landscape behind the door."""
    s, ink = o.sheet, o.ink
    x0, y0, x1, y1 = _HOLE
    s.paper(
        rect(x0 - 34, y0 - 34, x1 - x0 + 68, y1 - y0 + 34), ink.frame, lift=10, shade=ink.shade, depth=0.34
    )
    s.fill(rect(x0 - 16, y0 - 16, x1 - x0 + 32, y1 - y0 + 16), darken(ink.frame, 0.12))
    hole = rect(x0, y0, x1 - x0, y1 - y0)
    s.fill(hole, s.down((0, ink.sky), (0.7, ink.sky2), (1, ink.sky2)))
    with s.clip(hole):
        sun_rings(s, 560, 816, 60, ink.sun, (0.3, 0.4, 0.5))
        cloud(s, 440, 730, 0.36, ink.sun, ink.shade, 0.1)
        layers = [(930, 30, ink.h1), (1004, 30, ink.h2), (1080, 24, ink.h3)]
        hills(s, o.rng, layers, ink.shade, 0.5)
        s.fill(
            "M470 1190C520 1120 610 1110 560 1050S520 1000 548 972C556 1000 566 1012 606 1050S640 1130 640 1190Z",
            ink.path,
        )
        for x, y, r in ((400, 1130, 40), (440, 1150, 30), (690, 1120, 46)):
            s.paper(circle(x, y, r), lighten(ink.leaf, 0.12), lift=4, shade=ink.shade)
        s.fill(rect(x0, y0, 26, y1 - y0), s.across((0, ink.shade, 0.3), (1, ink.shade, 0)))


def _leaf_of_door(s: Sheet, ink: Inks) -> None:
    x, y0, y1 = _HOLE.x1, _HOLE.y0, _HOLE.y1
    shape = [(x, y0), (x + 172, y0 - 46), (x + 172, y1 + 96), (x, y1)]
    s.fill(poly([(x, y1), (x + 172, y1 + 96), (x + 260, y1 + 96), (x + 150, y1)]), ink.shade, 0.3)
    s.paper(poly(shape), ink.door, lift=8, aside=10, shade=ink.shade, depth=0.34)
    s.fill(
        poly([(x + 172, y0 - 46), (x + 184, y0 - 46), (x + 184, y1 + 92), (x + 172, y1 + 96)]),
        lighten(ink.door, 0.3),
    )

    def pane(top: float, bottom: float) -> str:
        def at(u: float, v: float) -> tuple[float, float]:
            top_y, low_y = y0 - 46 * u, y1 + 96 * u
            return x + 172 * u, top_y + (low_y - top_y) * v

        return poly([at(0.18, top), at(0.8, top), at(0.8, bottom), at(0.18, bottom)])

    for top, bottom in ((0.07, 0.33), (0.4, 0.55), (0.62, 0.93)):
        s.paper(pane(top, bottom), ink.door2, lift=5, shade=ink.shade, depth=0.34)
    s.paper(circle(x + 152, 918, 15), ink.knob, lift=6, shade=ink.shade, depth=0.4)


def _plant(s: Sheet, ink: Inks) -> None:
    for x, y, turn, size in (
        (150, 900, 62, 0.86), (196, 880, -52, 0.9), (120, 800, 96, 0.8), (190, 760, -20, 0.92), (232, 800, -96, 0.78),
        (166, 700, 158, 0.86),
    ):  # fmt: skip
        s.line(f"M172 1080Q{(x + 172) / 2 + 10:.0f} {(y + 1080) / 2:.0f} {x} {y}", darken(ink.leaf, 0.3), 8)
        split_leaf(s, x, y, turn, size, mix(ink.leaf, ink.shade, 0.14 if turn > 0 else 0), ink.shade)
    pot(s, 172, 1258, 190, 176, ink.pot, ink.shade)
    s.line("M92 1150q20-22 40 0t40 0 40 0 40 0", lighten(ink.pot, 0.5), 7)


def _carton(s: Sheet, ink: Inks) -> None:
    """A box with the items from the old desk."""
    s.fill(ellipse(806, 1366, 150, 16), ink.shade, 0.3)
    s.paper(rect(842, 1130, 66, 120, 6), ink.paper, lift=5, shade=ink.shade)
    s.fill(rect(852, 1142, 46, 60), ink.h2)
    s.fill(circle(875, 1166, 12), ink.sky2)
    for angle, size in ((-120, 96), (-90, 118), (-62, 92)):
        leaf(s, 742, 1230, angle, size, 22, lighten(ink.leaf, 0.1), ink.shade)
    s.paper(rect(780, 1166, 46, 90, 8), ink.mug, lift=5, shade=ink.shade)
    s.line("M826 1184q26 2 26 22t-26 22", ink.mug, 9)
    s.paper(
        poly([(690, 1226), (922, 1226), (906, 1366), (706, 1366)]),
        ink.box,
        lift=8,
        shade=ink.shade,
        depth=0.36,
    )
    s.fill(poly([(806, 1226), (922, 1226), (906, 1366), (806, 1366)]), ink.shade, 0.1)
    s.paper(
        poly([(690, 1226), (660, 1270), (782, 1276), (806, 1226)]),
        lighten(ink.box, 0.16),
        lift=5,
        shade=ink.shade,
    )
    s.paper(
        poly([(922, 1226), (948, 1270), (830, 1276), (806, 1226)]),
        lighten(ink.box, 0.08),
        lift=5,
        shade=ink.shade,
    )
    s.fill(rect(776, 1300, 60, 30, 6), ink.paper, 0.85)
