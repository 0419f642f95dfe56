"""Drawings: clients send points and the service generates the SVG, so that no untrusted SVG is served."""

import math
from itertools import pairwise
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.http import whole, word
from wellwish.media.renditions import Piece, Renditions

WIDTH: Final = 1200
HEIGHT: Final = 900
MAX_STROKES: Final = 500
MAX_POINTS: Final = 5_000  # points per stroke
MAX_ALL_POINTS: Final = 20_000
# The ink colours of notes, from the design brief, section 3.
INKS: Final = {
    "navy": "#1f2a52", "berry": "#9c1c4e", "green": "#0f5e4d",
    "rust": "#8f3d12", "plum": "#5f2455", "charcoal": "#2b2b2b",
}  # fmt: skip
_CLOSER: Final = 1.2  # units; closer points make no visible difference
_MARGIN: Final = 40
_LEAST_WIDTH: Final = 480  # units; without a minimum, the dot of a tap would fill the picture
_LEAST_HEIGHT: Final = 240
_LIGHT: Final = 0.35  # fraction of the full width at minimum pressure

Number = Annotated[
    float,
    Meta(ge=0, le=WIDTH, description="A coordinate or the pressure.", extra_json_schema={"format": "double"}),
]
Point = Annotated[
    list[Number],
    Meta(min_length=2, max_length=3, description="`x`, `y` and, if known, the pressure from 0 to 1."),
]


class Stroke(Struct, frozen=True, kw_only=True):
    """One stroke of the pen on a canvas of 1200 by 900 units."""

    ink: Annotated[str, word(list(INKS), "Ink colour.")] = "navy"
    width: Annotated[int, whole(1, 60, "Width of the pen.")] = 6
    points: Annotated[
        list[Point], Meta(min_length=1, max_length=MAX_POINTS, description="Positions of the pen, in order.")
    ]


def strokes_of(text: str) -> list[Stroke]:
    """Returns the strokes of a JSON text from a page's form. Raises InvalidRequest."""
    try:
        found = msgspec.json.decode(text, type=list[Stroke])
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise InvalidRequest(
            faults=[Fault("/drawing", "invalid_value", "Must be the strokes of a drawing.")]
        ) from error
    faults = list(faults_of(found, "/drawing"))
    if faults:
        raise InvalidRequest(faults=faults)
    return found


def faults_of(strokes: list[Stroke], pointer: str = "/strokes") -> list[Fault]:
    """Checks the numbers of strokes and points, the inks and the ranges of well-formed strokes."""
    faults: list[Fault] = []
    if not strokes or len(strokes) > MAX_STROKES:
        faults.append(Fault(pointer, "too_many", f"A drawing must have 1 to {MAX_STROKES} strokes."))
    if sum(len(stroke.points) for stroke in strokes) > MAX_ALL_POINTS:
        faults.append(Fault(pointer, "too_many", f"A drawing can have at most {MAX_ALL_POINTS:,} points."))
    for index, stroke in enumerate(strokes):
        if stroke.ink not in INKS:
            faults.append(
                Fault(f"{pointer}/{index}/ink", "invalid_value", f"Must be one of: {', '.join(INKS)}.")
            )
        if any(point[1] > HEIGHT or (len(point) == 3 and point[2] > 1) for point in stroke.points):
            said = f"`y` must be at most {HEIGHT}, and the pressure at most 1."
            faults.append(Fault(f"{pointer}/{index}/points", "out_of_range", said))
    return faults


def drawn(strokes: list[Stroke]) -> Renditions:
    """Returns the drawing as an SVG cropped to its ink. The strokes must be valid."""
    x, y, wide, high = _frame(strokes)
    shapes = "".join(_shape(stroke) for stroke in strokes)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {wide} {high}" '
        f'width="{wide}" height="{high}">{shapes}</svg>\n'
    ).encode()
    sent = len(msgspec.json.encode(strokes))
    return Renditions(
        "application/json",
        sent,
        [Piece("drawing.svg", "image/svg+xml", svg, wide, high)],
        wide,
        high,
        None,
    )


def _frame(strokes: list[Stroke]) -> tuple[int, int, int, int]:
    """Returns left, top, width and height of the part of the canvas that contains the ink."""
    around = [
        (point[0], point[1], stroke.width / 2 + _MARGIN) for stroke in strokes for point in stroke.points
    ]
    left, wide = _span(
        min(x - r for x, _, r in around), max(x + r for x, _, r in around), _LEAST_WIDTH, WIDTH
    )
    top, high = _span(
        min(y - r for _, y, r in around), max(y + r for _, y, r in around), _LEAST_HEIGHT, HEIGHT
    )
    return left, top, wide, high


def _span(low: float, high: float, least: int, most: int) -> tuple[int, int]:
    """Returns start and length of a range around both ends, with a minimum length and within the canvas."""
    length = min(most, max(least, math.ceil(high) - math.floor(low)))
    middle = (low + high) / 2
    return max(0, min(most - length, math.floor(middle - length / 2))), length


def _shape(stroke: Stroke) -> str:
    points = _thinned(stroke.points)
    if len(points) == 1:
        x, y, half = *points[0][:2], points[0][2] * stroke.width / 2
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}" fill="{INKS[stroke.ink]}"/>'
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    for index, (x, y, pressure) in enumerate(points):
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        half = stroke.width * pressure / 2
        left.append((x - math.sin(along) * half, y + math.cos(along) * half))
        right.append((x + math.sin(along) * half, y - math.cos(along) * half))
    start, end = (stroke.width * points[at][2] / 2 for at in (0, -1))
    right.reverse()
    path = (
        f"M{_at(left[0])}{_smooth(left)}A{end:.1f} {end:.1f} 0 0 0 {_at(right[0])}"
        f"{_smooth(right)}A{start:.1f} {start:.1f} 0 0 0 {_at(left[0])}Z"
    )
    # The outline of a tight turn crosses itself; "nonzero" fills all of it.
    return f'<path d="{path}" fill="{INKS[stroke.ink]}" fill-rule="nonzero"/>'


def _thinned(points: list[list[float]]) -> list[tuple[float, float, float]]:
    """Returns the distinguishable points, each with its fraction of the stroke width."""
    kept: list[tuple[float, float, float]] = []
    for point in points:
        x, y = point[0], point[1]
        weight = _LIGHT + (1 - _LIGHT) * point[2] if len(point) == 3 else 1.0
        if not kept or math.hypot(x - kept[-1][0], y - kept[-1][1]) >= _CLOSER:
            kept.append((x, y, weight))
    return kept


def _smooth(edge: list[tuple[float, float]]) -> str:
    """Returns an edge as quadratic curves through the midpoints of its points."""
    parts: list[str] = []
    for one, other in pairwise(edge[1:]):
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        parts.append(f"Q{_at(one)} {_at(middle)}")
    return "".join(parts) + f"L{_at(edge[-1])}"


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
