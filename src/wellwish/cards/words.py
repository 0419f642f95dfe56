"""The words by which a search finds a card, ignoring case and diacritics: zoe, ZOË and zo find Zoë."""

import re
import unicodedata
from typing import Final

# The length of the longest word in card_words, in characters: a B-tree index entry has at most 2,700 bytes.
_LONGEST: Final = 64
# Letters that Unicode does not decompose, and the letters that people type instead.
_PLAIN: Final = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "\u0131": "i", "æ": "ae", "œ": "oe"})
# Diacritics, Hebrew and Arabic vowel points, the kashida, joiners and the soft hyphen. Migration 0027
# contains copies of this set and the next.
MARKS: Final = (
    r"[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f"
    r"\u0670\u06d6-\u06ed\u200c\u200d]+"
)
# Everything but letters and digits: spaces, punctuation, symbols, emoji. The letters are listed, because the
# database's character class depends on its locale.
SEPARATORS: Final = (
    r"[^0-9a-z\u00e0-\u00f6\u00f8-\u0558\u0560-\u0588\u05d0-\u05f2\u0620-\u0669\u066e-\u06d3\u06d5-\u0963"
    r"\u0966-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\ud7ff"
    r"\U00010000-\U0001cfff\U00020000-\U0003ffff]+"
)
_MARKS: Final = re.compile(MARKS)
_SEPARATORS: Final = re.compile(SEPARATORS)


def words(*texts: str | None) -> list[str]:
    """Returns the distinct words of the texts, sorted. A text without spaces (Chinese, Thai) is one word."""
    given = " ".join(text for text in texts if text)
    if given.isascii():
        folded = given.lower()
    else:
        folded = unicodedata.normalize("NFKD", given).casefold().translate(_PLAIN)
        folded = _MARKS.sub("", folded)
    split = _SEPARATORS.split(folded)
    return sorted({word[:_LONGEST] for word in split if word})
