"""Lettering: wraps, sizes, bends and colours lines so that they fill their box and never exceed it."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from wellwish_covers.colour import BLACK
from wellwish_covers.curves import num, xy
from wellwish_covers.glyphs import Face, Glyph, Row, Step, bounds, is_right_to_left, shape
from wellwish_covers.paper import Piece, Sheet, Trim
from wellwish_covers.scatter import Box, Point

# Text with more rows would look like a column instead of a title.
_MOST_ROWS = 3


@dataclass(frozen=True)
class Style:
    """The style of one line. `size` is the maximum em in canvas units."""

    face: Face
    size: float
    colours: str | Sequence[str]
    tracking: float | None = None
    leading: float | None = None
    arc: float = 0  # the height of the middle above the ends
    jiggle: float = 0  # the maximum tilt of letters, in degrees
    gap: float = 0  # additional space above, in ems


@dataclass(frozen=True)
class Edge:
    """A darker copy below the letters: cardboard if it is offset sideways, otherwise a shadow."""

    colour: str = BLACK
    right: float = 0
    down: float = 0
    steps: int = 0
    depth: float = 1


@dataclass
class _Set:
    """A row with its size and baseline."""

    row: Row
    style: Style
    size: float
    baseline: float = 0
    steps: list[tuple[Glyph, list[Step]]] = field(default_factory=list)


@dataclass(frozen=True)
class Block:
    """The boxes of the ink and of each row, for drawing around the lettering."""

    ink: Box
    rows: tuple[Box, ...]


def letter(
    sheet: Sheet,
    texts: Sequence[str],
    styles: Sequence[Style],
    box: Box,
    *,
    align: str = "middle",
    valign: str = "middle",
    edge: Edge | None = None,
    rng: Random | None = None,
) -> Block:
    """Sets the texts in the box, each in the style at its index; further texts use the last style."""
    wanted = [(t, styles[min(i, len(styles) - 1)]) for i, t in enumerate(texts) if t]
    rows = _best_rows([(t, s) for t, s in wanted if shape(t, s.face, 0)], box)
    if not rows:
        return Block(Box(box.x0, box.y0, box.x0, box.y0), ())
    start = "end" if align == "start" and is_right_to_left(" ".join(texts)) else align
    _stand(rows)
    for row in rows:
        _outline(row, start, rng)
    _fit(rows, box, valign, start)
    for row in rows:
        _lay(sheet, row, edge)
    boxes = tuple(bounds(s for _, steps in row.steps for s in steps) for row in rows)
    return Block(_around(boxes), boxes)


def _tracking(style: Style) -> float:
    return style.face.tracking if style.tracking is None else style.tracking


def _row(text: str, style: Style) -> Row | None:
    return shape(text, style.face, _tracking(style))


def _wraps(text: str, count: int) -> list[str]:
    """Splits the words into `count` rows of similar length."""
    words = text.split()
    if count == 1 or len(words) < count:
        return [text]
    aim = len(text) / count
    rows: list[str] = [""]
    for word in words:
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and len(rows) < count and len(longer) - aim > aim - len(rows[-1]):
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def _best_rows(wanted: list[tuple[str, Style]], box: Box) -> list[_Set]:
    """Returns the wrapping whose smallest letters are closest to their wanted size, preferring few rows."""
    best: list[_Set] = []
    best_score = -math.inf
    for counts in product(range(1, _MOST_ROWS + 1), repeat=len(wanted)):
        rows: list[_Set] = []
        for (text, style), count in zip(wanted, counts, strict=True):
            shaped = [r for r in (_row(t, style) for t in _wraps(text, count)) if r]
            widest = max((r.width for r in shaped), default=1)
            rows += [_Set(r, style, min(style.size, box.width / widest)) for r in shaped]
        if not rows:
            continue
        height = sum(r.size * _leading(r.style) for r in rows)
        shrink = min(1.0, box.height / height)
        score = min(r.size / r.style.size for r in rows) * shrink - 0.07 * sum(counts)
        if score > best_score:
            best, best_score = rows, score
    return best


def _leading(style: Style) -> float:
    return style.face.leading if style.leading is None else style.leading


def _stand(rows: list[_Set]) -> None:
    y = 0.0
    for i, row in enumerate(rows):
        if i:
            first = row.style is not rows[i - 1].style
            y += row.size * (_leading(row.style) + (row.style.gap if first else 0))
        row.baseline = y


def _outline(row: _Set, align: str, rng: Random | None) -> None:
    ink = row.row.ink
    origin = {"start": ink.x0, "end": ink.x1}.get(align, (ink.x0 + ink.x1) / 2)
    bend = _bend(ink.width * row.size / 2, row.style.arc)
    for glyph in row.row.glyphs:
        lean = _lean(glyph, row.style.jiggle, rng)

        def place(p: Point, lean: Callable[[Point], Point] = lean) -> Point:
            x, y = lean(p)
            x, y = bend(((x - origin) * row.size, y * row.size))
            return x, y + row.baseline

        row.steps.append((glyph, [(op, tuple(place(p) for p in ps)) for op, ps in glyph.outline]))


def _bend(half: float, arc: float) -> Callable[[Point], Point]:
    """Maps points from a straight line onto a circle whose middle rises by `arc`."""
    if not arc or not half:
        return lambda p: p
    radius = (half * half + arc * arc) / (2 * arc)

    def bend(p: Point) -> Point:
        turn = p[0] / radius
        return (radius - p[1]) * math.sin(turn), radius - (radius - p[1]) * math.cos(turn) - arc

    return bend


def _lean(glyph: Glyph, degrees: float, rng: Random | None) -> Callable[[Point], Point]:
    if not degrees or rng is None or glyph.joined:
        return lambda p: p
    box = bounds(glyph.outline)
    cx, cy = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    turn = math.radians(rng.uniform(-degrees, degrees))
    hop = rng.uniform(-0.006, 0.006) * degrees
    c, s = math.cos(turn), math.sin(turn)
    return lambda p: (cx + (p[0] - cx) * c - (p[1] - cy) * s, cy + hop + (p[0] - cx) * s + (p[1] - cy) * c)


def _around(boxes: Iterable[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return Box(min(x0), min(y0), max(x1), max(y1))


def _fit(rows: list[_Set], box: Box, valign: str, align: str) -> None:
    """Shrinks rows that are too large, and aligns the ink within the box."""
    ink = _around(bounds(s for _, steps in row.steps for s in steps) for row in rows)
    scale = min(1.0, box.width / ink.width, box.height / ink.height)
    free = box.height - ink.height * scale
    top = box.y0 + {"top": 0.0, "bottom": free}.get(valign, free / 2)
    side = box.width - ink.width * scale
    left = box.x0 + {"start": 0.0, "end": side}.get(align, side / 2)

    def move(p: Point) -> Point:
        return left + (p[0] - ink.x0) * scale, top + (p[1] - ink.y0) * scale

    for row in rows:
        row.steps = [(g, [(op, tuple(move(p) for p in ps)) for op, ps in steps]) for g, steps in row.steps]


def path(steps: Iterable[Step]) -> str:
    return "".join(op + " ".join(xy(*p) for p in ps) for op, ps in steps)


def _lay(sheet: Sheet, row: _Set, edge: Edge | None) -> None:
    colours = [row.style.colours] if isinstance(row.style.colours, str) else list(row.style.colours)
    if edge:
        whole = sheet.keep(path(s for _, steps in row.steps for s in steps))
        faint = f' fill-opacity="{edge.depth:.2g}"' if edge.depth < 1 else ""
        for k in range(edge.steps, 0, -1):
            x, y = num(edge.right * k / edge.steps), num(edge.down * k / edge.steps)
            sheet.piece(Trim(f'<use href="#{whole}" x="{x}" y="{y}" fill="{edge.colour}"{faint}/>'))
    by_colour: dict[str, list[Step]] = {}
    for i, (glyph, steps) in enumerate(row.steps):
        by_colour.setdefault(colours[(glyph.word if glyph.joined else i) % len(colours)], []).extend(steps)
    for colour, steps in by_colour.items():
        sheet.piece(Piece(f'<path d="{path(steps)}" fill="{colour}"/>', colour, bounds(steps)))
