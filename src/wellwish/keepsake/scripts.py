"""The scripts that PDFs cannot show, because no font of this machine has them."""

from importlib import import_module
from typing import Final

# A letter of each script that notes are often in, and that the fonts of the pages do not have.
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
UNDISPLAYED: Final = "could not be displayed"  # in the message of Typst's error for such a letter


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
