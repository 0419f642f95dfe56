"""The keepsake: a card for print, without interactive features."""

from typing import Final, Literal

from msgspec import Struct

Direction = Literal["ltr", "rtl"]

# Typst's names of the font families by pen. Typst removes trailing style words such as "Light".
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
    """A picture on a note: PNG, JPEG, WebP, GIF, or an SVG drawing made by the service.

    ``path`` is its stored file of ``size`` bytes. The content is read only for typesetting.
    """

    path: str
    size: int
    description: str
    content: bytes = b""
    is_photo: bool = False  # several photos of a note share a grid

    @property
    def suffix(self) -> str:
        return self.path.rpartition(".")[2]


class Piece(Struct, frozen=True):
    """A printed note."""

    text: str
    by: str
    pen: str
    ink: str
    paper: str
    pictures: list[Picture]
    heading: str  # names the author for screen readers
    aside: str = ""  # text in place of a voice note
    lang: str | None = None
    is_polaroid: bool = False  # whether it has a photo, and therefore white paper


class Thanks(Struct, frozen=True):
    """A recipient's thank-you; ``aside`` is the text in place of a recording."""

    text: str
    by: str
    picture: Picture | None = None
    aside: str = ""


class Keepsake(Struct, frozen=True):
    """A card, ready for typesetting."""

    title: str
    lead: str
    language: str
    direction: Direction
    wash: str
    accent: str
    cover_svg: bytes | None
    pieces: list[Piece]
    closing: str = ""
    incomplete: str = ""  # shown if some characters are in no font
    goes_on: str = ""  # at the end of a slip whose note continues on the next slip
    continued: str = ""  # at the beginning of the next slip
    thanks: list[Thanks] = []
    thanks_heading: str = ""
    logo: Picture | None = None
