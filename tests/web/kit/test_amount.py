# ruff: noqa: RUF001 - text as people write it
"""Amounts as people type them: every form with one meaning is accepted, every other one is refused."""

from decimal import Decimal

import pytest

from wellwish.base.language import LANGUAGES
from wellwish.base.money import EXPONENTS, Money
from wellwish.web.kit.amount import amount_of, no_amount, written
from wellwish.web.kit.pot import briefly, said

RIGHT: dict[str, dict[str, int]] = {
    "EUR": {
        "12": 1200,
        " 12 ": 1200,
        "12.50": 1250,
        "12,5": 1250,
        "0,50": 50,
        "007": 700,
        "1,234.50": 123450,
        "1.234,50": 123450,
        "1,234.5": 123450,
        "1,234,567": 123456700,
        "1.234.567,89": 123456789,
        "1 500": 150000,
        "1\u00a0500,50": 150050,
        "1\u202f500,50": 150050,
        "1'500.50": 150050,
        "1\u2019500": 150000,
        "12,-": 1200,
        "12.\u2013": 1200,
        "€12.50": 1250,
        "12,50 €": 1250,
        "12,50\u00a0€": 1250,
        "EUR 12.50": 1250,
        "12.50eur": 1250,
        "12 Euro": 1200,
        "12 euros": 1200,
        "12 يورو": 1200,
        "١٢٫٥٠": 1250,
        "۱۲٫۵": 1250,
        "१२.५०": 1250,
        "١٬٢٣٤": 123400,
        "١٬٢٣٤٫٥٠": 123450,
        "\u200f١٢٫٥٠\u00a0€": 1250,
        "１２．５０": 1250,
        "１，２３４．５０": 123450,
    },
    "JPY": {
        "500": 500,
        "1,500": 1500,
        "1.500": 1500,
        "1 500": 1500,
        "1500.00": 1500,
        "1,500.00": 1500,
        "¥1,500": 1500,
        "￥１，５００": 1500,
        "1500円": 1500,
        "1500 yen": 1500,
        "JPY 1500": 1500,
        "1.500 ¥": 1500,
        "1,234,567": 1234567,
    },
    "KWD": {"1.234": 1234, "1.5": 1500, "0,500": 500, "1,234.500": 1234500, "12": 12000, "KWD 3.250": 3250},
    "USD": {"$5": 500, "US$5": 500, "5 dollars": 500, "5 USD": 500, "$1,234.50": 123450, "5 Dollar": 500},
    "CAD": {"CA$5": 500, "$5": 500, "5 Canadian dollars": 500},
    "GBP": {"£5": 500, "5 pounds": 500},
    "CHF": {"CHF 1'234.50": 123450, "5 Fr.": 500},
    "SEK": {"50 kr": 5000, "1 500,00 kr": 150000},
    "PLN": {"12,50 zł": 1250},
    "KRW": {"₩5,000": 5000, "5000원": 5000},
    "INR": {"₹500": 50000, "Rs. 500": 50000},
    "IQD": {"IQD 25,000": 25_000_000, "25,000": 25_000_000, "25000": 25_000_000, "25.5": 25_500},
    "RSD": {"RSD 1,000": 100_000, "1.500,50": 150_050},
}
# A single separator before three digits is read as the page would print it.
BY_LANGUAGE: dict[str, dict[str, dict[str, int | None]]] = {
    "en": {
        "KWD": {"1.234": 1234, "1,234": None},
        "IQD": {"25,000": 25_000_000, "25.000": None, "25.005": 25_005},
        "RSD": {"1,000": 100_000, "1.000": None},
        "EUR": {"1,000": None, "1.000": None},
        "CLF": {"1,234": None, "1.234": None, "1.2340": 12_340},
        "JPY": {"1,500": 1500, "1.500": 1500},
    },
    "de": {
        "KWD": {"1,234": 1234, "1.234": None},
        "IQD": {"25.000": 25_000_000, "25,000": None, "25,005": 25_005},
        "RSD": {"1.000": 100_000, "1,000": None},
        "EUR": {"1,000": None, "1.000": None},
    },
    "ar": {
        "KWD": {"1.234": 1234, "1,234": None, "١٫٢٣٤": 1234, "١٬٢٣٤": 1_234_000},
        "IQD": {"25,000": 25_000_000, "25.000": None, "٢٥٬٠٠٠": 25_000_000},
    },
}
WRONG: dict[str, list[str]] = {
    "EUR": [
        "", " ", "€", "½", "1e3", "-5", "+5", "5%", "5k", "5 thousand", "1.5 Mio", "twelve", "12.50.", ".50",
        "1,234", "1.234", "0,500", "0.001", "12.345", "1,23,456", "1,234.567", "1.234.56", "1,2345",
        "12,34.50", "1,234 567", "1 23", "$5", "5 dollars", "£5", "5 5", "12.50 12.50", "1,234,56", "0x10",
        "1_000",
        "1234567890123", "12\u20e3", "²", "5²",
    ],
    "JPY": ["5.0", "5.5", "1,50", "15.000.5", "0,500", "€5", "1.500,50"],
    "KWD": ["1.2345", "1,234.5678", "1,234"],
    "IQD": ["25.000", "25.000.00"],
    "USD": ["€5", "5 euros", "¥5", "C$5"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("currency", "typed", "minor"),
    [(currency, typed, minor) for currency, each in RIGHT.items() for typed, minor in each.items()],
)
def test_accepts_an_amount_with_one_meaning(currency: str, typed: str, minor: int) -> None:
    assert amount_of(typed, currency, LANGUAGES["en"]) == minor


@pytest.mark.parametrize(
    ("code", "currency", "typed", "minor"),
    [
        (code, currency, typed, minor)
        for code, currencies in BY_LANGUAGE.items()
        for currency, each in currencies.items()
        for typed, minor in each.items()
    ],
)
def test_reads_thousands_and_decimals_as_the_page_prints_them(
    code: str, currency: str, typed: str, minor: int | None
) -> None:
    assert amount_of(typed, currency, LANGUAGES[code]) == minor


@pytest.mark.parametrize(
    ("currency", "typed"), [(currency, typed) for currency, each in WRONG.items() for typed in each]
)
def test_refuses_any_other(currency: str, typed: str) -> None:
    assert amount_of(typed, currency, LANGUAGES["en"]) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_accepts_every_amount_as_the_page_prints_it(code: str) -> None:
    """Covers every currency, with small and large amounts. The control has another currency's code."""
    language = LANGUAGES[code]
    faults: list[str] = []
    for currency, exponent in EXPONENTS.items():
        for major in ("0.5", "1", "5", "12", "25.5", "999", "1000", "1234", "25000", "1234567"):
            for more in (0, 5):
                minor = int(Decimal(major).scaleb(exponent)) + (0 if exponent == 0 else more)
                money = Money(minor, currency)
                given = (said(language, money), written(language, money))
                faults += [each for each in given if amount_of(each, currency, language) != minor]
        for major in (5, 1000, 1_000_000):
            whole = Money(major * 10**exponent, currency)
            read = amount_of(briefly(language, whole), currency, language)
            # 1,000 is refused where it could be 1 with decimals.
            if read != whole.amount and (major != 1000 or read is not None):
                faults.append(f"{briefly(language, whole)!r} {currency}")
        assert amount_of(f"XTS {minor}", currency, language) is None
    assert faults == []


@pytest.mark.parametrize(
    ("code", "currency", "says"),
    [
        ("en", "EUR", "€12.50"),
        ("de", "EUR", "12,50\u00a0€"),
        ("en", "JPY", "¥1,500"),
        ("en", "KWD", "KWD\u00a012.500"),
        ("en", "IQD", "IQD\u00a012.5"),
    ],
)
def test_gives_an_example_in_the_currency(code: str, currency: str, says: str) -> None:
    assert says in no_amount(LANGUAGES[code], currency)
    assert amount_of(says, currency, LANGUAGES[code]) is not None
