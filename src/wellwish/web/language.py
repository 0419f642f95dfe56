"""The language of a page: which one, its words, and how it writes numbers and days.

The words stand in locale/*.po and are compiled in memory at the start. The text in the code is English and
is the key of its translation; tools/translations.py gathers the keys.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from importlib.resources import files
from io import BytesIO
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time, format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from starlette.requests import Request

COOKIE: Final = "lang"
PARAMETER: Final = "lang"
_MAX_RANGES: Final = 20  # of an Accept-Language header; browsers send a handful
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,50})?\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?))?\s*"
)
_ARABIC_DIGITS: Final = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_ARABIC_GROUPS: Final = str.maketrans(",", "٬")


def later(text: str) -> str:
    """Marks a text whose translation is asked for elsewhere."""
    return text


class Language:
    """One language of the pages."""

    def __init__(self, code: str, name: str) -> None:
        self.code = code
        self.name = name  # as those call it who speak it
        self.locale = Locale.parse(code)

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return self.locale.text_direction

    @cached_property
    def _catalogue(self) -> gettext.GNUTranslations:
        with files("wellwish.web").joinpath(f"locale/{self.code}.po").open("rb") as file:
            catalogue = read_po(file, self.code)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return gettext.GNUTranslations(compiled)

    def gettext(self, text: str) -> str:
        """Returns the translation."""
        return self._catalogue.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Returns the translation in the form that the count takes."""
        return self._catalogue.ngettext(one, many, count)

    def number(self, value: int) -> str:
        """Returns a number in the digits of the language."""
        if self.code == "ar":
            return self._digits(format_decimal(value, locale="en")).translate(_ARABIC_GROUPS)
        return format_decimal(value, locale=self.locale)

    def day(self, at: datetime, timezone: str) -> str:
        """Returns weekday, day and month, such as ``Fri 28 Nov``; the reader knows the year."""
        pattern = {"de": "EEE d. MMM", "ar": "EEEE d MMMM"}.get(self.code, "EEE d MMM")
        return self._digits(format_date(_local(at, timezone), pattern, locale=self.locale))

    def long_day(self, at: datetime, timezone: str) -> str:
        """Returns the whole date, such as ``28 November 2026``."""
        local = _local(at, timezone)
        return self._digits(
            format_date(local, "long" if self.code != "en" else "d MMMM y", locale=self.locale)
        )

    def time(self, at: datetime, timezone: str) -> str:
        """Returns the time of the day, such as ``17:00``."""
        return self._digits(format_time(_local(at, timezone), "HH:mm", locale=self.locale))

    def until(self, wait: timedelta) -> str:
        """Returns how long it is until then, such as ``in 3 days``."""
        return self._digits(format_timedelta(wait, add_direction=True, threshold=1.3, locale=self.locale))

    def _digits(self, text: str) -> str:
        return text.translate(_ARABIC_DIGITS) if self.code == "ar" else text


def _local(at: datetime, timezone: str) -> datetime:
    return at.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)


ENGLISH: Final = Language("en", "English")
LANGUAGES: Final[Mapping[str, Language]] = {
    each.code: each for each in (ENGLISH, Language("de", "Deutsch"), Language("ar", "العربية"))
}


def choose(request: Request, *fallbacks: str | None) -> Language:
    """Returns the language that the reader chose, else the browser's, else the first that a fallback names.

    A fallback is a locale of the card or the account, such as ``de-AT``.
    """
    chosen = request.query_params.get(PARAMETER) or request.cookies.get(COOKIE, "")
    for code in (chosen, *_accepted(request.headers.get("accept-language", "")), *fallbacks):
        if code is not None and (found := LANGUAGES.get(code.partition("-")[0].lower())) is not None:
            return found
    return ENGLISH


def _accepted(header: str) -> Iterator[str]:
    """The languages that the browser asks for, the dearest first (RFC 9110 section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for part in header.split(",")[:_MAX_RANGES]:
        found = _RANGE.fullmatch(part)
        if found is not None and (weight := float(found[2] or 1)) > 0:
            weighted.append((-weight, found[1]))
    yield from (code for _, code in sorted(weighted, key=lambda each: each[0]))
