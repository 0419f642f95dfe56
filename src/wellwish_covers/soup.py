"""Get well, with humour: a steaming bowl, a spoon, a lemon."""

import math

from wellwish_covers.colour import WHITE, Inks, darken, lighten, mix
from wellwish_covers.curves import circle, ellipse, num, petal, polar, rect, ring, smooth, star, wedge, xy
from wellwish_covers.design import Order, design
from wellwish_covers.flora import leaf
from wellwish_covers.glyphs import CAPRASIMO, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import rays
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box

PALETTES = {
    "tomato": Inks(
        wall="#ffcf4d", wall2="#ffe08a", shade="#5a2406", word="#a32410", small="#7a2c0c", table="#fff8ea",
        check="#e8432c", bowl="#e8432c", bowl2="#c7301f", soup="#f8a63a", soup2="#f0902a", spoon="#c9d3d9",
        lemon="#ffe14d", lemon2="#fff7c4", leaf="#4f9a58", carrot="#f2662a", noodle="#fff0c2",
        steam="#ffffff", trim="#fff8ea", saucer="#2f8f8a",
    ),
    "lemon": Inks(
        wall="#fbf0a4", wall2="#fffbe0", shade="#45420a", word="#0b6663", small="#8a4210", table="#fffdf2",
        check="#63b3a8", bowl="#2f9a92", bowl2="#20766f", soup="#f6c94f", soup2="#edb93c", spoon="#bcc9cb",
        lemon="#ffdd33", lemon2="#fffbd6", leaf="#4f9a58", carrot="#ef7d36", noodle="#fffbe6",
        steam="#ffffff", trim="#fff6dc", saucer="#ef7d5a",
    ),
    "basil": Inks(
        wall="#26592f", wall2="#2f6a3a", shade="#0a2110", word="#fff3cf", small="#f6e19a", table="#fff8e6",
        check="#6aa860", bowl="#f3bd3f", bowl2="#dca02a", soup="#e8562e", soup2="#cf4521", spoon="#dde3e3",
        lemon="#ffe14d", lemon2="#fff7c4", leaf="#7cc06a", carrot="#ffb13d", noodle="#ffefc4",
        steam="#f3fbef", trim="#c93a22", saucer="#c93a22",
    ),
}  # fmt: skip


@design(
    "get-well-soup", picture="a steaming bowl of soup with a spoon and a lemon", seed=19, palettes=PALETTES
)
def soup(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.wall)
    rays(s, 500, 900, 1200, 36, ink.wall2, 0.45)
    _table(s, ink)
    _steam(s, ink)
    _lemon(s, ink)
    _bowl(o)
    _spoon(s, ink)
    styles = [Style(CAPRASIMO, 172, ink.word), Style(LIGHT_ITALIC, 84, ink.small, gap=0.4)]
    letter(s, o.lines, styles, Box(84, 84, 916, 440))
    s.grain(ink.shade)


def _table(s: Sheet, ink: Inks) -> None:
    cloth = (
        smooth([(-40, 1040), (250, 1020), (500, 1016), (750, 1020), (1040, 1040)], closed=False)
        + "V1420H-40Z"
    )
    s.paper(cloth, ink.table, lift=-12, shade=ink.shade, depth=0.3)
    with s.clip(cloth):
        for i in range(-9, 10):
            x = 500 + i * 92
            far = 500 + i * 148
            s.fill(f"M{x - 23} 1000H{x + 23}L{far + 38} 1420H{far - 38}Z", ink.check, 0.42)
        for y, height in ((1032, 22), (1084, 30), (1152, 38), (1238, 48), (1344, 60)):
            s.fill(
                f"M-40 {y + 14}Q500 {y - 14} 1040 {y + 14}v{height}Q500 {y - 14 + height} -40 {y + 14 + height}Z",
                ink.check,
                0.42,
            )


def _steam(s: Sheet, ink: Inks) -> None:
    """Three curls that become thinner as they rise; the middle one ends in a heart."""
    for x, high, wide in ((356, 520, 30), (500, 474, 36), (644, 520, 30)):
        left: list[tuple[float, float]] = []
        right: list[tuple[float, float]] = []
        for i in range(13):
            t = i / 12
            y = 800 - (800 - high) * t
            sway = math.sin(t * 7.2 + x) * (14 + 30 * t)
            half = wide * math.sin(math.pi * min(1, 0.12 + t * 0.88)) * 0.72
            left.append((x + sway - half, y))
            right.append((x + sway + half, y))
        s.fill(smooth(left + right[::-1]), ink.steam, 0.62)


def _bowl(o: Order) -> None:
    s, ink, rng = o.sheet, o.ink, o.rng
    s.fill(ellipse(500, 1246, 360, 44), ink.shade, 0.26)
    s.paper(ellipse(500, 1222, 350, 52), ink.saucer, lift=12, shade=ink.shade, depth=0.34)
    s.fill(ellipse(500, 1214, 290, 38), darken(ink.saucer, 0.16))
    s.paper(rect(384, 1170, 232, 48, 16), ink.bowl2, lift=5, shade=ink.shade)
    body = "M152 822C152 1040 296 1196 500 1196S848 1040 848 822Z"
    s.paper(body, ink.bowl, lift=14, shade=ink.shade, depth=0.34, rim=False)
    with s.clip(body):
        s.fill("M560 1200C720 1160 800 1000 800 800H900V1220H560Z", ink.shade, 0.16)
        for i in range(15):
            x = 130 + i * 53
            s.fill(petal(x, 1010 - abs(i - 7) ** 1.9 * 1.4, -90, 74, 18), ink.trim, 0.9)
            s.fill(circle(x + 26, 1040 - abs(i - 6.5) ** 1.9 * 1.6, 7), ink.trim, 0.9)
    for side, turn in ((-1, 24), (1, -24)):
        with s.at(500 + side * 356, 880, turn):
            s.paper(ring(0, 0, 54, 28), ink.bowl2, lift=7, shade=ink.shade, depth=0.3)
    s.fill("M166 850C176 940 214 1040 264 1096C226 1016 212 920 210 850Z", lighten(ink.bowl, 0.35), 0.8)
    s.paper(ellipse(500, 822, 352, 104), lighten(ink.bowl, 0.24), lift=6, shade=ink.shade, depth=0.3)
    s.fill(ellipse(500, 828, 322, 88), ink.bowl2)
    surface = ellipse(500, 838, 312, 78)
    s.fill(surface, ink.soup)
    with s.clip(surface):
        s.fill(ellipse(500, 862, 300, 68), ink.soup2, 0.6)
        for i in range(6):
            x, y = 270 + i * 88, 826 + (i % 2) * 40
            s.line(f"M{x} {y}q20-22 42 0t42 0", ink.noodle, 11)
        for x, y, size in (
            (306, 818, 34),
            (424, 880, 38),
            (566, 806, 32),
            (684, 866, 36),
            (470, 800, 26),
            (640, 800, 24),
        ):
            s.paper(ellipse(x, y, size, size * 0.5), ink.carrot, lift=4, shade=ink.shade, depth=0.3)
            s.fill(ellipse(x, y - 1, size * 0.56, size * 0.28), lighten(ink.carrot, 0.3))
        for x, y in ((366, 848), (610, 846), (520, 868), (740, 822), (266, 856)):
            s.paper(star(x, y, 21, depth=0.52, turn=rng.uniform(0, 70)), ink.noodle, lift=3, shade=ink.shade)
        for _ in range(16):
            angle, far = rng.uniform(0, 360), rng.uniform(0.1, 0.9)
            x, y = 500 + math.cos(angle) * 290 * far, 838 + math.sin(angle) * 64 * far
            s.fill(petal(x, y, rng.uniform(0, 360), 26, 8), ink.leaf)
    for angle, length in ((-150, 84), (-110, 110), (-70, 100), (-32, 76)):
        leaf(s, 604, 838, angle, length, length * 0.26, ink.leaf, ink.shade)


def _lemon(s: Sheet, ink: Inks) -> None:
    for x, y, r, turn in ((156, 1150, 88, 12), (246, 1222, 70, -20)):
        with s.at(x, y, turn):
            s.fill(ellipse(6, r * 0.92, r * 0.9, r * 0.16), ink.shade, 0.16)
            s.paper(circle(0, 0, r), ink.lemon, lift=8, shade=ink.shade, depth=0.3)
            s.fill(circle(0, 0, r * 0.86), ink.lemon2)
            for i in range(9):
                px, py = polar(0, 0, i * 40 + 20, r * 0.09)
                s.fill(wedge(px, py, r * 0.7, i * 40 + 4, i * 40 + 36), mix(ink.lemon, "#f2b705", 0.2))


def _spoon(s: Sheet, ink: Inks) -> None:
    with s.at(846, 1232, -64):
        handle = "M-30-11Q-180-20-250-15Q-274 0-250 15Q-180 20-30 11Z"
        s.paper(handle, ink.spoon, lift=9, shade=ink.shade, depth=0.3)
        s.paper(ellipse(40, 0, 84, 52), ink.spoon, lift=9, shade=ink.shade, depth=0.3)
        s.fill(ellipse(44, 2, 66, 38), darken(ink.spoon, 0.14))
        s.fill(
            f"M{xy(-16, -10)}Q{num(40)} {num(-44)} {xy(96, -14)}Q{num(40)} {num(-24)} {xy(-16, -10)}Z",
            WHITE,
            0.7,
        )
