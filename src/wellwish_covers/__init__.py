"""Draws the covers of cards: cut-paper pictures in code, one function per design, with lettering as outlines.

The package imports nothing of Wellwish and reads only its own files. It needs uharfbuzz, and for pictures resvg-py
and Pillow. ``python -m wellwish_covers`` runs ``draw`` in a process with limits.
"""

from collections.abc import Sequence
from typing import Final, Literal

# The document itself, a picture 480 and 240 pixels wide, and 1200 by 630 for previews of links.
Kind = Literal["svg", "avif_480", "avif_240", "og"]

# The languages of the designs' own words.
LOCALES: Final = ("en", "de", "fr", "es", "ar")

_WIDTH: Final = 960  # pixels from which the smaller pictures are made


def draw(
    slug: str,
    palette: str,
    backdrop: tuple[str, str, str],
    *,
    lines: Sequence[str] | None = None,
    locale: str = "en",
    pictures: bool = True,
) -> dict[Kind, bytes]:
    """Returns the files of one cover: the document and, with ``pictures``, all of its pictures.

    The same arguments draw the same document. Lines that are None are the design's own in that locale;
    ``backdrop`` has two washes and an accent for the preview of links. Raises KeyError for an unknown slug or
    palette, and ValueError for more than 3 lines or a line of more than 40 characters.
    """
    from wellwish_covers.design import designs, render

    svg = render(slug, palette, lines, locale)
    files: dict[Kind, bytes] = {"svg": svg.encode()}
    if pictures:
        from wellwish_covers import raster

        picture = raster.pixels(svg, _WIDTH)
        files["avif_480"] = raster.avif(raster.shrink(picture, 480))
        files["avif_240"] = raster.avif(raster.shrink(picture, 240))
        files["og"] = raster.jpeg(raster.preview(picture, *backdrop, designs()[slug].seed))
    return files
