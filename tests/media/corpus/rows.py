"""A row of the corpus, and the picture that most rows contain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

PATCH: Final = 32  # px; centres are compared, because the service writes lossy files
COLUMNS: Final = 4
ROWS: Final = 3
SIZE: Final = (COLUMNS * PATCH, ROWS * PATCH)
# No row, column or corner looks like another, so that every rotation is detected.
COLOURS: Final = (
    (200, 40, 40), (40, 160, 60), (50, 70, 200), (230, 200, 40),
    (90, 90, 90), (240, 240, 240), (160, 60, 170), (30, 30, 30),
    (60, 180, 180), (240, 140, 60), (120, 180, 240), (150, 110, 60),
)  # fmt: skip

Colour = tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """The expected picture: its size, and the colour (RGBA) at the centre of each patch, row by row."""

    size: tuple[int, int]
    colours: Sequence[Colour]


@dataclass(frozen=True)
class Row:
    """A file. ``shown`` has one picture for each frame; it is empty if the file is refused with ``status``.

    ``unlike_chromium`` is the reason why Chromium shows a different picture.
    """

    name: str
    kind: Literal["photo", "gif"]
    content: bytes
    shown: Sequence[Shown] = ()
    durations: Sequence[int] = ()
    plays: int = 0
    status: int = 201
    tolerance: int = 14
    unlike_chromium: str = ""


def picture(colours: Sequence[Colour] = COLOURS) -> Image.Image:
    """Returns patches of these colours."""
    made = Image.new("RGB" if len(colours[0]) == 3 else "RGBA", SIZE)
    for at, colour in enumerate(colours):
        left, top = at % COLUMNS * PATCH, at // COLUMNS * PATCH
        made.paste(colour, (left, top, left + PATCH, top + PATCH))
    return made


def shown(made: Image.Image | None = None) -> Shown:
    """Returns the expected appearance of a picture with these pixels."""
    made = (picture() if made is None else made).convert("RGBA")
    across, down = made.width // PATCH, made.height // PATCH
    centres = [
        ((2 * column + 1) * made.width // (2 * across), (2 * row + 1) * made.height // (2 * down))
        for row in range(down)
        for column in range(across)
    ]
    pixels = [made.getpixel(each) for each in centres]
    return Shown(made.size, [each for each in pixels if isinstance(each, tuple)])


def difference(one: Sequence[Colour], other: Sequence[Colour]) -> int:
    """Returns the largest difference of a channel. Transparent pixels have no colour."""
    worst = 0
    for first, second in zip(one, other, strict=True):
        alpha = abs(first[3] - second[3])
        seen = max(first[3], second[3]) / 255
        colours = [abs(a - b) * seen for a, b in zip(first[:3], second[:3], strict=True)]
        worst = max(worst, alpha, *(round(each) for each in colours))
    return worst
