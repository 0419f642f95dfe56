"""The keepsake: a card as it is set in print, without anything that only a page can do."""

from typing import Final, Literal

from msgspec import Struct

Direction = Literal["ltr", "rtl"]

# The files of the handwritings by the names that notes give them; the families as Typst reads them, which
# takes words of a style such as "Light" off the end.
FAMILIES: Final = {
    "kalam": "Kalam",
    "caveat": "Caveat",
    "patrick": "Patrick Hand",
    "gochi": "Gochi Hand",
    "reenie": "Reenie Beanie",
    "shadows": "Shadows Into",
    "courier": "Courier Prime",
}
UI_FILE: Final = "figtree"
TITLE_FILE: Final = "fraunces"
INKS: Final = {
    "navy": "#1f2a52",
    "berry": "#9c1c4e",
    "green": "#0f5e4d",
    "rust": "#8f3d12",
    "plum": "#5f2455",
    "charcoal": "#2b2b2b",
}
PAPERS: Final = {
    "cream": "#fffdf6",
    "blush": "#ffe6df",
    "butter": "#fff2c9",
    "mint": "#e0f2ea",
    "sky": "#e4ecfb",
    "lilac": "#f1e6f6",
}


class Picture(Struct, frozen=True):
    """A picture of a note: a PNG, JPEG, WebP, GIF or our own SVG."""

    suffix: str
    content: bytes
    description: str


class Piece(Struct, frozen=True):
    """A note on paper."""

    text: str
    by: str
    pen: str
    ink: str
    paper: str
    pictures: list[Picture]
    aside: str = ""  # what paper cannot hold, in words: a voice


class Thanks(Struct, frozen=True):
    """What a recipient said to everybody."""

    text: str
    by: str


class Keepsake(Struct, frozen=True):
    """A card, ready to be set."""

    title: str
    lead: str
    language: str
    direction: Direction
    wash: str
    accent: str
    cover_svg: bytes | None
    pieces: list[Piece]
    closing: str = ""
    thanks: list[Thanks] = []
    logo: Picture | None = None
