"""Choose one face for all letters of a word.

Typst uses the next font for each letter that a font lacks, and shows a letter that no font contains as a base
letter next to a mark. Therefore, if a face lacks a letter of a word, the whole word is set in another face.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Final
from unicodedata import combining

STEADY_PEN: Final = "patrick"  # the handwriting with the most letters, including those of Vietnamese
_STEADY: Final = (STEADY_PEN, "figtree")
# Private-use characters, which some system fonts show as icons.
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
_WORD: Final = re.compile(r"\S+\s*|\s+")  # a word with its punctuation and the space after it
_REPLACEMENT: Final = "\ufffd"


def without_private(text: str) -> str:
    """Returns the text with private-use characters replaced, because their glyphs depend on the font."""
    return _PRIVATE.sub(_REPLACEMENT, text)


def files_of(fonts: Path, name: str) -> list[Path]:
    """Returns the files of a face: the basic one, and those with more letters, which pages load by range."""
    more = sorted(fonts.glob(f"{name}-*.woff2"))
    # Files other than the Vietnamese one encode some of its letters as a base letter and a mark.
    more.sort(key=lambda file: not file.stem.endswith("-vietnamese"))
    return [fonts / f"{name}.woff2", *more]


def parted(text: str, own: str, fonts: Path) -> list[tuple[str, str | None]]:
    """Returns the parts of a text, each with the file name of its face.

    The name is None for the face ``own``, and empty for a system font.
    """
    words = ((word, _face(word, own, fonts)) for word in _WORD.findall(text))
    return [
        ("".join(word for word, _ in group), face) for face, group in groupby(words, lambda each: each[1])
    ]


def _face(word: str, own: str, fonts: Path) -> str | None:
    # Marks that turn characters into emoji, such as U+FE0F, have no combining class.
    letters = {ord(each) for each in unicodedata.normalize("NFC", word) if each.isalpha() or combining(each)}
    has = letters & letters_of(own, fonts)
    # Scripts that the face lacks are set in a single system font in any case.
    if has == letters or not (has or any("LATIN" in unicodedata.name(chr(each), "") for each in letters)):
        return None
    return next((name for name in _STEADY if name != own and letters <= letters_of(name, fonts)), "")


@cache
def letters_of(name: str, fonts: Path) -> frozenset[int]:
    read = import_module("fontTools.ttLib").TTFont
    found: Sequence[dict[int, str]] = [read(file).getBestCmap() for file in files_of(fonts, name)]
    return frozenset(each for table in found for each in table)
