"""Weddings: an arch of flowers and eucalyptus, two chairs, and lights."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, petal, polar, poly, rect, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import anemone, dahlia, rose
from wellwish_covers.glyphs import LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import sprig
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "eucalyptus": Inks(
        ground="#f3ede0", inner="#fdfaf2", floor="#dbe3d4", floor2="#c5d3c1", shade="#2b3a30",
        word="#2f5647", arch="#b98f5e", leaf="#7fa48f", leaf2="#557f6c", leaf3="#a9c3ae", rose="#f6d5cc",
        rose2="#e5ac9f", blush="#fff4ea", blush2="#ead6c4", ochre="#e3b15c", ochre2="#c18c36",
        bulb="#ffd98a", wire="#8a7a62", chair="#ffffff", bow="#e5ac9f", heart="#6d4a22",
    ),
    "blush": Inks(
        ground="#f9dcdb", inner="#fff4f1", floor="#f2c4c4", floor2="#e8adb0", shade="#4d1a28",
        word="#8a2f47", arch="#c08a62", leaf="#8fae93", leaf2="#64886e", leaf3="#b5ccb2", rose="#f5a7ae",
        rose2="#d97482", blush="#fff8f4", blush2="#f3d6d0", ochre="#c65670", ochre2="#9c3450",
        bulb="#ffe0a0", wire="#9a6a62", chair="#ffffff", bow="#d97482", heart="#5e1a2c",
    ),
    "gold_ochre": Inks(
        ground="#f6e3bb", inner="#fff9e9", floor="#e8c98c", floor2="#d9b36c", shade="#4a2f08",
        word="#6e4a10", arch="#8d6238", leaf="#8b9a5e", leaf2="#66783f", leaf3="#b4ba82", rose="#f9efdc",
        rose2="#e5cfa8", blush="#f2a884", blush2="#d77f58", ochre="#e2a02f", ochre2="#b97414",
        bulb="#fff0c0", wire="#7d5a34", chair="#fffaf0", bow="#e2a02f", heart="#5a3208",
    ),
}  # fmt: skip

_MIDDLE, _RADIUS, _FOOT = (500.0, 580.0), 392.0, 1216.0


@design(
    "wedding-arch",
    picture="an arch of flowers over two chairs with strings of lights",
    seed=77,
    palettes=PALETTES,
)
def floral_arch(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    _lights(s, ink, ((-20, 70), 90, (520, 40)))
    _lights(s, ink, ((480, 46), 84, (1020, 96)))
    x, y = _MIDDLE
    left = x - _RADIUS
    inside = f"M{left} {_FOOT}V{y}a{_RADIUS} {_RADIUS} 0 0 1 {2 * _RADIUS} 0V{_FOOT}Z"
    s.paper(inside, ink.inner, lift=10, shade=ink.shade, depth=0.16)
    with s.clip(inside):
        s.fill(circle(x, 960, 400), s.glow(x, 960, 400, (0, ink.bulb, 0.5), (1, ink.bulb, 0)))
        for base, share in ((1040, 0.25), (1110, 0.55)):
            s.fill(
                f"M100 {base}Q300 {base - 70} 500 {base - 10}T900 {base - 30}V1300H100Z",
                mix(ink.inner, ink.leaf3, share),
            )
    s.paper(
        "M-20 1196C200 1172 420 1186 560 1180S860 1196 1020 1172V1420H-20Z",
        ink.floor,
        lift=-8,
        shade=ink.shade,
        depth=0.2,
    )
    s.paper(
        poly([(384, 1190), (616, 1190), (800, 1420), (200, 1420)]),
        ink.inner,
        lift=5,
        shade=ink.shade,
        depth=0.14,
    )
    _poles(s, ink)
    for side in (-1, 1):
        _chair(s, ink, 500 + side * 106)
    _garland(o)
    for _ in range(40):
        u, v = o.rng.uniform(60, 940), o.rng.uniform(1210, 1390)
        s.fill(
            petal(u, v, o.rng.uniform(0, 360), 24, 8), o.rng.choice(ink.some("rose rose2 blush ochre")), 0.9
        )
    letter(s, o.lines, [Style(LIGHT_ITALIC, 236, ink.word)], Box(252, 350, 748, 760))
    s.grain()


def _lights(s: Sheet, ink: Inks, swag: tuple[tuple[float, float], float, tuple[float, float]]) -> None:
    (x0, y0), low, (x1, y1) = swag
    bend = (x0 + x1) / 2, (y0 + y1) / 2 + 2 * low
    s.line(f"M{xy(x0, y0)}Q{xy(*bend)} {xy(x1, y1)}", ink.wire, 3)
    for i in range(9):
        t = (i + 0.5) / 9
        x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * bend[0] + t * t * x1
        y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * bend[1] + t * t * y1
        s.fill(circle(x, y + 18, 40), s.glow(x, y + 18, 40, (0, ink.bulb, 0.85), (1, ink.bulb, 0)))
        s.fill(rect(x - 5, y - 2, 10, 10, 2), ink.wire)
        s.paper(ellipse(x, y + 18, 10, 12), lighten(ink.bulb, 0.3), lift=2, shade=ink.shade)


def _poles(s: Sheet, ink: Inks) -> None:
    x, y = _MIDDLE
    d = f"M{x - _RADIUS} {_FOOT}V{y}a{_RADIUS} {_RADIUS} 0 0 1 {2 * _RADIUS} 0V{_FOOT}"
    with s.at(5, 5):
        s.line(d, ink.shade, 20, 0.16)
    s.line(d, ink.arch, 20)
    with s.at(-4, -2):
        s.line(d, lighten(ink.arch, 0.4), 4)


def _chair(s: Sheet, ink: Inks, x: float) -> None:
    """A chair seen from behind with a bow."""
    with s.at(x, 1196, scale=1.08):
        s.fill(ellipse(0, 4, 84, 10), ink.shade, 0.22)
        for dx in (-52, 40):
            s.paper(rect(dx, -110, 12, 112, 4), darken(ink.chair, 0.12), lift=3, shade=ink.shade)
        s.paper("M-64-122H64L70-96H-70Z", ink.chair, lift=6, shade=ink.shade, depth=0.3, corner=4)
        s.paper("M-60-112L-52-286Q-50-318-20-318H20Q50-318 52-286L60-112H46L40-270Q38-300 14-300H-14Q-38-300-40-270L-46-112Z",
                ink.chair, lift=6, shade=ink.shade, depth=0.3)  # fmt: skip
        for dx in (-18, 0, 18):
            s.paper(rect(dx - 4, -300, 8, 184, 3), ink.chair, lift=3, shade=ink.shade)
        s.line("M-46-226H46", ink.bow, 12)
        for way in (-1, 1):
            s.paper(
                f"M0-226C{way * 14}-262 {way * 58}-262 {way * 50}-226S{way * 14}-196 0-226Z",
                ink.bow,
                lift=4,
                shade=ink.shade,
            )
            tail = f"M0-222C{way * 6}-190 {way * 20}-170 {way * 22}-136l{-way * 16} 8C{way * 4}-160 {-way * 2}-190 0-222Z"
            s.paper(tail, darken(ink.bow, 0.08), lift=3, shade=ink.shade)
        s.paper(circle(0, -226, 11), lighten(ink.bow, 0.2), lift=3, shade=ink.shade)


def _along(t: float) -> tuple[float, float, float]:
    """Returns a point of the arch, from 0 at its left foot to 1 at its right, and the outward angle there."""
    x, y = _MIDDLE
    straight = _FOOT - y
    whole = 2 * straight + 3.1416 * _RADIUS
    far = t * whole
    if far < straight:
        return x - _RADIUS, _FOOT - far, 180
    if far > whole - straight:
        return x + _RADIUS, _FOOT - (whole - far), 0
    angle = 180 + (far - straight) / (whole - 2 * straight) * 180
    return (*polar(x, y, angle, _RADIUS), angle)


def _garland(o: Order) -> None:
    s, ink, rng = o.sheet, o.ink, o.rng
    twigs: list[str] = []
    for colour in (ink.leaf2, ink.leaf, ink.leaf3):
        with s.symbol() as name:
            sprig(s, 0, 0, 130, 0, colour)
        twigs.append(name[0])
    # Dense from the left foot to beyond the top, then a bare stretch, then a small bunch at the lower right.
    places = [0.03 + i * 0.0127 for i in range(54)] + [0.84 + i * 0.0125 for i in range(12)]
    for i, t in enumerate(places):
        x, y, out = _along(t)
        lean = rng.choice((-1, 1)) * rng.uniform(20, 75)
        inwards = i % 3 == 0
        size = rng.uniform(0.5, 0.62) if inwards else rng.uniform(0.7, 1.05)
        s.stamp(twigs[i % 3], x, y, out + lean + (180 if inwards else 0), size)
    kinds = _flowers(o)
    heads = [0.05 + i * 0.0325 for i in range(21)] + [0.86 + i * 0.034 for i in range(4)]
    for i, t in enumerate(heads):
        x, y, out = _along(t)
        x, y = polar(x, y, out, rng.uniform(-26, 26))
        full = 1 - abs(t - 0.36) * 0.75 if t < 0.8 else 0.7
        size = (0.64, 0.44, 0.54, 0.38)[i % 4] * full * rng.uniform(0.94, 1.1)
        s.stamp(kinds[(i * 3 + i // 4) % len(kinds)], x, y, rng.uniform(-40, 40), size)
    for t in (0.09, 0.2, 0.31, 0.4, 0.47, 0.58, 0.9):
        x, y, out = _along(t)
        for k in range(5):
            u, v = polar(x, y, out + (k - 2) * 30, 52 + 12 * (k % 2))
            s.paper(circle(u, v, 8), (ink.ochre, WHITE)[k % 2], lift=3, shade=ink.shade)


def _flowers(o: Order) -> list[str]:
    s, ink = o.sheet, o.ink
    names: list[str] = []
    for kind, tones in (
        ("rose", (ink.rose, ink.rose2, darken(ink.rose2, 0.1))), ("anemone", (ink.blush, ink.blush2, ink.heart)),
        ("dahlia", (ink.ochre, ink.ochre2, ink.heart)), ("rose", (ink.blush, ink.blush2, ink.blush2)),
        ("dahlia", (ink.rose, ink.rose2, ink.heart)),
    ):  # fmt: skip
        with s.symbol() as name:
            if kind == "rose":
                rose(s, o.rng, tones, ink.shade)
            elif kind == "anemone":
                anemone(s, tones, ink.shade)
            else:
                dahlia(s, tones, ink.shade)
        names.append(name[0])
    return names
