"""Landscape elements: firs, round trees, houses, hills, the sun behind paper rings."""

from collections.abc import Sequence
from random import Random

from wellwish_covers.colour import darken, lighten, mix
from wellwish_covers.curves import arch, blob, circle, ellipse, ground, num, poly, rect, ridge, xy
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Point


def fir(sheet: Sheet, x: float, y: float, height: float, colour: str, shade: str) -> None:
    """A fir of three tiers, darker on its right."""
    sheet.fill(rect(x - height * 0.035, y - height * 0.12, height * 0.07, height * 0.14), shade)
    for k in range(3):
        w = height * (0.3 - 0.065 * k)
        low = y - height * (0.08 + 0.25 * k)
        tip = low - height * (0.42 + 0.02 * k)
        tier = f"M{xy(x, tip)}L{xy(x + w, low)}Q{xy(x, low - height * 0.07)} {xy(x - w, low)}Z"
        sheet.paper(tier, mix(colour, lighten(colour, 0.2), k / 3), lift=4, shade=shade, depth=0.3, rim=False)
        half = f"M{xy(x, tip)}L{xy(x + w, low)}Q{xy(x + w * 0.4, low - height * 0.05)} {xy(x, low - height * 0.035)}Z"
        sheet.fill(half, shade, 0.28)


def round_tree(sheet: Sheet, rng: Random, x: float, y: float, size: float, colour: str, shade: str) -> None:
    trunk = f"M{xy(x - size * 0.07, y)}L{xy(x - size * 0.03, y - size)}h{num(size * 0.06)}L{xy(x + size * 0.07, y)}Z"
    sheet.fill(trunk, shade)
    for dx, dy, r in ((-0.3, -0.95, 0.36), (0.3, -1.0, 0.38), (0, -1.3, 0.42), (0, -0.9, 0.4)):
        crown = blob(rng, x + dx * size, y + dy * size, r * size, points=8, vary=0.06)
        sheet.paper(crown, mix(colour, lighten(colour, 0.3), -dy - 0.85), lift=5, shade=shade, depth=0.22)
    sheet.line(f"M{xy(x, y - size * 0.4)}V{num(y - size * 1.2)}", shade, size * 0.035, 0.6)
    sheet.line(f"M{xy(x, y - size * 0.7)}l{xy(size * 0.17, -size * 0.2)}", shade, size * 0.03, 0.6)


def sun_rings(sheet: Sheet, x: float, y: float, r: float, colour: str, faint: Sequence[float]) -> None:
    """A disc among translucent rings of increasing size."""
    for i, opacity in enumerate(faint):
        sheet.fill(circle(x, y, r * (1 + 0.34 * (len(faint) - i))), colour, opacity)
    sheet.fill(circle(x, y, r), colour)


def hills(
    sheet: Sheet, rng: Random, layers: Sequence[tuple[float, float, str]], shade: str, rough: float = 1
) -> list[list[Point]]:
    """Papers from far to near, each (base, height, colour), with lit upper edges. Returns their crests."""
    crests: list[list[Point]] = []
    for base, height, colour in layers:
        crest = ridge(rng, base, height, rough=rough)
        sheet.paper(ground(crest), colour, lift=-13, shade=shade, depth=0.3)
        crests.append(crest)
    return crests


def cottage(
    sheet: Sheet, x: float, y: float, size: float, papers: tuple[str, str, str, str], shade: str
) -> None:
    """A small house, 120 wide at size 1; `papers` contains the colours of wall, roof, door and light."""
    wall, roof, door, light = papers
    with sheet.at(x, y, scale=size):
        sheet.paper(
            poly([(24, -116), (24, -170), (44, -170), (44, -98)]), darken(roof, 0.1), lift=4, shade=shade
        )
        sheet.paper("M-60 0V-72L0-126L60-72V0Z", wall, lift=6, aside=4, shade=shade, depth=0.34)
        sheet.fill("M0-126L60-72V0H0Z", shade, 0.16)
        sheet.paper("M-78-58L0-132L78-58L66-48L0-108L-66-48Z", roof, lift=5, shade=shade, depth=0.34)
        sheet.fill("M0-132L78-58L66-48L0-108Z", shade, 0.2)
        sheet.fill(rect(-46, -62, 38, 40, 4), light)
        sheet.line("M-27-62v40M-46-42h38", wall, 4)
        sheet.fill(arch(16, 0, 28, 52), door)
        sheet.fill(circle(38, -24, 3), light)


def smoke(sheet: Sheet, rng: Random, x: float, y: float, size: float, colour: str) -> None:
    for k in range(4):
        puff = blob(
            rng, x + size * k * (8 + 3 * k), y - size * (10 + 26 * k), size * (9 + 4.5 * k), vary=0.08
        )
        sheet.fill(puff, colour, 0.7 - 0.15 * k)


def reflection(sheet: Sheet, rng: Random, x: float, top: float, wide: float, colour: str, count: int) -> None:
    """Light on water: strokes that become fewer and fainter towards the viewer."""
    for i in range(count):
        y = top + i * 13 + i * i * 0.2
        half = wide * (1 - i / count * 0.72) * rng.uniform(0.45, 1)
        middle = x + rng.uniform(-12, 12) * (1 + i * 0.06)
        thick = 3 + i * 0.14
        leaf = ellipse(middle, y, half, thick)
        sheet.fill(leaf, colour, max(0.14, 0.82 - i * 0.026))
