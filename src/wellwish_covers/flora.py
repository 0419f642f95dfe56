"""Leaves, flowers and plants. Flowers are drawn around the origin with radius 100, for stamping."""

import math
from collections.abc import Sequence
from random import Random

from wellwish_covers.colour import darken, lighten, mix
from wellwish_covers.curves import blob, circle, ellipse, lines, num, petal, polar, xy
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Point

# The colours of the upper petals, the lower petals and the centre.
Tones = tuple[str, str, str]


def leaf(  # noqa: PLR0917 - a leaf is laid in one line everywhere
    sheet: Sheet, x: float, y: float, angle: float, length: float, width: float, colour: str, shade: str
) -> None:
    """A folded leaf, one half of which is lighter."""
    sheet.paper(petal(x, y, angle, length, width), colour, lift=5, shade=shade, depth=0.2, rim=False)
    tip = polar(x, y, angle, length)
    side = 1 if math.cos(math.radians(angle)) > 0 else -1
    turn = math.radians(angle)
    ux, uy, w = math.cos(turn) * length, math.sin(turn) * length, width * 0.86 * side
    vx, vy = math.sin(turn) * w, -math.cos(turn) * w
    half = (
        f"M{xy(x, y)}C{xy(x + ux * 0.25 + vx * 0.8, y + uy * 0.25 + vy * 0.8)}"
        f" {xy(x + ux * 0.72 + vx, y + uy * 0.72 + vy)} {xy(*tip)}Z"
    )
    sheet.fill(half, lighten(colour, 0.24), 0.7)


def daisy(sheet: Sheet, tones: Tones, shade: str) -> None:
    petals, under, heart = tones
    for ring, reach, colour in ((0, 100, under), (1, 93, petals)):
        for i in range(14):
            piece = petal(0, 0, (i + ring / 2) * 360 / 14, reach, 15)
            sheet.paper(piece, colour, lift=3, shade=shade, depth=0.16, rim=False)
    sheet.paper(circle(0, 0, 30), heart, lift=5, shade=shade, depth=0.3)
    seeds = [polar(0, 0, i * 137.5, 5.4 * math.sqrt(i)) for i in range(20)]
    sheet.dots(seeds, 2.8, mix(heart, "#5a2a00", 0.5))


def poppy(sheet: Sheet, rng: Random, tones: Tones, shade: str) -> None:
    petals, under, heart = tones
    for k, (reach, colour, n) in enumerate(((100, under, 5), (86, petals, 4), (58, lighten(petals, 0.2), 4))):
        for i in range(n):
            x, y = polar(0, 0, 20 + k * 33 + i * 360 / n, reach * 0.48)
            sheet.paper(blob(rng, x, y, reach * 0.54, vary=0.06), colour, lift=5, shade=shade, depth=0.16)
    for i in range(18):
        far = 40 if i % 2 else 47
        sheet.line(lines([polar(0, 0, i * 20, 18), polar(0, 0, i * 20, far)]), heart, 2.4)
        sheet.fill(circle(*polar(0, 0, i * 20, far), 4), heart)
    sheet.paper(circle(0, 0, 22), heart, lift=4, shade=shade, depth=0.3)
    sheet.fill(circle(0, 0, 10), lighten(heart, 0.3))


def dahlia(sheet: Sheet, tones: Tones, shade: str) -> None:
    petals, under, heart = tones
    for k, reach in enumerate((100, 83, 66, 49, 32)):
        n = (18, 16, 14, 11, 8)[k]
        for i in range(n):
            piece = petal(0, 0, (i + k % 2 / 2) * 360 / n, reach, reach * 0.17)
            sheet.paper(piece, mix(under, petals, k / 4), lift=3, shade=shade, depth=0.2, rim=False)
    sheet.paper(circle(0, 0, 12), heart, lift=3, shade=shade)


def anemone(sheet: Sheet, tones: Tones, shade: str) -> None:
    petals, under, heart = tones
    for k in range(2):
        for i in range(7):
            piece = petal(0, 0, (i + k / 2) * 360 / 7, 100 - 8 * k, 40)
            sheet.paper(piece, (under, petals)[k], lift=4, shade=shade, depth=0.16)
            sheet.line(lines([polar(0, 0, (i + k / 2) * 360 / 7, r) for r in (40, 76)]), under, 1.8, 0.7)
    sheet.fill(circle(0, 0, 40), lighten(petals, 0.6))
    sheet.dots([polar(0, 0, i * 20, 36) for i in range(18)], 3.6, heart)
    sheet.paper(circle(0, 0, 20), heart, lift=3, shade=shade, depth=0.3)


def rose(sheet: Sheet, rng: Random, tones: Tones, shade: str) -> None:
    """Round petals in a spiral."""
    petals, under, heart = tones
    for k, reach in enumerate((100, 80, 60, 42, 26)):
        n = (7, 6, 5, 4, 3)[k]
        for i in range(n):
            x, y = polar(0, 0, k * 41 + i * 360 / n, reach * 0.46)
            colour = mix(under, petals, k / 4) if k < 4 else heart
            sheet.paper(blob(rng, x, y, reach * 0.5, vary=0.05), colour, lift=4, shade=shade, depth=0.2)


def tulip(sheet: Sheet, tones: Tones, shade: str) -> None:
    """A tulip seen from the side; its stem starts at the origin."""
    petals, under, _ = tones
    for angle, colour in ((-116, under), (-64, under), (-90, mix(petals, under, 0.4))):
        sheet.paper(petal(0, 8, angle, 128, 40), colour, lift=4, shade=shade, depth=0.16)
    for angle in (-103, -77):
        sheet.paper(petal(0, 10, angle, 116, 38), petals, lift=4, shade=shade, depth=0.16)
    sheet.fill(petal(-4, 4, -94, 84, 12), lighten(petals, 0.3), 0.7)


def foxglove(sheet: Sheet, tones: Tones, shade: str) -> None:
    """A tall spike of bells that ends at the origin."""
    petals, under, heart = tones
    sheet.line("M0-196V0", mix(under, "#5a6b3a", 0.5), 5)
    for i in range(9):
        y, size = -190 + i * 24, 9 + i * 2.4
        for side in (-1, 1):
            x = side * (4 + i * 2.4)
            bell = petal(x, y, 90 - side * 38, size * 2, size * 0.86)
            sheet.paper(
                bell, (petals, under)[(i + (side > 0)) % 2], lift=3, shade=shade, depth=0.16, rim=False
            )
            sheet.fill(circle(*polar(x, y, 90 - side * 38, size * 1.6), size * 0.26), heart, 0.7)


def grass(sheet: Sheet, rng: Random, papers: Sequence[str], count: int, tall: tuple[float, float]) -> None:
    """Blades of grass along the lower edge."""
    for _ in range(count):
        x, high, lean = rng.uniform(-10, 1010), rng.uniform(*tall), rng.uniform(-56, 56)
        sheet.fill(
            f"M{xy(x - 8, 1410)}Q{xy(x + lean * 0.25, 1400 - high * 0.6)} {xy(x + lean, 1400 - high)}"
            f"Q{xy(x + lean * 0.3 + 13, 1400 - high * 0.5)} {xy(x + 10, 1410)}Z",
            rng.choice(papers),
        )


def stem(sheet: Sheet, foot: Point, bend: Point, head: Point, colour: str, width: float) -> None:
    sheet.line(f"M{xy(*foot)}Q{xy(*bend)} {xy(*head)}", colour, width)


def split_leaf(sheet: Sheet, x: float, y: float, turn: float, size: float, colour: str, shade: str) -> None:
    """A broad leaf with cuts, like a Swiss cheese plant's; it hangs from x, y."""
    with sheet.at(x, y, turn, size):
        right = "M0 0C40-34 96-30 108 20L62 34L112 48C112 74 104 96 92 114L52 84L78 134C58 158 26 176 0 196Z"
        left = "M0 0C-40-34-96-30-108 20L-62 34L-112 48C-112 74-104 96-92 114L-52 84L-78 134C-58 158-26 176 0 196Z"
        sheet.paper(right + left, colour, lift=8, shade=shade, depth=0.26, corner=5)
        sheet.fill(right, lighten(colour, 0.2), 0.6)
        sheet.line("M0 4V176", darken(colour, 0.3), 4, 0.7)


def pot(sheet: Sheet, x: float, y: float, width: float, height: float, colour: str, shade: str) -> None:
    """A flower pot with its base at x, y."""
    w, d = width / 2, width * 0.36
    sheet.fill(ellipse(x, y, w * 0.9, w * 0.16), shade, 0.25)
    body = f"M{xy(x - w, y - height)}H{num(x + w)}L{xy(x + d, y - 6)}Q{xy(x + d - 2, y)} {xy(x + d - 12, y)}"
    body += f"H{num(x - d + 12)}Q{xy(x - d + 2, y)} {xy(x - d, y - 6)}Z"
    sheet.paper(body, colour, lift=7, aside=3, shade=shade, depth=0.3)
    sheet.fill(f"M{xy(x + w * 0.3, y - height)}H{num(x + w)}L{xy(x + d, y)}H{num(x + d * 0.3)}Z", shade, 0.14)
    rim = f"M{xy(x - w - 8, y - height - 10)}H{num(x + w + 8)}V{num(y - height + 20)}H{num(x - w - 8)}Z"
    sheet.paper(rim, lighten(colour, 0.1), lift=5, shade=shade, depth=0.26, corner=4)
