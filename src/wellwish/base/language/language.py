"""A language: translations, text direction, and the formats of numbers, money and dates."""

import gettext
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from importlib.resources import files
from io import BytesIO
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time, format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_currency, format_decimal, format_percent, get_currency_symbol

from wellwish.base import clock

# Dates further in the past or future are shown with their year.
_HALF_A_YEAR: Final = timedelta(days=182)
_ARABIC_DIGITS: Final = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_ARABIC_GROUPS: Final = str.maketrans(",", "٬")


def later(text: str) -> str:
    """Marks a text for extraction; the caller translates it later."""
    return text


def later_many(one: str, many: str) -> tuple[str, str]:
    """Marks a text with its plural for extraction; the caller translates them later with ``ngettext``."""
    return one, many


class Language:
    """A supported language."""

    def __init__(self, code: str, name: str) -> None:
        self.code = code
        self.name = name  # the name in the language itself
        self.locale = Locale.parse(code)

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return self.locale.text_direction

    @cached_property
    def _catalogue(self) -> gettext.GNUTranslations:
        with files("wellwish.base.language").joinpath(f"locale/{self.code}.po").open("rb") as file:
            catalogue = read_po(file, self.code)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return gettext.GNUTranslations(compiled)

    def load(self) -> None:
        """Loads the translations now instead of when the first text is needed."""
        _ = self._catalogue

    def gettext(self, text: str) -> str:
        return self._catalogue.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Returns the translation in the plural form for the count."""
        return self._catalogue.ngettext(one, many, count)

    def number(self, value: int) -> str:
        """Returns a number in the digits of the language."""
        if self.code == "ar":
            return self._digits(format_decimal(value, locale="en")).translate(_ARABIC_GROUPS)
        return format_decimal(value, locale=self.locale)

    def percent(self, basis_points: int) -> str:
        """Returns hundredths of a percent as a percentage, without trailing zeros."""
        pattern = self.locale.percent_formats[None].pattern.replace("#,##0", "#,##0.##")
        signs = "arab" if self.code == "ar" else "latn"
        value = Decimal(basis_points) / 10_000
        return self._digits(format_percent(value, pattern, self.locale, numbering_system=signs))

    def money(self, value: Decimal, currency: str) -> str:
        """Formats an amount in an ISO 4217 currency in major units, with all decimal digits."""
        return self._money(value, currency, self._money_pattern(currency))

    def short_money(self, value: Decimal, currency: str) -> str:
        """Returns an amount like ``money``, but without decimal digits if they are zero."""
        if value != value.to_integral_value():
            return self.money(value, currency)
        return self._money(value, currency, self._money_pattern(currency).replace(".00", ""), is_whole=True)

    def _money(self, value: Decimal, currency: str, pattern: str, *, is_whole: bool = False) -> str:
        signs = "arab" if self.code == "ar" else "latn"
        return self._digits(
            format_currency(
                value,
                currency,
                pattern,
                self.locale,
                currency_digits=not is_whole,
                decimal_quantization=is_whole,
                numbering_system=signs,
            )
        )

    def _money_pattern(self, currency: str) -> str:
        """Returns the locale's pattern. As in CLDR, a space follows a currency sign that ends in a letter."""
        pattern = self.locale.currency_formats["standard"].pattern
        if get_currency_symbol(currency, self.locale)[-1:].isalpha():
            pattern = pattern.replace("¤#", "¤\u00a0#")
        return pattern

    def day(self, at: datetime, timezone: str) -> str:
        """Returns weekday, day and month, such as ``Fri 28 Nov``, and the year if the date is half a year
        away.
        """
        if abs(at - clock.now()) < _HALF_A_YEAR:
            return self.short_day(at, timezone)
        pattern = {"de": "EEE d. MMM y", "ar": "EEEE d MMMM y"}.get(self.code, "EEE d MMM y")
        return self._digits(format_date(_local(at, timezone), pattern, locale=self.locale))

    def short_day(self, at: datetime, timezone: str) -> str:
        """Returns weekday, day and month without the year."""
        pattern = {"de": "EEE d. MMM", "ar": "EEEE d MMMM"}.get(self.code, "EEE d MMM")
        return self._digits(format_date(_local(at, timezone), pattern, locale=self.locale))

    def long_day(self, at: datetime, timezone: str) -> str:
        """Returns a date, such as ``28 November 2026``."""
        local = _local(at, timezone)
        return self._digits(
            format_date(local, "long" if self.code != "en" else "d MMMM y", locale=self.locale)
        )

    def day_of_year(self, month: int, day: int) -> str:
        """Returns a day of every year, such as ``14 March``."""
        pattern = "d. MMMM" if self.code == "de" else "d MMMM"
        # An arbitrary leap year, so that 29 February is valid; the year is not shown.
        return self._digits(format_date(date(2000, month, day), pattern, locale=self.locale))

    def month(self, number: int) -> str:
        """Returns the name of a month."""
        return self.locale.months["format"]["wide"][number]

    def full_day(self, at: datetime, timezone: str) -> str:
        """Returns a date with its weekday, such as ``Saturday, 28 November 2026``."""
        pattern = "full" if self.code != "en" else "EEEE, d MMMM y"
        return self._digits(format_date(_local(at, timezone), pattern, locale=self.locale))

    def time(self, at: datetime, timezone: str) -> str:
        """Returns a time of day, such as ``17:00``."""
        return self._digits(format_time(_local(at, timezone), "HH:mm", locale=self.locale))

    def until(self, wait: timedelta) -> str:
        """Returns a duration in the future, such as ``in 3 days``."""
        return self._digits(format_timedelta(wait, add_direction=True, threshold=1.3, locale=self.locale))

    def listed(self, items: Sequence[str]) -> str:
        """Returns a list, such as ``a, b and c``."""
        # British English has no comma before "and".
        return format_list(items, locale="en_GB" if self.code == "en" else self.locale)

    def either(self, items: Sequence[str]) -> str:
        """Returns a choice, such as ``a, b or c``."""
        return format_list(items, style="or", locale="en_GB" if self.code == "en" else self.locale)

    def _digits(self, text: str) -> str:
        return text.translate(_ARABIC_DIGITS) if self.code == "ar" else text


def _local(at: datetime, timezone: str) -> datetime:
    return at.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)


ENGLISH: Final = Language("en", "English")
LANGUAGES: Final[Mapping[str, Language]] = {
    each.code: each for each in (ENGLISH, Language("de", "Deutsch"), Language("ar", "العربية"))
}


def spoken(*locales: str | None) -> Language:
    """Returns the first supported language of locales such as ``de-AT``; English if none is supported."""
    return next((found for each in locales if each and (found := translated(each))), ENGLISH)


def translated(locale: str) -> Language | None:
    """Returns the supported language of a locale such as ``de-AT``, or None."""
    return LANGUAGES.get(re.split("[-_]", locale, maxsplit=1)[0].lower())


def untranslated(locale: str) -> tuple[str, str] | None:
    """Returns the code and the sentence of a warning about a locale without a translation, or None."""
    if translated(locale) is not None:
        return None
    tags = ", ".join(LANGUAGES)
    return "locale_not_translated", f"Not translated; pages and messages are in English. Translated: {tags}."
