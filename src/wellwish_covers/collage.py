"""Collage: torn paper with a white core, cut scraps with shadows, tape, printed patterns and typed labels."""

import math
from collections.abc import Callable, Sequence
from random import Random

from wellwish_covers.colour import Inks, darken, lighten, mix
from wellwish_covers.curves import circle, num, poly, rect, xy
from wellwish_covers.glyphs import BODONI_ITALIC, TYPEWRITER
from wellwish_covers.lettering import Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, Point, chance


def rough(
    rng: Random, corners: Sequence[Point], *, by: float = 5, step: float = 15, closed: bool = True
) -> list[Point]:
    """A torn-looking outline through the corners: points every `step`, displaced in proportion to `by`."""
    made: list[Point] = []
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    drift = 0.0
    for (x0, y0), (x1, y1) in zip(corners, ends, strict=False):
        long = math.hypot(x1 - x0, y1 - y0) or 1
        nx, ny = -(y1 - y0) / long, (x1 - x0) / long
        for i in range(max(1, int(long / step))):
            t = i * step / long
            drift = drift * 0.7 + rng.uniform(-by, by) * 0.6
            made.append((x0 + (x1 - x0) * t + nx * drift, y0 + (y1 - y0) * t + ny * drift))
    if not closed:
        made.append(corners[-1])
    return made


def torn(
    s: Sheet,
    ink: Inks,
    rng: Random,
    corners: Sequence[Point],
    colour: str,
    *,
    core: float = 9,
    lift: float = 11,
) -> str:
    """A torn paper, whose white core shows along the edge. Returns the outline of the coloured area."""
    outer = poly(rough(rng, corners, by=6))
    s.paper(
        outer, lighten(ink.core, 0.2), lift=lift, aside=lift * 0.35, shade=ink.shade, depth=0.36, rim=False
    )
    middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    inside: list[Point] = []
    for x, y in corners:
        far = math.hypot(x - middle[0], y - middle[1]) or 1
        inside.append((x - (x - middle[0]) / far * core, y - (y - middle[1]) / far * core))
    inner = poly(rough(rng, inside, by=5))
    s.fill(inner, colour)
    return inner


def ridge_of(
    s: Sheet,
    ink: Inks,
    rng: Random,
    crest: Sequence[Point],
    colour: str,
    *,
    core: float = 11,
    lift: float = 12,
) -> str:
    """A paper that is torn along its upper edge and covers everything below. Returns the coloured area."""
    edge = rough(rng, crest, by=7, closed=False)
    down = f"L{num(crest[-1][0])} 1440L{num(crest[0][0])} 1440Z"
    line = "M" + "L".join(xy(*p) for p in edge)
    s.paper(line + down, lighten(ink.core, 0.2), lift=-lift, aside=3, shade=ink.shade, depth=0.42, rim=False)
    below = [(x + rng.uniform(-2, 2), y + core + rng.uniform(-5, 6)) for x, y in edge]
    inner = "M" + "L".join(xy(*p) for p in below) + down
    s.fill(inner, colour)
    return inner


def scrap(s: Sheet, ink: Inks, d: str, colour: str, *, lift: float = 9) -> None:
    """A paper cut with scissors."""
    s.paper(d, colour, lift=lift, aside=lift * 0.4, shade=ink.shade, depth=0.36)


def fibres(s: Sheet, d: str, seed: int, colour: str, strength: float = 0.35) -> None:
    """Flecks of recycled paper within a shape."""
    rng = chance(seed)
    flecks = "".join(
        f"M{xy(rng.uniform(12, 288), rng.uniform(8, 292))}l{num(rng.uniform(-10, 10))} {num(rng.uniform(-6, 6))}"
        for _ in range(64)
    )
    s.tile(
        d,
        300,
        f'<path d="{flecks}" fill="none" stroke="{colour}" stroke-width="1.7" stroke-opacity="{strength}"/>',
    )


# Printed patterns, each for the area of a box.


def ruled(s: Sheet, colour: str, box: Box, gap: float = 17) -> None:
    rows = int(box.height / gap)
    s.line(
        "".join(f"M{num(box.x0)} {num(box.y0 + gap * (k + 1))}H{num(box.x1)}" for k in range(rows)),
        colour,
        1.6,
        0.7,
    )


def squared(s: Sheet, colour: str, box: Box, gap: float = 20) -> None:
    down = "".join(
        f"M{num(box.x0 + gap * k)} {num(box.y0)}V{num(box.y1)}" for k in range(int(box.width / gap) + 1)
    )
    over = "".join(
        f"M{num(box.x0)} {num(box.y0 + gap * k)}H{num(box.x1)}" for k in range(int(box.height / gap) + 1)
    )
    s.line(down + over, colour, 1.5, 0.6)


def newsprint(s: Sheet, colour: str, box: Box) -> None:
    """Columns of lines that look like print, too small to read."""
    rng = chance(int(box.x0 + box.y0))
    lines: list[str] = []
    for column in range(2):
        for row in range(15):
            at, end = 0.0, 84 if rng.random() < 0.8 else rng.uniform(34, 74)
            while at < end:
                word = min(rng.uniform(8, 24), end - at)
                lines.append(f"M{num(8 + column * 100 + at)} {num(7 + row * 13.3)}h{num(word)}")
                at += word + 5
    print_ = (
        f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-width="3.4" stroke-opacity=".42"/>'
    )
    s.tile(rect(box.x0, box.y0, box.width, box.height), 200, print_)


def dotted(s: Sheet, colour: str, box: Box, gap: float = 26, r: float = 5) -> None:
    spots = [
        (box.x0 + gap * (i + (k % 2) / 2), box.y0 + gap * 0.86 * k)
        for k in range(int(box.height / gap / 0.86) + 1)
        for i in range(int(box.width / gap) + 1)
    ]
    s.dots(spots, r, colour)


def striped(s: Sheet, colour: str, box: Box, gap: float = 30) -> None:
    d = "".join(
        f"M{num(box.x0 - box.height + gap * k)} {num(box.y1)}l{num(box.height)} {num(-box.height)}"
        for k in range(int((box.width + box.height) / gap) + 1)
    )
    s.line(d, colour, gap * 0.4)


Pattern = Callable[[Sheet, str, Box], None]


def tape(s: Sheet, ink: Inks, at: Point, turn: float, long: float, colour: str, *, wide: float = 46) -> None:
    """A strip of translucent tape with ragged ends."""
    teeth = [(long / 2 + (5 if k % 2 else -3), -wide / 2 + k * wide / 8) for k in range(9)]
    back = [(-long / 2 + (5 if k % 2 else -3), wide / 2 - k * wide / 8) for k in range(9)]
    with s.at(*at, turn):
        d = poly([*teeth, *back])
        with s.at(2, 4):
            s.fill(d, ink.shade, 0.16)
        s.fill(d, colour, 0.82)
        s.line(f"M{num(-long / 2 + 6)} {num(-wide * 0.3)}H{num(long / 2 - 6)}", "#ffffff", 3, 0.35)
        s.line(
            "".join(
                f"M{num(-long / 2 + k * 19 + 14)} {num(-wide / 2 + 4)}l8 {num(wide - 8)}"
                for k in range(int(long / 19))
            ),
            "#ffffff",
            1.4,
            0.25,
        )


def headline(s: Sheet, ink: Inks, text: str, box: Box, size: float, turn: float = 0) -> None:
    """A line printed on a torn piece of white paper, as wide as its words."""
    _strip(s, ink, text, box, (Style(BODONI_ITALIC, size, ink.word), ink.card, 34.0), turn)


def label(s: Sheet, ink: Inks, text: str, box: Box, size: float, turn: float = 0) -> None:
    """A typed line on a strip of paper."""
    _strip(s, ink, text, box, (Style(TYPEWRITER, size, ink.type), ink.label, 22.0), turn)


def _strip(s: Sheet, ink: Inks, text: str, box: Box, look: tuple[Style, str, float], turn: float) -> None:
    style, paper, margin = look
    # Measured on a separate sheet, so that the paper can be drawn below the letters.
    inside = box.grow(-margin)
    found = letter(Sheet(""), [text], [style], inside).ink
    if not found.width:
        return
    area = found.grow(margin)
    rng = chance(len(text) + int(box.y0))
    lean = math.tan(math.radians(turn)) * area.width / 2
    corners = [
        (area.x0, area.y0 + lean * 0.3),
        (area.x1, area.y0 - lean * 0.3),
        (area.x1 + lean * 0.2, area.y1 - lean * 0.3),
        (area.x0, area.y1 + lean * 0.3),
    ]
    if margin > 30:
        torn(s, ink, rng, corners, paper, core=6, lift=9)
    else:
        scrap(s, ink, poly(corners), paper, lift=7)
    letter(s, [text], [style], inside)


def board(s: Sheet, ink: Inks, seed: int) -> None:
    """The background of a collage: rough cardboard."""
    s.ground(ink.table)
    fibres(s, rect(0, 0, 1000, 1400), seed, darken(ink.table, 0.3), 0.35)
    fibres(s, rect(0, 0, 1000, 1400), seed + 1, lighten(ink.table, 0.4), 0.45)
    s.fill(
        circle(500, 640, 900),
        s.glow(500, 640, 900, (0, "#ffffff", 0.14), (0.7, "#ffffff", 0), (1, ink.shade, 0.22)),
    )


def finish(s: Sheet, ink: Inks) -> None:
    """Grain over everything, as on a photograph."""
    s.grain(mix(ink.shade, "#000000", 0.4), 0.13, seed=5)
    s.grain("#ffffff", 0.16, seed=9)
