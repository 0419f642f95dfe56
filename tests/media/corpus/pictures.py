"""All pictures of the corpus."""

from collections.abc import Iterator

from tests.media.corpus import apngs, gifs, jpegs, pngs, webps
from tests.media.corpus.rows import Row


def rows() -> Iterator[Row]:
    for each in (jpegs, pngs, apngs, gifs, webps):
        yield from each.rows()
