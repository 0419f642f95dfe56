"""The choices of forms that follow standards: countries, currencies, languages and time zones.

A value that is not a choice, such as a rejected one, is added as the last choice, so that the form keeps it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final
from unicodedata import combining, normalize
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from wellwish.accounts.create import countries as country_codes
from wellwish.base.language import LANGUAGES, Language
from wellwish.base.money import EXPONENTS
from wellwish.designs.covers.files import FURTHER_LOCALES, LOCALES

Choices = list[tuple[str, str]]  # values and labels

# The time zones of CLDR, without old names such as Asia/Calcutta.
TIME_ZONES: Final = (
    "UTC",
    *sorted(name for name in available_timezones() & get_global("zone_territories").keys() if "/" in name),
)


def countries(language: Language, value: str) -> Choices:
    return _kept([("", "\N{EN DASH}"), *_countries(language)], value)


def currencies(language: Language, value: str, first: Sequence[str] = ()) -> Choices:
    """Returns the currencies, sorted by name, after those in ``first``."""
    named = dict(_currencies(language))
    ahead = [(code, named[code]) for code in dict.fromkeys(first) if code in named]
    return _kept([*ahead, *(each for each in _currencies(language) if each not in ahead)], value)


def languages(value: str) -> Choices:
    """Returns the languages of pages and covers with their native names."""
    codes = dict.fromkeys((*LANGUAGES, *LOCALES, *FURTHER_LOCALES))
    return _kept([(code, _own_name(code)) for code in codes], value)


def _kept(found: Choices, value: str) -> Choices:
    return found if any(value == code for code, _ in found) else [*found, (value, value)]


@cache
def _countries(language: Language) -> Choices:
    names = language.locale.territories
    return _sorted([(code, str(names[code])) for code in country_codes() if code in names])


@cache
def _currencies(language: Language) -> Choices:
    names = language.locale.currencies
    return _sorted([(code, f"{names[code]} ({code})") for code in EXPONENTS if code in names])


def _sorted(found: Choices) -> Choices:
    return sorted(found, key=lambda each: _plain(each[1]))


def _plain(name: str) -> str:
    """Returns a sort key that ignores accents, so that Österreich is sorted under O."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()


def _own_name(code: str) -> str:
    try:
        name = Locale.parse(code, sep="-").get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[:1].upper() + name[1:]
