"""Text as outlines: font selection by character, and shaping by HarfBuzz, at size 1 with y downwards.

Characters that no font contains are omitted. Custom text needs the extra `covers` for HarfBuzz; prebuilt
covers do not.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from wellwish_covers.scatter import Box, Point

# One step of an outline: M, L, C, Q or Z, with its points.
Step = tuple[str, tuple[Point, ...]]

_FEATURES: Final = {"kern": True, "liga": True, "calt": True}


@dataclass(frozen=True)
class Face:
    """A lettering style: fonts in order of preference, each with its size relative to the first."""

    fonts: tuple[tuple[str, float], ...]
    leading: float
    tracking: float = 0


BLACK: Final = Face((("fraunces-black", 1), ("lalezar", 1.12)), 0.94, -0.012)
BLACK_ITALIC: Final = Face(
    (("fraunces-black-italic", 1), ("fraunces-black", 1), ("lalezar", 1.12)), 0.94, -0.01
)
LIGHT_ITALIC: Final = Face(
    (("fraunces-light-italic", 1), ("fraunces-black-italic", 1), ("aref-ruqaa", 1.1)), 1.04
)
CAPRASIMO: Final = Face((("caprasimo", 1), ("fraunces-black", 1), ("lalezar", 1.12)), 0.96)
CAPITALS: Final = Face((("caprasimo", 1), ("fraunces-black", 1), ("lalezar", 1.5)), 1.08, 0.08)
BODONI_ITALIC: Final = Face((("bodoni-italic", 1), ("fraunces-light-italic", 1), ("aref-ruqaa", 1.6)), 0.98)
BODONI_CAPITALS: Final = Face((("bodoni-bold", 1), ("fraunces-black", 1), ("aref-ruqaa", 2.1)), 1.16, 0.16)
TYPEWRITER: Final = Face((("courier-bold", 1), ("fraunces-black", 0.9), ("lalezar", 1.05)), 1)


@dataclass(frozen=True)
class Glyph:
    outline: tuple[Step, ...]
    word: int
    joined: bool  # connected to its neighbours, as in Arabic: not to be moved or coloured separately


@dataclass(frozen=True)
class Row:
    """A shaped line at size 1 with its baseline at y 0, and the box of its ink."""

    glyphs: tuple[Glyph, ...]
    ink: Box

    @property
    def width(self) -> float:
        return self.ink.width


class _Pen:
    """Receives an outline from HarfBuzz: lines and both kinds of curves."""

    def __init__(self, x: float, y: float, scale: float) -> None:
        self.x, self.y, self.scale = x, y, scale
        self.steps: list[Step] = []

    def _at(self, p: Point) -> Point:
        return self.x + p[0] * self.scale, self.y - p[1] * self.scale

    def moveTo(self, p: Point) -> None:  # noqa: N802 - the names are the protocol's
        self.steps.append(("M", (self._at(p),)))

    def lineTo(self, p: Point) -> None:  # noqa: N802
        self.steps.append(("L", (self._at(p),)))

    def curveTo(self, a: Point, b: Point, c: Point) -> None:  # noqa: N802
        self.steps.append(("C", (self._at(a), self._at(b), self._at(c))))

    def qCurveTo(self, a: Point, b: Point) -> None:  # noqa: N802
        self.steps.append(("Q", (self._at(a), self._at(b))))

    def closePath(self) -> None:  # noqa: N802
        self.steps.append(("Z", ()))

    def endPath(self) -> None:  # noqa: N802
        pass


@lru_cache
def _harfbuzz() -> Any:
    return import_module("uharfbuzz")


@lru_cache
def _font(name: str) -> Any:
    data = (files("wellwish_covers") / "fonts" / f"{name}.ttf").read_bytes()
    hb = _harfbuzz()
    return hb.Font(hb.Face(hb.Blob(data)))


@lru_cache(maxsize=4096)
def _has(font: str, character: str) -> bool:
    return bool(_font(font).get_nominal_glyph(ord(character)))


def is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction is right-to-left."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def _runs(text: str, face: Face) -> list[tuple[int, str]]:
    """Splits the text into runs, each with the index of a font that contains it."""
    runs: list[tuple[int, str]] = []
    for character in text:
        able = [i for i, (font, _) in enumerate(face.fonts) if _has(font, character)]
        if not able:
            continue
        before = runs[-1][0] if runs else -1
        # Spaces and combining marks stay in the run of the preceding letter.
        loose = character.isspace() or unicodedata.combining(character)
        chosen = before if loose and before in able else able[0]
        if chosen == before:
            runs[-1] = (before, runs[-1][1] + character)
        else:
            runs.append((chosen, character))
    return runs


@lru_cache(maxsize=512)
def shape(text: str, face: Face, tracking: float) -> Row | None:
    """Shapes a line. Returns None if no font contains any of its characters."""
    hb = _harfbuzz()
    runs = _runs(text, face)
    if is_right_to_left(text):
        runs.reverse()
    glyphs: list[Glyph] = []
    x, word = 0.0, 0
    for number, piece in runs:
        name, relative = face.fonts[number]
        font = _font(name)
        scale = relative / font.face.upem
        buffer = hb.Buffer()
        buffer.add_str(piece)
        buffer.guess_segment_properties()
        joined = is_right_to_left(piece)
        hb.shape(font, buffer, _FEATURES)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            pen = _Pen(x + position.x_offset * scale, -position.y_offset * scale, scale)
            font.draw_glyph_with_pen(info.codepoint, pen)
            if pen.steps:
                glyphs.append(Glyph(tuple(pen.steps), word, joined))
            elif position.x_advance:
                word += 1
            x += position.x_advance * scale
            if position.x_advance and not joined:
                x += tracking
    return Row(tuple(glyphs), bounds(s for g in glyphs for s in g.outline)) if glyphs else None


def bounds(steps: Any) -> Box:
    """Returns the box around all points, including control points, so it is never too small."""
    points = [p for _, ps in steps for p in ps]
    return Box(
        min(p[0] for p in points),
        min(p[1] for p in points),
        max(p[0] for p in points),
        max(p[1] for p in points),
    )
