"""Farewells: a paper plane over hills, and boats that leave a harbour."""

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, height_at, num, poly, rect, smooth, xy
from wellwish_covers.design import Order, design
from wellwish_covers.glyphs import BLACK_ITALIC, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import bird, cloud
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box
from wellwish_covers.scenery import cottage, fir, hills, reflection, smoke, sun_rings

PLANE = {
    "sunset": Inks(
        high="#fdeccf", sky="#fbc9a4", low="#ee8481", sun="#fff6e0", shade="#3a1145", word="#6b1f4f",
        cloud="#fff0de", a="#f0938a", b="#d3707f", c="#a4527f", d="#74407a", e="#4a3169", f="#2a2150",
        wall="#fbe3cd", roof="#a8325c", light="#ffcf5c", wing="#ffffff", fold="#d9a9b8", trail="#fff8ea",
    ),
    "dusk": Inks(
        high="#e9dcf7", sky="#c9b2ea", low="#f4a9a8", sun="#fff2e2", shade="#1d1040", word="#4a2480",
        cloud="#f7ecff", a="#c48ac0", b="#9a6cb6", c="#7152a2", d="#4f3d8b", e="#352c6c", f="#201c4b",
        wall="#f1e2f4", roof="#d65a7c", light="#ffd66e", wing="#ffffff", fold="#b9a3dc", trail="#fff8f2",
    ),
    "morning": Inks(
        high="#e3f4f8", sky="#b5e0ee", low="#ffe6b4", sun="#fffbe8", shade="#073848", word="#0b4a63",
        cloud="#ffffff", a="#a5d8c8", b="#6fbfae", c="#439b96", d="#287a80", e="#175a67", f="#0c3d4c",
        wall="#fff3dd", roof="#e2673f", light="#ffcf5c", wing="#ffffff", fold="#9cc3d2", trail="#ffffff",
    ),
}  # fmt: skip


@design("farewell-plane", picture="a paper plane leaves a house among layered hills", seed=11, palettes=PLANE)
def plane(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.34, ink.sky), (0.64, ink.low), (1, ink.low)))
    sun_rings(s, 676, 790, 148, ink.sun, (0.2, 0.26, 0.34))
    cloud(s, 880, 700, 0.66, ink.cloud, ink.shade)
    cloud(s, 112, 836, 0.8, mix(ink.cloud, ink.low, 0.2), ink.shade)
    cloud(s, 930, 906, 0.72, mix(ink.cloud, ink.low, 0.4), ink.shade)
    for x, y, size in ((214, 672, 0.62), (286, 640, 0.44), (168, 628, 0.36)):
        bird(s, x, y, size, ink.word)
    layers = [(930, 56, ink.a), (1000, 58, ink.b), (1080, 56, ink.c), (1168, 52, ink.d)]
    crests = hills(s, o.rng, layers, ink.shade)
    _firs(o, crests[2], 6, 76, ink.d)
    _firs(o, crests[3], 8, 104, ink.e)
    near = hills(s, o.rng, [(1262, 48, ink.e)], ink.shade)[0]
    y = height_at(near, 412) + 22
    cottage(s, 412, y, 1.05, (ink.wall, ink.roof, ink.c, ink.light), ink.shade)
    smoke(s, o.rng, 450, y - 176, 1, ink.cloud)
    _firs(o, near, 8, 146, ink.f, (330, 520))
    last = hills(s, o.rng, [(1356, 30, ink.f)], ink.shade)[0]
    _firs(o, last, 5, 196, darken(ink.f, 0.3), (210, 760))
    trail = (
        "M470 1010C560 960 540 856 424 836C316 820 262 902 332 940C420 984 566 884 690 806"
        "C826 720 926 632 930 520C932 446 916 404 892 366"
    )
    s.line(trail, ink.trail, 6, dash="2 19")
    _plane(s, ink)
    styles = [Style(LIGHT_ITALIC, 68, ink.word), Style(BLACK_ITALIC, 190, ink.word, leading=0.92)]
    letter(s, o.lines, [styles[0], styles[1], styles[1]], Box(84, 96, 716, 560), align="start", valign="top")
    s.grain(ink.shade)


def _firs(o: Order, crest: list[tuple[float, float]], count: int, tall: float, colour: str,
          free: tuple[float, float] = (0, 0)) -> None:  # fmt: skip
    spots = sorted((o.rng.random() for _ in range(count)), key=lambda u: (u * 7) % 1)
    for i, u in enumerate(spots):
        x = (i + 0.15 + 0.7 * u) * 1000 / count
        if not free[0] < x < free[1]:
            fir(o.sheet, x, height_at(crest, x) + 18, tall * (0.8 + 0.4 * u), colour, darken(colour, 0.5))


def _plane(s: Sheet, ink: Inks) -> None:
    with s.at(858, 286, -40, 1.12):
        with s.at(14, 30):
            s.fill(poly([(-110, -18), (120, -40), (-30, 80)]), ink.shade, 0.13)
        s.paper(poly([(-30, 82), (-4, 46), (16, 58)]), ink.fold, lift=2, shade=ink.shade, rim=False)
        s.paper(poly([(-112, -20), (122, -40), (-44, 34)]), ink.wing, lift=4, shade=ink.shade, depth=0.2)
        s.fill(poly([(-112, -20), (122, -40), (-70, 8)]), ink.fold, 0.16)
        s.fill(poly([(-44, 34), (122, -40), (-30, 82)]), ink.fold)
        s.fill(poly([(-44, 34), (122, -40), (-4, 48), (-30, 82)]), lighten(ink.fold, 0.35))
        s.line("M-44 34L122-40", WHITE, 2, 0.8)


HARBOUR = {
    "teal": Inks(
        high="#f9e7cc", sky="#f7c9a8", low="#f5a58d", sun="#fff4dc", sea="#2a8f94", deep="#0b4f5c",
        shade="#052d38", word="#0b4a55", far="#d98f86", mid="#a8717c", quay="#23485a", sail="#fff6e6",
        sail2="#f2785c", hull="#0e3a4a", hull2="#c4483c", lamp="#ffd873", cloud="#fff1e0",
        stripe="#e4533f",
    ),
    "coral": Inks(
        high="#ffeadf", sky="#ffc3b4", low="#f58e84", sun="#fff6e6", sea="#d5626a", deep="#7c2548",
        shade="#3f0c2c", word="#86213a", far="#e88a8e", mid="#c4627a", quay="#5d2148", sail="#fff8ee",
        sail2="#ffc45e", hull="#57204a", hull2="#2a6f86", lamp="#ffe08a", cloud="#fff3ea",
        stripe="#2a6f86",
    ),
    "deep_sea": Inks(
        high="#dfeaf5", sky="#b5d0ea", low="#f3cdb8", sun="#fffaf0", sea="#3a74ae", deep="#123463",
        shade="#06183a", word="#153f73", far="#94b1d3", mid="#6a8fbd", quay="#1d3a66", sail="#ffffff",
        sail2="#f0795f", hull="#0f2850", hull2="#d0543f", lamp="#ffdc84", cloud="#ffffff",
        stripe="#d0543f",
    ),
}  # fmt: skip


@design("farewell-harbour", picture="boats leave a harbour at dawn", seed=31, palettes=HARBOUR)
def harbour(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(s.down((0, ink.high), (0.36, ink.sky), (0.6, ink.low), (1, ink.low)))
    sun_rings(s, 420, 772, 120, ink.sun, (0.22, 0.28, 0.36))
    cloud(s, 848, 560, 0.56, ink.cloud, ink.shade, 0.1)
    cloud(s, 120, 640, 0.5, ink.cloud, ink.shade, 0.1)
    for x, y, size in ((300, 560, 0.5), (372, 530, 0.36), (580, 586, 0.4)):
        bird(s, x, y, size, ink.word)
    hills(s, o.rng, [(788, 34, ink.far), (806, 22, ink.mid)], ink.shade, 0.6)
    water = rect(-10, 800, 1020, 620)
    s.fill(water, s.down((0, mix(ink.sea, ink.low, 0.45)), (0.3, ink.sea), (1, ink.deep)))
    with s.clip(water):
        reflection(s, o.rng, 420, 816, 130, ink.sun, 24)
    _boat(s, ink, (640, 838), 0.5, ink.sail, ink.hull)
    _waves(o, (884, 938), 0.16)
    _boat(s, ink, (232, 930), 0.72, ink.sail2, ink.hull)
    _waves(o, (1000, 1062, 1122), 0.3)
    _boat(s, ink, (540, 1162), 1.3, ink.sail, ink.hull2)
    _waves(o, (1190, 1262, 1340), 0.55)
    _pier(s, ink)
    styles = [Style(LIGHT_ITALIC, 190, ink.word), Style(LIGHT_ITALIC, 118, ink.word)]
    letter(s, o.lines, styles, Box(92, 110, 908, 470))
    s.grain(ink.shade)


def _waves(o: Order, tops: tuple[int, ...], strength: float) -> None:
    s, ink = o.sheet, o.ink
    for i, top in enumerate(tops):
        points = [
            (-40 + k * 60, top + (10 if k % 2 else -8) * (1 + strength) + o.rng.uniform(-4, 4))
            for k in range(19)
        ]
        colour = mix(ink.sea, ink.deep, min(1, strength * (0.7 + i * 0.35)))
        d = smooth(points, closed=False) + "V1420H-40Z"
        s.paper(d, colour, lift=-9, shade=ink.shade, depth=0.22)
        for _ in range(5):
            x, y = o.rng.uniform(40, 960), top + o.rng.uniform(24, 48)
            s.line(f"M{xy(x, y)}q14-10 28 0t28 0", lighten(colour, 0.35), 3.5, 0.5)


def _boat(s: Sheet, ink: Inks, where: tuple[float, float], size: float, sail: str, hull: str) -> None:
    with s.at(*where, scale=size):
        s.fill(ellipse(0, 34, 150, 12), ink.shade, 0.22)
        s.line("M0-6V-272", darken(hull, 0.2), 8)
        s.paper("M8-262C96-200 122-110 118-34Q60-18 8-30Z", sail, lift=6, shade=ink.shade)
        s.fill("M8-262C96-200 122-110 118-34Q96-29 76-28C84-110 66-190 8-262Z", ink.shade, 0.1)
        s.paper(
            "M-8-236C-60-172-92-110-104-34Q-56-24-8-30Z", mix(sail, ink.low, 0.22), lift=6, shade=ink.shade
        )
        for y in (-96, -150):
            s.line(f"M10 {y}Q62 {y + 12} {92 + (y + 150) * 0.36:.0f} {y + 4}", ink.stripe, 7, 0.8)
        s.paper("M0-270L52-286L0-302Z", ink.stripe, lift=3, shade=ink.shade)
        s.paper("M-132-10H146Q120 58 78 62H-84Q-116 46-132-10Z", hull, lift=7, shade=ink.shade, depth=0.3)
        s.fill("M-128 6H140L136 18H-124Z", lighten(hull, 0.75))
        s.line("M-146 64q22-14 44 0t44 0 44 0 44 0 44 0 44 0", lighten(ink.sea, 0.5), 6, 0.8)


def _pier(s: Sheet, ink: Inks) -> None:
    """The quay at the right, with a lighthouse."""
    x = 842
    s.paper(
        "M700 1420C712 1336 764 1290 820 1276S960 1252 1020 1240V1420Z",
        ink.quay,
        lift=-10,
        shade=ink.shade,
        depth=0.36,
    )
    tower = [(x - 42, 1284), (x - 28, 976), (x + 28, 976), (x + 42, 1284)]
    beam = s.across((0, ink.lamp, 0), (1, ink.lamp, 0.55))
    s.fill(poly([(x, 938), (x - 420, 850), (x - 420, 980)]), beam)
    s.paper(poly(tower), ink.sail, lift=7, aside=5, shade=ink.shade, depth=0.3)
    with s.clip(poly(tower)):
        for k in range(3):
            s.fill(rect(x - 50, 1018 + k * 96, 100, 46), ink.stripe)
        s.fill(rect(x + 6, 960, 60, 340), ink.shade, 0.16)
    s.paper(rect(x - 40, 962, 80, 16, 4), ink.hull, lift=4, shade=ink.shade)
    s.fill(circle(x, 938, 70), s.glow(x, 938, 70, (0, ink.lamp, 0.9), (1, ink.lamp, 0)))
    s.fill(rect(x - 20, 914, 40, 50), ink.lamp)
    s.line(f"M{x - 20} 914v50M{x} 914v50M{x + 20} 914v50", ink.hull, 4)
    s.paper(f"M{x - 32} 916Q{x} {num(862)} {x + 32} 916Z", ink.stripe, lift=4, shade=ink.shade)
    s.line(f"M{x} 876v-20", ink.hull, 5)
    for dx, dy in ((-84, 1322), (80, 1300)):
        s.paper(rect(x + dx - 12, dy - 40, 24, 56, 8), ink.hull, lift=4, shade=ink.shade)
        s.fill(ellipse(x + dx, dy - 36, 17, 7), lighten(ink.hull, 0.3))
