"""Parse days in the formats copied from spreadsheets."""

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal

from babel import Locale

from wellwish.base.language import LANGUAGES

Order = Literal["dmy", "mdy", "ymd"]
ORDERS: Final[Sequence[Order]] = ("dmy", "mdy", "ymd")

_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?", re.ASCII)
_MIDNIGHT: Final = re.compile(r"[ ,T]+(?:00?|12):00(?::00(?:\.0+)?)?(?: ?AM)?Z?\Z", re.IGNORECASE)
_FIGURES: Final = re.compile(r"(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})")
_WITHOUT_YEAR: Final = re.compile(r"(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]?")
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_LONG_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_CENTURY: Final = 2000
_LEAP_YEAR: Final = 2000  # a leap year
# Languages of month names, in addition to those of the pages. English is always accepted, because any
# spreadsheet may use it.
_LOCALES: Final = ("en", "fr", "es", "it", "nl")


def readings(text: str, order: str = "") -> dict[Order, date]:
    """Returns the possible days of a text by the order of its parts; empty if it is not a day.

    ``order``, if chosen by the user for the list, selects between several readings. In a date with dots,
    the day comes first. A date that begins with four digits begins with the year.
    """
    text = _MIDNIGHT.sub("", _plain(text))
    found = dict(_of_figures(text)) or dict(_of_words(text))
    if len(set(found.values())) == 1:
        return dict([next(iter(found.items()))])
    return {each: day for each, day in found.items() if each == order} or found


def readings_of_year(text: str, order: str = "") -> dict[Order, date]:
    """Returns the days that the text may mean as ``readings`` does, also without a year, as in ``14.3.``,
    ``March 14`` or ``--03-14``. The years have no meaning.
    """
    plain = _plain(text)
    without = _WITHOUT_YEAR.fullmatch(plain)
    if plain.startswith("--"):
        return readings(f"{_LEAP_YEAR}-{plain[2:]}", order)
    if without is not None:
        return readings(f"{without[1]}{without[2]}{without[3]}{without[2]}{_LEAP_YEAR}", order)
    return readings(plain, order) or readings(f"{plain} {_LEAP_YEAR}", order)


def year_of(text: str) -> int | None:
    """Returns the four-digit year in the text, or None."""
    found = _LONG_YEAR.findall(_MIDNIGHT.sub("", _plain(text)))
    return int(found[0]) if len(found) == 1 else None


def order_of(text: str) -> Order | None:
    """Returns the only possible order of a numeric day such as ``31/12/2027``.

    Other days of the same list are probably, but not certainly, in the same order.
    """
    plain = _MIDNIGHT.sub("", _plain(text))
    without = _WITHOUT_YEAR.fullmatch(plain)
    if without is not None:
        plain = f"{without[1]}{without[2]}{without[3]}{without[2]}{_LEAP_YEAR}"
    match = _FIGURES.fullmatch(plain)
    if match is None or match[2] == "." or len(match[1]) > 2:
        return None
    found = dict(_of_figures(plain))
    return next(iter(found)) if len(found) == 1 else None


def is_instant(text: str) -> bool:
    """Returns whether the text is a day or a time in a format that the API accepts."""
    return _ISO.fullmatch(text) is not None and _MIDNIGHT.search(text) is None


def _plain(text: str) -> str:
    """Returns the text with ASCII digits."""
    return "".join(
        str(unicodedata.digit(each)) if each.isdigit() and not each.isascii() else each for each in text[:100]
    ).strip()


def _of_figures(text: str) -> Iterator[tuple[Order, date]]:
    match = _FIGURES.fullmatch(text)
    if match is None:
        return
    first, sign, second, third = match.groups()
    orders: Sequence[Order] = ORDERS
    if len(first) > 2:
        orders = ("ymd",)
    elif sign == ".":
        orders = ("dmy",)
    elif len(third) > 2:
        orders = ("dmy", "mdy")
    for order in orders:
        parts = dict(zip(order, (first, second, third), strict=True))
        if len(parts["y"]) in (2, 4) and (day := _day(parts["y"], int(parts["m"]), parts["d"])) is not None:
            yield order, day


def _of_words(text: str) -> Iterator[tuple[Order, date]]:
    """Yields the day of ``31. Dezember 2027``, ``Friday, December 31, 2027`` or ``31-Dec-27``."""
    words = _WORD.findall(text.casefold())
    months, weekdays, fillers = _words()
    figures = [each for each in words if each.isdigit()]
    named = [months[each] for each in words if each in months]
    rest = [
        each
        for each in words
        if not (each.isdigit() or each in months or each in weekdays or each in fillers)
    ]
    if len(figures) != 2 or len(named) != 1 or rest:
        return
    day, year = figures
    order: Order = "ymd" if len(day) == 4 else "dmy"
    if order == "ymd":
        day, year = year, day
    if len(year) in (2, 4) and len(day) <= 2 and (found := _day(year, named[0], day)) is not None:
        yield order, found


def _day(year: str, month: int, day: str) -> date | None:
    try:
        return date(int(year) + (_CENTURY if len(year) == 2 else 0), month, int(day))
    except ValueError:
        return None


@functools.cache
def _words() -> tuple[dict[str, int], set[str], set[str]]:
    """Returns the numbers of the months by name, the names of the weekdays, and filler words."""
    months: dict[str, int] = {}
    weekdays: set[str] = set()
    for code in dict.fromkeys((*LANGUAGES, *_LOCALES)):
        locale = Locale.parse(code)
        for width in ("wide", "abbreviated"):
            for number, word in locale.months["format"][width].items():
                months.setdefault(_bare(word), number)
            weekdays |= {_bare(word) for word in locale.days["format"][width].values()}
    return (
        months | {"sept": 9},
        weekdays,
        {"of", "de", "den", "der", "the", "st", "nd", "rd", "th", "le", "am"},
    )


def _bare(word: str) -> str:
    found = _WORD.findall(word.casefold())
    return found[0] if found else ""
