"""Weddings and engagements: an art-deco fan with two rings."""

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, petal, polar, poly, rect, ring, sparkle, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import CAPITALS
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "ink_green": Inks(
        ground="#0d3a2b", low="#072519", shade="#02120b", gold="#e2c07a", gold2="#b98f45", light="#f8e9c4",
        fan="#17563f", fan2="#0f4432", fan3="#1f6b50", word="#f3dda6", gem="#d9f2ee",
    ),
    "champagne": Inks(
        ground="#f4e6c8", low="#ead4a6", shade="#4a3208", gold="#a67b2d", gold2="#7d5818", light="#fffaf0",
        fan="#fff6e2", fan2="#f0dcae", fan3="#e3c583", word="#5f4210", gem="#ffffff",
    ),
    "midnight": Inks(
        ground="#1b2052", low="#0f1236", shade="#050619", gold="#e6c98f", gold2="#b8935a", light="#faedd2",
        fan="#2b3277", fan2="#232963", fan3="#3a4292", word="#f6e3b8", gem="#dbe6ff",
    ),
}  # fmt: skip

_FOOT = (500.0, 850.0)


@design(
    "wedding-deco", picture="an art-deco fan of cut paper behind two linked rings", seed=14, palettes=PALETTES
)
def fan(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.ground), (1, ink.low)))
    s.fill(circle(500, 700, 700), s.glow(500, 700, 700, (0, ink.fan3, 0.55), (1, ink.fan3, 0)))
    with s.clip(rect(64, 64, 872, 1272)):
        _blades(s, ink)
    _frame(s, ink)
    _rings(s, ink)
    style = Style(CAPITALS, 132, ink.word)
    letter(s, [line.upper() for line in o.lines], [style, style], Box(150, 1024, 850, 1252))
    for side in (-1, 1):
        x = 500 + side * 210
        s.line(f"M{500 + side * 46} 984H{500 + side * 330}", ink.gold, 3)
        s.fill(poly([(x - 9, 984), (x, 972), (x + 9, 984), (x, 996)]), ink.gold)
    s.fill(sparkle(500, 984, 24), ink.light)
    s.grain(strength=0.07)


def _blades(s: Sheet, ink: Inks) -> None:
    x, y = _FOOT
    for reach, tone, count in ((730, ink.fan2, 15), (590, ink.fan, 13), (450, ink.fan3, 11)):
        step = 180 / count
        for i in range(count):
            start = 180 + i * step
            middle = start + step / 2
            half = reach * 0.0087 * step
            left, right = polar(x, y, start, reach - half), polar(x, y, start + step, reach - half)
            blade = f"M{xy(x, y)}L{xy(*left)}A{xy(half, half)} 0 0 1 {xy(*right)}Z"
            s.paper(blade, tone, lift=-7, shade=ink.shade, depth=0.36, rim=False)
            s.fill(poly([(x, y), left, polar(x, y, middle, reach - half)]), lighten(tone, 0.2), 0.35)
            s.line(blade, ink.gold, 3)
            inner = polar(x, y, middle, reach - half * 1.2)
            s.fill(circle(*inner, half * 0.34), ink.gold)
            s.line(
                f"M{xy(*polar(x, y, middle, reach * 0.3))}L{xy(*polar(x, y, middle, reach - half * 1.9))}",
                ink.gold,
                2,
                0.8,
            )
    s.paper(wedge(x, y, 300, 180, 360), ink.ground, lift=-8, shade=ink.shade, depth=0.4)
    for r in (300, 284, 226):
        s.line(f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0", ink.gold, 4 if r == 300 else 2)
    for i in range(12):
        s.paper(petal(*polar(x, y, 187.5 + i * 15, 150), 187.5 + i * 15, 122, 16), ink.gold if i % 2 else ink.gold2, lift=3,
                shade=ink.shade, depth=0.3)  # fmt: skip
    s.paper(
        rect(40, y, 920, 640), mix(ink.ground, ink.low, 0.4), lift=-8, shade=ink.shade, depth=0.36, rim=False
    )
    s.line(f"M64 {y}H936", ink.gold, 5)
    s.line(f"M64 {y + 14}H936", ink.gold, 2)


def _frame(s: Sheet, ink: Inks) -> None:
    """Two lines with stepped corners."""
    for inset, width, step in ((40, 5, 44), (58, 2, 44)):
        a, b, c, d = inset, inset, 1000 - inset, 1400 - inset
        k = step
        corners = [
            (a + 2 * k, b), (c - 2 * k, b), (c - 2 * k, b + k), (c - k, b + k), (c - k, b + 2 * k), (c, b + 2 * k),
            (c, d - 2 * k), (c - k, d - 2 * k), (c - k, d - k), (c - 2 * k, d - k), (c - 2 * k, d), (a + 2 * k, d),
            (a + 2 * k, d - k), (a + k, d - k), (a + k, d - 2 * k), (a, d - 2 * k), (a, b + 2 * k), (a + k, b + 2 * k),
            (a + k, b + k), (a + 2 * k, b + k),
        ]  # fmt: skip
        if inset == 40:
            outer = f"M0 0H1000V1400H0Z{poly(corners[::-1])}"
            s.paper(outer, ink.low, lift=8, shade=ink.shade, depth=0.36, rim=False)
        s.line(poly(corners), ink.gold, width)
    for x in (78, 922):
        for y in (78, 1322):
            s.fill(poly([(x - 11, y), (x, y - 11), (x + 11, y), (x, y + 11)]), ink.gold)


def _band(s: Sheet, ink: Inks, x: float, y: float, r: float) -> None:
    s.paper(ring(x, y, r, r - 26), ink.gold, lift=10, shade=ink.shade, depth=0.5)
    s.fill(wedge(x, y, r - 3, 150, 290, r - 12), ink.light, 0.85)
    s.fill(wedge(x, y, r - 14, -30, 100, r - 25), ink.gold2, 0.9)


def _rings(s: Sheet, ink: Inks) -> None:
    y, r = 786.0, 116.0
    s.fill(
        circle(500, y, 250),
        s.glow(500, y, 250, (0, ink.ground, 0.85), (0.7, ink.ground, 0.5), (1, ink.ground, 0)),
    )
    _band(s, ink, 566, y + 12, r)
    _band(s, ink, 434, y, r)
    # The right ring passes over the left one at the upper crossing, so that they look linked.
    with s.clip(rect(470, y - 110, 90, 96)):
        _band(s, ink, 566, y + 12, r)
    top = y - r - 6
    crown = [
        (434 - 62, top - 44),
        (434 - 34, top - 78),
        (434 + 34, top - 78),
        (434 + 62, top - 44),
        (434, top + 18),
    ]
    s.paper(poly(crown), ink.gem, lift=6, shade=ink.shade, depth=0.4)
    for a, b, c, tone in (
        ((-62, -44), (-24, -44), (0, 18), 0.16), ((24, -44), (62, -44), (0, 18), 0.3), ((-34, -78), (-62, -44), (-24, -44), 0.1),
        ((34, -78), (24, -44), (62, -44), 0.2),
    ):  # fmt: skip
        s.fill(poly([(434 + u, top + v) for u, v in (a, b, c)]), darken(ink.gem, tone), 0.6)
    s.line(poly([(434 + u, top + v) for u, v in ((-62, -44), (62, -44))]), ink.light, 2, 0.8)
    for dx, dy, size in ((-96, -86, 26), (88, -104, 16), (-64, -132, 13)):
        s.fill(sparkle(434 + dx, top + dy, size), ink.light)
