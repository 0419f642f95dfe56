"""The encoding of a text message and its number of segments, which determines its cost.

3GPP TS 23.038 section 6.2.1 (the GSM 7 bit default alphabet and its extension table) and TS 23.040 section
9.2.3.24 (concatenated messages, whose header takes 7 septets or 3 characters of each).
"""

from typing import Final, Literal

from msgspec import Struct

_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENDED: Final = frozenset("\f^{}\\[~]|€")  # two septets each, because of the escape

_ONE_GSM, _EACH_GSM = 160, 153
_ONE_UCS2, _EACH_UCS2 = 70, 67

# Typographic characters with a plain equivalent; carriers call the replacement smart encoding.
_PLAIN: Final = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u2032`", "'")
    | dict.fromkeys("\u2010\u2011\u2013\u2014\u2212\u2022", "-")
    | dict.fromkeys("\u00a0\u202f\u2009\t", " ")
    | dict.fromkeys("\u200b\ufeff", "")
    | {"\u2026": "..."}
)


class TextParts(Struct, frozen=True):
    """The encoding of a text message and its number of segments."""

    alphabet: Literal["gsm", "ucs2"]
    count: int


def count_parts(text: str) -> TextParts:
    """Returns the encoding and the number of segments; an empty text takes one segment."""
    if _is_gsm(text):
        sizes = [2 if character in _EXTENDED else 1 for character in text]
        return TextParts("gsm", _count(sizes, _ONE_GSM, _EACH_GSM))
    # The standard says UCS-2, but phones use UTF-16. A character outside the basic plane takes two code
    # units, which must not be split.
    sizes = [2 if ord(character) > 0xFFFF else 1 for character in text]
    return TextParts("ucs2", _count(sizes, _ONE_UCS2, _EACH_UCS2))


def simplified(text: str) -> str:
    """Returns the text with plain quotes, dashes and spaces if this allows the cheaper alphabet."""
    plain = text.translate(_PLAIN)
    return plain if _is_gsm(plain) else text


def _is_gsm(text: str) -> bool:
    return all(character in _BASIC or character in _EXTENDED for character in text)


def _count(sizes: list[int], one: int, each: int) -> int:
    """Returns the number of segments. Characters of two units are not split, but start the next segment."""
    if sum(sizes) <= one:
        return 1
    count, used = 1, 0
    for size in sizes:
        if used + size > each:
            count, used = count + 1, 0
        used += size
    return count
