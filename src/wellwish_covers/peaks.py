"""A new job in collage: mountains of torn paper, a taped sun, and a paper plane."""

from wellwish_covers.collage import (
    dotted,
    fibres,
    finish,
    headline,
    label,
    newsprint,
    ridge_of,
    ruled,
    scrap,
    tape,
    torn,
)
from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import polar, poly, rect
from wellwish_covers.design import Order, design
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point

PALETTES = {
    "dawn": Inks(
        sky="#f6d3b8", sky2="#eeb497", core="#fffaf2", shade="#2c1014", card="#fffaf0", word="#7c2416", label="#f6c65a",
        type="#3d1608", sun="#e6572f", a="#e99a80", b="#b9687a", c="#6c4a78", d="#3d335e", e="#241f40", print="#8a5a50",
        tape="#f3d27a", plane="#ffffff",
    ),
    "alpine": Inks(
        sky="#dcebf3", sky2="#b5d3e4", core="#ffffff", shade="#081c2c", card="#fffdf6", word="#154a75", label="#ffd98a",
        type="#2c2208", sun="#f2a23c", a="#a9cbdc", b="#6ba1bf", c="#3a769a", d="#1f5575", e="#123a54", print="#5d7f92",
        tape="#f4b66a", plane="#ffffff",
    ),
    "violet": Inks(
        sky="#ece2f6", sky2="#cdb9e8", core="#fffaff", shade="#170a2e", card="#fffaf4", word="#4a2a80", label="#f9c3a8",
        type="#3a1230", sun="#f08a6c", a="#c4aee4", b="#9678cc", c="#6a4fae", d="#46348a", e="#2b2060", print="#7a68a0",
        tape="#f6d37a", plane="#ffffff",
    ),
}  # fmt: skip


@design(
    "new-job-peaks", picture="mountains of torn paper, a sun and a paper plane", seed=97, palettes=PALETTES
)
def peaks(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.sky)
    with s.clip(rect(0, 0, 1000, 1400)):
        ruled(s, ink.sky2, Box(0, 0, 1000, 900), 40)
    fibres(s, rect(0, 0, 1000, 1400), 12, darken(ink.sky, 0.3), 0.3)
    _sun(o)
    rows: tuple[tuple[list[Point], str], ...] = (
        (
            [(-20, 760), (120, 640), (210, 700), (380, 500), (520, 640), (640, 560), (830, 720), (1020, 620)],
            ink.a,
        ),
        (
            [(-20, 860), (160, 790), (290, 850), (470, 700), (620, 800), (790, 640), (900, 740), (1020, 720)],
            ink.b,
        ),
        ([(-20, 880), (110, 820), (260, 920), (420, 850), (600, 950), (780, 840), (1020, 900)], ink.c),
        ([(-20, 1010), (200, 930), (420, 1010), (640, 940), (840, 1020), (1020, 960)], ink.d),
    )
    for k, (crest, colour) in enumerate(rows):
        inner = ridge_of(s, ink, o.rng, crest, colour, core=14)
        with s.clip(inner):
            if k == 0:
                newsprint(s, mix(colour, ink.print, 0.7), Box(-10, 480, 1010, 900))
            if k == 2:
                dotted(s, lighten(colour, 0.22), Box(0, 800, 1010, 1080), 30, 4)
        fibres(s, inner, 40 + k, lighten(colour, 0.5), 0.32)
    _snow(o)
    _firs(o)
    _plane(s, ink)
    tape(s, ink, (800, 262), 44, 150, ink.tape)
    lines = [line for line in o.lines if line]
    if lines:
        headline(s, ink, lines[0], Box(80, 998, 920, 1182), 190, -1.4)
    if len(lines) > 1:
        label(s, ink, " ".join(lines[1:]), Box(110, 1180, 890, 1324), 116, 1.1)
    finish(s, ink)


def _sun(o: Order) -> None:
    s, ink = o.sheet, o.ink
    corners = [polar(640, 400, k * 18, 206) for k in range(20)]
    inner = torn(s, ink, o.rng, corners, ink.sun, core=11, lift=13)
    with s.clip(inner):
        for k in range(14):
            s.line(f"M430 {230 + k * 30}H860", lighten(ink.sun, 0.16), 5)
    fibres(s, inner, 14, lighten(ink.sun, 0.5), 0.4)


def _snow(o: Order) -> None:
    """Caps of white paper on the two highest peaks."""
    s, ink = o.sheet, o.ink
    for corners in (
        [(380, 494), (438, 566), (404, 560), (384, 600), (356, 566), (326, 584), (332, 556)],
        [(788, 634), (850, 706), (818, 696), (796, 730), (768, 694), (736, 712), (740, 688)],
    ):
        torn(s, ink, o.rng, corners, mix(ink.core, ink.a, 0.12), core=5, lift=6)


def _firs(o: Order) -> None:
    s, ink = o.sheet, o.ink
    for x, y, size in (
        (92, 1010, 1.0),
        (176, 1000, 0.74),
        (834, 1040, 0.8),
        (908, 1020, 1.1),
        (30, 1030, 0.7),
        (968, 1040, 0.7),
    ):
        with s.at(x, y, scale=size):
            s.line("M0-10V30", darken(ink.e, 0.3), 12)
            for k in range(3):
                low, half = -k * 46, 66 - k * 15
                scrap(s, ink, poly([(-half, low), (0, low - 84), (half, low), (half * 0.4, low - 8), (0, low + 4), (-half * 0.4, low - 8)]),
                      mix(ink.e, ink.c, k * 0.16), lift=6)  # fmt: skip


def _plane(s: Sheet, ink: Inks) -> None:
    s.line("M96 372C170 300 226 366 190 396S120 360 196 300S330 236 352 230", ink.word, 4.5, dash="2 15")
    with s.at(400, 214, -14, 1.15):
        for d, colour in (
            ("M-60 20L150-56L-10 36Z", mix(ink.plane, ink.shade, 0.16)),
            ("M-10 36L150-56L10 66Z", mix(ink.plane, ink.shade, 0.3)),
            ("M-86-20L150-56L-30 24Z", ink.plane),
            ("M10 66L-2 28L40 40Z", mix(ink.plane, ink.shade, 0.4)),
            ("M36 44L150-56L84 66Z", mix(ink.plane, ink.shade, 0.06)),
        ):
            scrap(s, ink, d, colour, lift=6)
        with s.clip("M-86-20L150-56L-30 24Z"):
            ruled(s, ink.sky2, Box(-90, -60, 160, 40), 12)
