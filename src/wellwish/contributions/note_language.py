"""The language of a note's text: by its script, else that of the page on which it was written."""

import unicodedata
from collections import Counter
from typing import Final

# The first word of a letter's Unicode name tells its script. For each script: the languages written in it,
# the most frequent first.
_LANGUAGES: Final[dict[str, tuple[str, ...]]] = {
    "ARABIC": ("ar", "fa", "ur", "ps", "ckb", "sd", "ug"),
    "HEBREW": ("he", "yi"),
    "CYRILLIC": ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg"),
    "GREEK": ("el",),
    "CJK": ("zh", "ja", "yue"),
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "HANGUL": ("ko",),
    "DEVANAGARI": ("hi", "mr", "ne"),
    "BENGALI": ("bn", "as"),
    "TAMIL": ("ta",),
    "TELUGU": ("te",),
    "THAI": ("th",),
    "GEORGIAN": ("ka",),
    "ARMENIAN": ("hy",),
}
_LATIN: Final = "LATIN"
_LETTERS: Final = 400  # of a text, which are enough to tell its script


def language_of(text: str, page: str | None) -> str | None:
    """Returns the language tag of a text, or None if it is unknown.

    ``page`` is the tag of the page or of the card: it decides among the languages of a script.
    """
    scripts = Counter(
        unicodedata.name(letter, "").partition(" ")[0] for letter in text[:_LETTERS] if letter.isalpha()
    )
    if not scripts:
        return None
    if scripts["HIRAGANA"] + scripts["KATAKANA"]:
        return "ja"  # Japanese mixes them with Han
    script = scripts.most_common(1)[0][0]
    primary = None if page is None else page.partition("-")[0].lower()
    languages = _LANGUAGES.get(script)
    if languages is not None:
        return page if primary in languages else languages[0]
    others = {each for found in _LANGUAGES.values() for each in found}
    return page if script == _LATIN and primary is not None and primary not in others else None
