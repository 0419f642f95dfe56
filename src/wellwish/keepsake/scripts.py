"""The scripts that PDFs cannot show, because no font on this machine contains them."""

from importlib import import_module
from typing import Final

# One letter of each script that notes often use and that the fonts of the pages lack.
_LETTERS: Final = {
    "Chinese": "静",
    "Japanese": "あ",
    "Korean": "한",
    "Arabic": "ب",
    "Hebrew": "ש",
    "Greek": "λ",
    "Thai": "ไ",
    "Emoji": "🎂",
}
_DOCUMENT: Final = '#set document(title: "x")\n#set text(lang: "en")\n'
UNDISPLAYED: Final = "could not be displayed"  # from Typst's error message for characters without a font


def find_missing() -> list[str]:
    """Returns the scripts. Needs the extra ``pdf``."""
    return [script for script, letter in _LETTERS.items() if not _is_displayed(letter)]


def _is_displayed(letter: str) -> bool:
    typst = import_module("typst")
    try:
        typst.compile((_DOCUMENT + letter).encode(), pdf_standards=["ua-1"])
    except typst.TypstError as error:
        return UNDISPLAYED not in error.message
    return True
