"""The language of a note's text, derived from its script or else from the page on which it was written."""

import unicodedata
from collections import Counter
from typing import Final

# For each script, the languages written in it, the most frequent first. The first word of a letter's Unicode
# name is its script.
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
# The languages that authors choose from, with their own names: first those in Latin script, alphabetically.
LANGUAGES: Final = {
    "id": "Bahasa Indonesia",
    "ms": "Bahasa Melayu",
    "ca": "Català",
    "cy": "Cymraeg",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "et": "Eesti",
    "en": "English",
    "es": "Español",
    "eu": "Euskara",
    "fr": "Français",
    "ga": "Gaeilge",
    "gl": "Galego",
    "hr": "Hrvatski",
    "is": "Íslenska",
    "it": "Italiano",
    "sw": "Kiswahili",
    "lv": "Latviešu",
    "lt": "Lietuvių",
    "hu": "Magyar",
    "nl": "Nederlands",
    "nb": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "ro": "Română",
    "sk": "Slovenčina",
    "sl": "Slovenščina",
    "fi": "Suomi",
    "sv": "Svenska",
    "tl": "Tagalog",
    "vi": "Tiếng Việt",
    "tr": "Türkçe",
    "el": "Ελληνικά",
    "bg": "Български",
    "ru": "Русский",
    "sr": "Српски",
    "uk": "Українська",
    "ka": "ქართული",
    "hy": "Հայերեն",
    "he": "עברית",
    "ur": "اردو",
    "ar": "العربية",
    "fa": "فارسی",
    "hi": "हिन्दी",
    "mr": "मराठी",
    "ne": "नेपाली",
    "bn": "বাংলা",
    "ta": "தமிழ்",
    "te": "తెలుగు",
    "th": "ไทย",
    "ko": "한국어",
    "zh": "中文",
    "ja": "日本語",
}
_LATIN: Final = "LATIN"
_LETTERS: Final = 400  # number of examined characters, enough to determine the script of a text


def language_of(text: str, page: str | None) -> str | None:
    """Returns the language tag of a text, or None if it is unknown.

    ``page`` is the language tag of the page or the card; it selects among the languages of a script.
    """
    scripts = Counter(
        unicodedata.name(letter, "").partition(" ")[0] for letter in text[:_LETTERS] if letter.isalpha()
    )
    if not scripts:
        return None
    if scripts["HIRAGANA"] + scripts["KATAKANA"]:
        return "ja"  # Japanese mixes kana with Han
    script = scripts.most_common(1)[0][0]
    primary = None if page is None else page.partition("-")[0].lower()
    languages = _LANGUAGES.get(script)
    if languages is not None:
        return page if primary in languages else languages[0]
    others = {each for found in _LANGUAGES.values() for each in found}
    return page if script == _LATIN and primary is not None and primary not in others else None


def chosen_language(
    given: str | None, text: str, page: str, before: tuple[str | None, str] | None
) -> str | None:
    """Returns the language that the author chose for a text, or else the result of ``language_of``.

    ``before`` is the previous language and text. An unchanged choice no longer applies if the script of the
    text changes, and an unchanged text without a language remains without one.
    """
    if before is not None:
        lang, words = before
        if given is None and lang is None and words == text:
            return None
        if given is not None and given == lang and language_of(words, given) == given:
            return given if language_of(text, given) in (given, None) else language_of(text, page)
    return given or language_of(text, page)
