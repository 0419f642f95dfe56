"""Read a day as spreadsheets copy it."""

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
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_CENTURY: Final = 2000
# English, as spreadsheets of every language may be; the others come from the languages of the pages.
_LOCALES: Final = ("en", "fr", "es", "it", "nl")


def readings(text: str, order: str = "") -> dict[Order, date]:
    """Returns the days that the text may mean, by the order of its parts; empty if it is no day.

    ``order`` is that of the list, if someone has said it; it decides between several readings. Days with dots
    begin with the day, days that begin with four digits with the year.
    """
    text = _MIDNIGHT.sub("", _plain(text))
    found = dict(_of_figures(text)) or dict(_of_words(text))
    if len(set(found.values())) == 1:
        return dict([next(iter(found.items()))])
    return {each: day for each, day in found.items() if each == order} or found


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
    """Returns the numbers of the months by name, the names of the weekdays, and words without a meaning."""
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
