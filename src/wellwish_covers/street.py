"""New home: a street at dusk with one lit window."""

from dataclasses import dataclass

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import arch, circle, num, poly, rect, smooth, sparkle
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf
from wellwish_covers.glyphs import BLACK_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, strew
from wellwish_covers.scenery import hills, round_tree, smoke

PALETTES = {
    "blue_hour": Inks(
        high="#1f1e55", mid="#4a4596", low="#f0a07e", shade="#0c0a2e", word="#ffe9c4", moon="#fff3d2",
        star="#ffe9b0", far="#4c4890", h2="#39367a", a="#5a559f", b="#7a4f86", c="#423f88", d="#94587c",
        e="#3a5590", roof="#25235f", roof2="#5c2f5f", trim="#8f89c9", dark="#1c1b4c", light="#ffcf5c",
        light2="#fff0bd", road="#15143f", tree="#2b2a68", cloud="#8c7db8", door="#e0603f",
    ),
    "amber": Inks(
        high="#ffdf9e", mid="#ffbf6b", low="#f58f5a", shade="#4a1f08", word="#7a2c0a", moon="#fffaf0",
        star="#fff6d8", far="#e8935a", h2="#cf7448", a="#d9693f", b="#a8483f", c="#c7823f", d="#8f3d4c",
        e="#b3583a", roof="#6e2a33", roof2="#553047", trim="#ffd9a3", dark="#5a2433", light="#fff0a8",
        light2="#fffbe0", road="#45202f", tree="#7d4a2f", cloud="#fff0d2", door="#2f7f82",
    ),
    "chimney": Inks(
        high="#3b1f33", mid="#8a3d44", low="#f6b184", shade="#1e0a16", word="#ffe6cd", moon="#fff0d8",
        star="#ffe3bd", far="#8a4550", h2="#6b3445", a="#b1553f", b="#8f3f42", c="#c9744c", d="#733549",
        e="#a14a3a", roof="#45202f", roof2="#5c2a33", trim="#e9a47f", dark="#35182a", light="#ffcf66",
        light2="#fff2c7", road="#2a1424", tree="#4c2a3a", cloud="#c98676", door="#3f8f8a",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class _House:
    x: float
    width: float
    height: float
    paper: str
    gable: str  # step, peak, flat or bell
    home: bool = False


_ROW = (
    _House(-40, 196, 430, "a", "peak"), _House(156, 168, 540, "b", "step"), _House(324, 236, 440, "e", "peak", home=True),
    _House(560, 160, 580, "c", "bell"), _House(720, 176, 470, "d", "flat"), _House(896, 180, 540, "a", "peak"),
)  # fmt: skip
_STREET = 1256.0


@design("new-home", picture="a street of houses at dusk with one window lit", seed=29, palettes=PALETTES)
def street(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.42, ink.mid), (0.78, ink.low), (1, ink.low)))
    words = Box(84, 84, 916, 420)
    for i, (x, y) in enumerate(
        strew(o.rng, Box(20, 20, 980, 720), 88, out=[words.grow(14), Box(730, 440, 930, 640)])
    ):
        s.fill(sparkle(x, y, 11 if i % 4 == 0 else 6), ink.star, 0.9)
    s.fill(circle(826, 540, 170), s.glow(826, 540, 170, (0, ink.moon, 0.4), (1, ink.moon, 0)))
    s.paper(circle(826, 540, 66), ink.moon, lift=6, shade=ink.shade, depth=0.16)
    for x, y, r in ((806, 524, 13), (846, 556, 17), (834, 510, 8)):
        s.fill(circle(x, y, r), mix(ink.moon, ink.low, 0.3), 0.6)
    for x, y, size in ((200, 600, 0.5), (936, 620, 0.42)):
        with s.at(x, y, opacity=0.55):
            cloud(s, 0, 0, size, ink.cloud, ink.shade, 0.1)
    hills(s, o.rng, [(800, 50, ink.far), (880, 40, ink.h2)], ink.shade, 0.6)
    for house in sorted(_ROW, key=lambda h: h.home):
        _house(o, house)
    _pavement(s, ink)
    for x, size in ((128, 150), (900, 190)):
        round_tree(s, o.rng, x, _STREET + 22, size, ink.tree, ink.shade)
    _lamp(s, ink, 648)
    letter(s, o.lines, [Style(BLACK_ITALIC, 190, ink.word, leading=0.94)], words)
    s.grain(ink.shade)


def _roof(h: _House, top: float) -> str:
    x0, x1, middle = h.x, h.x + h.width, h.x + h.width / 2
    if h.gable == "peak":
        rise = h.width * 0.62
        return poly([(x0 - 16, top + 12), (middle, top - rise), (x1 + 16, top + 12)])
    if h.gable == "step":
        points = [(x0, top)]
        for i in range(4):
            step = h.width / 9
            points += [(x0 + i * step, top - i * 34), (x0 + i * step, top - (i + 1) * 34)]
        return poly([*points, *[(x0 + x1 - x, y) for x, y in points[::-1]]])
    if h.gable == "bell":
        return (
            f"M{x0} {top}C{x0 + 10} {top - 70} {middle - 44} {top - 50} {middle - 40} {top - 110}"
            f"Q{middle} {top - 170} {middle + 40} {top - 110}C{middle + 44} {top - 50} {x1 - 10} {top - 70} {x1} {top}Z"
        )
    return rect(x0 - 10, top - 26, h.width + 20, 40, 4)


def _house(o: Order, h: _House) -> None:
    s, ink = o.sheet, o.ink
    paper = ink.some(h.paper)[0]
    top = _STREET - h.height
    if h.gable == "peak":
        chimney = h.x + h.width * 0.76
        s.paper(
            rect(chimney, top - h.width * 0.62, 34, 130),
            darken(paper, 0.25),
            lift=5,
            aside=3,
            shade=ink.shade,
        )
        s.paper(rect(chimney - 6, top - h.width * 0.62 - 4, 46, 16, 3), ink.roof2, lift=4, shade=ink.shade)
        if h.home:
            smoke(s, o.rng, chimney + 16, top - h.width * 0.62 - 8, 1.1, ink.cloud)
    s.paper(
        rect(h.x, top, h.width, h.height + 20),
        paper,
        lift=-8,
        aside=8,
        shade=ink.shade,
        depth=0.34,
        rim=False,
    )
    s.fill(rect(h.x + h.width * 0.72, top, h.width * 0.28, h.height), ink.shade, 0.12)
    peak = h.gable == "peak"
    roof = ink.roof2 if h.home else ink.roof
    s.paper(_roof(h, top), roof if peak or h.gable == "flat" else paper, lift=8, shade=ink.shade, depth=0.3)
    if not peak:
        s.line(f"M{h.x - 4} {num(top + 6)}h{h.width + 8}", ink.trim, 8)
    if h.gable in ("step", "bell"):
        s.fill(circle(h.x + h.width / 2, top - 54, 19), ink.dark)
        s.line(
            f"M{h.x + h.width / 2 - 19} {num(top - 54)}h38M{h.x + h.width / 2} {num(top - 73)}v38",
            ink.trim,
            4,
        )
    if h.home:
        _home(s, ink, h, top)
        return
    columns = 2 if h.width < 200 else 3
    step = h.width / columns
    for row in range(int((h.height - 150) / 112)):
        for i in range(columns):
            _window(s, ink, h.x + (i + 0.5) * step, top + 44 + row * 112, ink.dark)
    door = h.x + h.width * (0.3 if h.width < 180 else 0.5)
    s.paper(arch(door - 27, _STREET, 54, 104), ink.dark, lift=4, shade=ink.shade)
    s.line(arch(door - 27, _STREET, 54, 104), ink.trim, 5)


def _window(s: Sheet, ink: Inks, x: float, y: float, glass: str, wide: float = 46, high: float = 70) -> None:
    s.paper(
        rect(x - wide / 2 - 6, y - 6, wide + 12, high + 12, 4), ink.trim, lift=4, shade=ink.shade, depth=0.3
    )
    s.fill(rect(x - wide / 2, y, wide, high, 2), glass)
    s.line(
        f"M{num(x)} {num(y)}v{num(high)}M{num(x - wide / 2)} {num(y + high * 0.45)}h{num(wide)}", ink.trim, 4
    )
    s.paper(rect(x - wide / 2 - 12, y + high + 4, wide + 24, 10, 3), ink.trim, lift=4, shade=ink.shade)


def _home(s: Sheet, ink: Inks, h: _House, top: float) -> None:
    """The new home: a lit window with flowers, and a door with a lit pane."""
    middle = h.x + h.width / 2
    s.fill(circle(middle, top - 28, 24), ink.dark)
    s.line(f"M{middle - 24} {num(top - 28)}h48M{middle} {num(top - 52)}v48", ink.trim, 5)
    for x in (h.x + 62, h.x + h.width - 62):
        _window(s, ink, x, top + 46, ink.dark, 56, 84)
    y = top + 218
    x = h.x + 74
    s.fill(circle(x, y + 50, 210), s.glow(x, y + 50, 210, (0, ink.light, 0.75), (1, ink.light, 0)))
    _window(s, ink, x, y, ink.light, 92, 112)
    s.fill(rect(x - 46, y, 92, 50), s.down((0, ink.light2), (1, ink.light2, 0)))
    s.fill(f"M{x - 46} {y}h26q-4 60-26 96ZM{x + 46} {y}h-26q4 60 26 96Z", ink.light2)
    s.line(f"M{x} {y}v112M{x - 46} {y + 50}h92", ink.trim, 5)
    s.paper(rect(x - 58, y + 116, 116, 26, 5), ink.door, lift=5, shade=ink.shade)
    for i in range(7):
        leaf(s, x - 48 + i * 16, y + 118, -90 + (i - 3) * 12, 34, 8, lighten(ink.tree, 0.25), ink.shade)
        s.fill(circle(x - 48 + i * 16, y + 92 + (i % 2) * 12, 7), (ink.light2, ink.door)[i % 2])
    door = h.x + h.width - 66
    s.paper(arch(door - 44, _STREET, 88, 168), ink.trim, lift=5, shade=ink.shade)
    s.paper(arch(door - 34, _STREET, 68, 156), ink.door, lift=4, shade=ink.shade)
    s.fill(arch(door - 22, _STREET - 84, 44, 58), ink.light)
    s.fill(circle(door + 22, _STREET - 62, 5), ink.light2)
    s.fill(
        poly(
            [(door - 44, _STREET), (door + 44, _STREET), (door + 90, _STREET + 60), (door - 60, _STREET + 60)]
        ),
        ink.light,
        0.3,
    )


def _pavement(s: Sheet, ink: Inks) -> None:
    s.paper(
        rect(-20, _STREET - 2, 1040, 40), mix(ink.road, ink.trim, 0.3), lift=-5, shade=ink.shade, depth=0.26
    )
    s.paper(
        smooth([(-40, 1296), (300, 1288), (700, 1292), (1040, 1286)], closed=False) + "V1420H-40Z",
        ink.road,
        lift=-8,
        shade=ink.shade,
    )
    for i in range(6):
        s.fill(
            poly([(30 + i * 180, 1348), (130 + i * 180, 1348), (122 + i * 180, 1364), (14 + i * 180, 1364)]),
            ink.trim,
            0.35,
        )
    for x, y, size in ((436, 1270, 58), (396, 1270, 44), (420, 1216, 46)):
        paper = "#c9935c"
        s.paper(
            rect(x - size / 2, y - size, size, size, 3),
            mix(paper, ink.mid, 0.12),
            lift=6,
            shade=ink.shade,
            depth=0.3,
        )
        s.fill(rect(x - 5, y - size, 10, size), ink.light2, 0.6)


def _lamp(s: Sheet, ink: Inks, x: float) -> None:
    s.fill(circle(x, 1000, 130), s.glow(x, 1000, 130, (0, ink.light, 0.6), (1, ink.light, 0)))
    s.paper(rect(x - 6, 1030, 12, 250), ink.dark, lift=3, aside=3, shade=ink.shade, rim=False)
    s.paper(rect(x - 18, 1266, 36, 16, 4), ink.dark, lift=3, shade=ink.shade, rim=False)
    s.fill(poly([(x - 24, 968), (x + 24, 968), (x + 14, 1034), (x - 14, 1034)]), ink.light2)
    s.line(poly([(x - 24, 968), (x + 24, 968), (x + 14, 1034), (x - 14, 1034)]), ink.dark, 5)
    s.paper(poly([(x - 34, 970), (x, 940), (x + 34, 970)]), ink.dark, lift=3, shade=ink.shade, rim=False)
