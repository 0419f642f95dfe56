"""The currency table is complete, matches CLDR, and rejects unknown codes."""

import msgspec
import pytest
from babel.core import get_global
from babel.numbers import get_currency_precision, list_currencies

from wellwish.base.money import EXPONENTS, MAX_MINOR_AMOUNT, Money, currency, decimal

# Currencies for which Babel (CLDR) has no decimals but ISO 4217 does: CLDR follows daily use, which omits the
# minor units of devalued currencies. The ariary is a special case: its minor unit is one fifth, but ISO 4217
# gives it 2 digits.
WRITTEN_WITHOUT_DECIMALS = {
    **dict.fromkeys(["AFN", "ALL", "IRR", "KPW", "LAK", "LBP", "MGA", "MMK", "RSD", "SOS", "SYP", "YER"], 2),
    "IQD": 3,
}

# Still tender in Babel versions whose CLDR predates the change: Bulgaria replaced the lev with the euro in
# 2026.
GONE_SINCE_CLDR = {"BGN"}

FUNDS = "BOV CHE CHW COU MXV USN UYI XAD"
WITHOUT_MINOR_UNITS = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"
HISTORIC = "ANG BGN CUC DEM HRK SLL ZWL"


def test_counts_the_standards_codes() -> None:
    """List one has 165 codes with minor units, eight of which are funds codes that are excluded here."""
    assert len(EXPONENTS) == 165 - len(FUNDS.split())
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in EXPONENTS)


@pytest.mark.parametrize(
    ("exponent", "codes"),
    [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
        (2, "CHF EUR GBP INR USD XCD XCG ZWG"),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ],
)
def test_knows_the_exponent(exponent: int, codes: str) -> None:
    assert {EXPONENTS[code] for code in codes.split()} == {exponent}


def test_names_no_other_exponent_than_the_common_one_by_accident() -> None:
    assert sum(exponent != 2 for exponent in EXPONENTS.values()) == 16 + 7 + 2


def test_differs_from_cldr_only_where_people_write_no_decimals() -> None:
    different = {code: digits for code, digits in EXPONENTS.items() if get_currency_precision(code) != digits}
    assert different == WRITTEN_WITHOUT_DECIMALS
    assert {get_currency_precision(code) for code in different} == {0}


def test_holds_every_currency_that_is_tender_somewhere() -> None:
    tender = {
        code
        for periods in get_global("territory_currencies").values()
        for code, _start, end, is_tender in periods
        if is_tender and end is None
    }
    assert tender - EXPONENTS.keys() <= GONE_SINCE_CLDR
    assert EXPONENTS.keys() <= list_currencies()


@pytest.mark.parametrize("typed", ["EUR", "eur", "Eur", " eur "])
def test_takes_a_code_in_any_case(typed: str) -> None:
    assert currency(typed) == "EUR"


@pytest.mark.parametrize("code", f"{FUNDS} {WITHOUT_MINOR_UNITS} {HISTORIC}".split())
def test_refuses_currencies_that_are_not_used_for_payments(code: str) -> None:
    with pytest.raises(ValueError, match="ISO 4217"):
        currency(code)


@pytest.mark.parametrize("typed", ["", "E", "EURO", "€", "978", "ABC", "\u017fek", "U SD"])
def test_refuses_an_unknown_code(typed: str) -> None:
    with pytest.raises(ValueError, match=r"^Must be a .*, such as EUR, GBP or JPY\.$"):
        currency(typed)


def test_keeps_ninety_thousand_largest_amounts_exact_in_json() -> None:
    assert 90_000 * MAX_MINOR_AMOUNT < 2**53
    assert int(float(90_000 * MAX_MINOR_AMOUNT)) == 90_000 * MAX_MINOR_AMOUNT


def test_writes_and_reads_money_as_whole_minor_units() -> None:
    money = Money(amount=1250, currency="EUR")
    assert msgspec.json.encode(money) == b'{"amount":1250,"currency":"EUR"}'
    assert msgspec.json.decode(b'{"amount":1250,"currency":"EUR"}', type=Money) == money
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"amount":12.5,"currency":"EUR"}', type=Money)


@pytest.mark.parametrize(
    ("amount", "code", "written"),
    [(1250, "EUR", "12.50"), (5, "EUR", "0.05"), (0, "EUR", "0.00"), (1250, "JPY", "1250"), (0, "JPY", "0"),
     (1, "KWD", "0.001"), (-1250, "EUR", "-12.50"), (-7, "JPY", "-7"),
     (MAX_MINOR_AMOUNT, "CLF", "9999999.9999")],
)  # fmt: skip
def test_writes_an_amount_for_programs(amount: int, code: str, written: str) -> None:
    assert decimal(amount, code) == written
