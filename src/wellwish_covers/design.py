"""The registry of designs by slug, and the rendering of a design with any text."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Final

from wellwish_covers.colour import Inks
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import chance
from wellwish_covers.words import default_lines

MAX_LINES: Final = 3
MAX_LINE_LENGTH: Final = 40

# The modules that contain designs, in the order of the gallery's occasions.
_SHELVES: Final = (
    "birthday", "parade", "poster", "farewell", "work", "meadow", "dolls", "baby", "pram", "wedding", "deco", "rings",
    "grid", "graduation", "rocket", "window", "soup", "sympathy", "retire", "welcome", "street", "village", "fireworks",
    "lamps", "post", "arches", "medal", "wreath", "sunrise", "bouquet", "blossom", "scraps", "snapshots", "peaks",
)  # fmt: skip


@dataclass(frozen=True)
class Order:
    """The input of a drawing function."""

    sheet: Sheet
    ink: Inks
    palette: str
    rng: Random
    lines: tuple[str, ...]


Draw = Callable[[Order], None]


@dataclass(frozen=True)
class Design:
    slug: str
    picture: str  # alternative text, in English
    seed: int
    palettes: Mapping[str, Inks]
    draw: Draw


_designs: dict[str, Design] = {}


def design(slug: str, *, picture: str, seed: int, palettes: Mapping[str, Inks]) -> Callable[[Draw], Draw]:
    """Registers a function that draws a cover. The palettes are in the catalogue's order."""

    def register(draw: Draw) -> Draw:
        _designs[slug] = Design(slug, picture, seed, palettes, draw)
        return draw

    return register


@lru_cache
def designs() -> Mapping[str, Design]:
    for shelf in _SHELVES:
        import_module(f"wellwish_covers.{shelf}")
    return _designs


def clean(line: str) -> str:
    """Returns a line without control characters and direction marks, with at most two marks per letter."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", line):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind[0] in "CZ":
            kept.append(" " if kind[0] == "Z" or character in "\t\n\r" else "")
        elif marks <= 2:
            kept.append(character)
    return " ".join("".join(kept).split())


def numbered(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Returns the first line that is a number of 1 to 4 digits, or "", and the other lines."""
    found = next((line for line in lines if line.isdecimal() and len(line) <= 4), "")
    rest = list(lines)
    if found:
        rest.remove(found)
    return found, rest


def render(slug: str, palette: str, lines: Sequence[str] | None = None, locale: str = "en") -> str:
    """Draws a cover as an SVG document. The output is deterministic.

    If `lines` is None, the locale's default text is used. Raises KeyError for an unknown slug or palette, and
    ValueError for more than 3 lines or a line of more than 40 characters.
    """
    return sheet(slug, palette, lines, locale).svg()


def sheet(slug: str, palette: str, lines: Sequence[str] | None = None, locale: str = "en") -> Sheet:
    """Like `render`, but returns the sheet, whose lettering is still separate."""
    what = designs()[slug]
    ink = what.palettes[palette]
    if lines is None:
        lines = default_lines(slug, palette, locale)
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE_LENGTH for line in lines):
        raise ValueError(f"A cover has at most {MAX_LINES} lines of {MAX_LINE_LENGTH} characters.")
    words = tuple(clean(line) for line in lines)
    spoken = " ".join(word for word in words if word)
    paper = Sheet(f"{spoken}: {what.picture}" if spoken else what.picture)
    what.draw(Order(paper, ink, palette, chance(what.seed), words))
    return paper
