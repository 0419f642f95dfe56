"""Limits the combining marks of a letter, because long sequences are slow to render and overlap other lines.

Unicode sets no limit. Its stream-safe format, for buffers, ends a sequence after 30 (UAX 15, section 13); its
check for identifiers, which have no cantillation, suggests 4 nonspacing ones (UTS 39, section 5.4). Real
words need few: 2 in decomposed Vietnamese and in Thai, 3 in Arabic with tashkil, 6 in Hebrew with points and
cantillation, up to 8 in Tibetan stacks, whose subjoined letters are marks.
"""

import re
import unicodedata
from typing import Final

MAX_MARKS: Final = 8
# Marks and format characters are neither ASCII nor alphanumeric.
_LONG: Final = re.compile(rf"[^\x00-\x7f\w]{{{MAX_MARKS + 1},}}")


def has_too_many(text: str) -> bool:
    """Whether more than 8 combining marks follow one letter."""
    return not text.isascii() and any(_stripped(found) != found[0] for found in _LONG.finditer(text))


def strip_surplus(text: str) -> str:
    """Returns the text with at most eight marks per letter."""
    return text if text.isascii() else _LONG.sub(_stripped, text)


def _stripped(found: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for character in found[0]:
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += 1
        elif category != "Cf":  # a joiner does not end a sequence
            marks = 0
        if category[0] != "M" or marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)
