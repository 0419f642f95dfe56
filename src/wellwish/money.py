"""Money as whole minor units, and how many minor units each currency has.

Source of the table: ISO 4217 list one, as kept by its maintenance agency (SIX), in the state of 1 January
2026, after amendment 180 (Bulgaria took the euro, so BGN went). Left out on purpose:

- codes whose minor units are "N.A.": metals, bond units, SDR, Sucre, ADB unit, test, none (XAU ... XXX);
- funds codes (list two), which nobody holds on a bank card: BOV CHE CHW COU MXV USN UYI XAD. CLF alone
  stays, because prices and rents in Chile are widely stated in it.

The digits are those of the standard. CLDR, and so Babel, gives the digits that people write, which are fewer
for some currencies; only the pages that print an amount want those.
"""

from typing import Final

import msgspec

_CODES_BY_EXPONENT: Final[dict[int, str]] = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
        CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
        HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA
        MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
        QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
        TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
        """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

EXPONENTS: Final[dict[str, int]] = {
    code: exponent for exponent, codes in _CODES_BY_EXPONENT.items() for code in codes.split()
}
"""Decimal digits between a currency and its minor unit: 1 unit is 10 ** exponent minor units."""

MAX_MINOR_AMOUNT: Final = 99_999_999_999
"""Largest single amount, in minor units of its currency.

Eleven digits leave room for small units (in rupiah about 60,000 US dollars). Ninety thousand such amounts
still add up to less than 2**53, so every total stays exact where JSON numbers are doubles (RFC 8259,
section 6), and far below PostgreSQL's bigint. A payment provider may set a lower limit; its adapter knows it.
"""


def decimal(amount: int, code: str) -> str:
    """An amount of minor units in units of its currency, for programs: 1250 of EUR is 12.50, of JPY 1250."""
    exponent = EXPONENTS[code]
    digits = str(abs(amount)).rjust(exponent + 1, "0")
    sign = "-" if amount < 0 else ""
    return sign + (f"{digits[:-exponent]}.{digits[-exponent:]}" if exponent else digits)


class Money(msgspec.Struct, frozen=True):
    """An amount in the minor units of its currency: 1250 and EUR is 12.50 euro, 1250 and JPY is 1,250 yen."""

    amount: int
    """Integer amount in minor units, such as cents of EUR, yen of JPY or fils of KWD."""

    currency: str
    """ISO 4217 currency code in upper case."""


def currency(code: str) -> str:
    """The capital spelling of a currency code written in any letter case.

    Raises ValueError for a code that is not in `EXPONENTS`. The message suits the person who typed it.
    """
    capital = code.strip().upper()
    # A few letters outside ASCII turn into ASCII capitals (a long s into S); those were never a code.
    if not code.isascii() or capital not in EXPONENTS:
        raise ValueError("Must be a current three-letter ISO 4217 currency code, such as EUR, GBP or JPY.")
    return capital
