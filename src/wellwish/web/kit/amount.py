"""Parsing and formatting of amounts of money on pages."""

import re
import unicodedata
from functools import cache
from typing import Final

from babel.numbers import get_currency_name, get_currency_symbol, get_decimal_symbol

from wellwish.base.language import LANGUAGES, Language, later
from wellwish.base.money import EXPONENTS, Money, decimal
from wellwish.web.kit.pot import said

NO_AMOUNT: Final = later("Enter an amount in figures, like %(example)s")
_MOST_DIGITS: Final = 12
_GROUPED: Final = "[1-9][0-9]{0,2}(?:%s[0-9]{3})+"  # 1,234,567
_GROUPS: Final = (",", ".", "\u066c", "'", " ")  # U+066C: the Arabic thousands separator
_DECIMALS: Final = (",", ".", "\u066b")  # U+066B: the Arabic decimal separator
_IN_ASCII: Final = str.maketrans("\u066c\u066b", ",.")
# Either thousands or units with three decimals.
_UNCLEAR: Final = re.compile("[1-9][0-9]{0,2}[,.][0-9]{3}")
# Names and symbols that Babel lacks in our languages, by the last word of the English name.
_ALSO: Final[dict[str, str]] = {
    "dollar": "$", "peso": "$", "pound": "£", "yen": "¥ 円", "yuan": "¥ 元 rmb", "won": "₩ 원", "krona": "kr",
    "krone": "kr", "rupee": "₹ rs rs.", "franc": "fr fr. sfr", "zloty": "zł", "koruna": "kč", "lira": "₺ tl",
    "forint": "ft", "hryvnia": "грн", "ruble": "₽", "real": "r$", "shekel": "₪", "baht": "฿",
}  # fmt: skip
# People may type ".00" even if the pages print no decimals.
_ZEROS: Final = re.compile(r"[.,]00$")
_DASH: Final = re.compile(r"[.,][-\u2013\u2014]+$")  # 12,- in German


def amount_of(given: str, currency: str, language: Language) -> int | None:
    """Returns a typed amount in minor units; None if it is not an amount, or could be two different ones.

    Accepts digits of any script, the currency's symbol, code or name before or after them, groups of three
    digits, and as many decimals as the currency has. A single separator before three digits is ambiguous
    (1,234 or 1.234) unless the currency has no decimals. In this case, only the format of the page is
    accepted: in English, ``KWD 1.234``, and ``IQD 25,000``, which has three decimals that the page omits.
    """
    exponent = EXPONENTS[currency]
    plain = _DASH.sub("", _without_currency(_plain(given), currency))
    if exponent == 0:
        plain = _ZEROS.sub("", plain)
    found = {
        int(whole + decimals.ljust(exponent, "0"))
        for whole, decimals in _readings(plain, exponent)
        if len(whole) <= _MOST_DIGITS
    }
    if exponent and _UNCLEAR.fullmatch(plain):
        found = {each for each in found if _printed(language, Money(each, currency)) == plain}
    return found.pop() if len(found) == 1 else None


def written(language: Language, money: Money) -> str:
    """Returns an amount for a form field, without currency and groups, which ``amount_of`` accepts."""
    text = decimal(money.amount, money.currency)
    if EXPONENTS[money.currency] > len("00"):
        text = text.rstrip("0").rstrip(".")  # because 25.000 would look like thousands
    return text.replace(".", get_decimal_symbol(language.locale))


def no_amount(language: Language, currency: str) -> str:
    """Returns the expected format, with an example in this currency."""
    exponent = EXPONENTS[currency]
    minor = int(f"125{'0' * (exponent - 1)}") if exponent else 1500
    return language.gettext(NO_AMOUNT) % {"example": said(language, Money(minor, currency))}


def _printed(language: Language, money: Money) -> str:
    """Returns an amount in the page's format, in ASCII and without its currency."""
    printed = _plain(said(language, money))
    return _without_currency(printed, money.currency).translate(_IN_ASCII)


def _plain(given: str) -> str:
    """Returns the text with ASCII digits and plain spaces, without invisible characters."""
    shown = (each for each in given if unicodedata.category(each) != "Cf")
    narrow = (unicodedata.normalize("NFKC", each) if _is_wide(each) else each for each in shown)
    text = "".join(str(unicodedata.decimal(each, each)) for each in narrow)
    return " ".join(text.replace("\u2019", "'").split())


def _is_wide(letter: str) -> bool:
    """Whether the letter is a full-width form; other compatibility forms, such as ², have another meaning."""
    return unicodedata.decomposition(letter).startswith("<wide>")


def _without_currency(text: str, currency: str) -> str:
    """Returns the text without its currency, keeping the names of other currencies."""
    folded = text.casefold()
    for word in _words(currency):
        for rest in (folded.removeprefix(word), folded.removesuffix(word)):
            if rest != folded:
                return rest.strip()
    return folded


@cache
def _words(currency: str) -> tuple[str, ...]:
    """Returns the code, signs and names of a currency, the longest first."""
    words = {currency}
    for code, language in LANGUAGES.items():
        names = {get_currency_name(currency, count, language.locale) for count in (None, 1, 2, 5)}
        # The type of the currency, such as "dollar", which precedes the country in Arabic.
        kinds = {name.split()[0 if code == "ar" else -1] for name in names}
        words |= {get_currency_symbol(currency, language.locale), *names, *kinds}
    kind = get_currency_name(currency, locale="en").split()[-1].casefold()
    words |= {f"{kind}s", *_ALSO.get(kind, "").split()}
    return tuple(sorted({_plain(each).casefold() for each in words}, key=len, reverse=True))


def _readings(text: str, exponent: int) -> list[tuple[str, str]]:
    """Returns the possible readings of a text: the digits of the units and of the decimals."""
    wholes = [("[0-9]+", "")]
    wholes += [(_GROUPED % re.escape(each), each) for each in _GROUPS]
    found: list[tuple[str, str]] = []
    for pattern, group in wholes:
        if re.fullmatch(pattern, text):
            found.append((text.replace(group, "") if group else text, ""))
        for point in _DECIMALS if exponent else ():
            made = re.fullmatch(f"({pattern}){re.escape(point)}([0-9]{{1,{exponent}}})", text)
            if made is not None and point != group:
                found.append((made[1].replace(group, "") if group else made[1], made[2]))
    return found
