"""Draw the covers of cards: cut-paper pictures in code, one function per design, with lettering as outlines.

The package imports nothing from Wellwish and reads only its own files. It needs uharfbuzz, and resvg-py and
Pillow for raster pictures. ``python -m wellwish_covers`` runs ``draw`` in a process with resource limits.
"""

from collections.abc import Sequence
from typing import Final, Literal

# The document itself, pictures 480 and 240 pixels wide, and a link preview of 1200 by 630.
Kind = Literal["svg", "avif_480", "avif_240", "og"]

# The languages of every design's default text, and those of some designs only.
LOCALES: Final = ("en", "de", "fr", "es", "ar")
FURTHER_LOCALES: Final = ("tr", "id", "ms", "ur")

_WIDTH: Final = 960  # width in pixels of the picture from which smaller ones are scaled


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

    The output is deterministic. If ``lines`` is None, the design's default text in the locale is used;
    ``backdrop`` has two background colours and an accent for the link preview. Raises KeyError for an unknown
    slug or palette, and ValueError for more than 3 lines or a line of more than 40 characters.
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
