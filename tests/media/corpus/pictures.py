"""All pictures of the corpus."""

from functools import cache
from typing import Final

from tests.media.corpus import apngs, gifs, jpegs, pngs, webps
from tests.media.corpus.rows import Row

FAMILIES: Final = (
    jpegs.encoders, jpegs.inks, jpegs.segments, jpegs.coloured, jpegs.turned,
    pngs.every_form, pngs.ramps, pngs.transparent, pngs.chunks, pngs.coloured, pngs.turned, apngs.moving,
    gifs.still, gifs.moving, webps.still, webps.moving,
)  # fmt: skip


@cache
def rows() -> tuple[Row, ...]:
    return tuple(row for family in FAMILIES for row in family())
