"""Money in integer minor units, and the minor units of each currency.

The table follows ISO 4217 list one, published by its maintenance agency (SIX), as of 1 January 2026, after
amendment 180 (Bulgaria adopted the euro, which removed BGN). Omitted on purpose:

- codes whose minor units are "N.A.": metals, bond units, SDR, Sucre, ADB unit, test, none (XAU ... XXX);
- funds codes (list two), which bank cards do not use: BOV CHE CHW COU MXV USN UYI XAD. Only CLF is
  included, because prices and rents in Chile are commonly stated in it.

The exponents are those of the standard. CLDR, and therefore Babel, contains the number of digits in everyday
use, which is smaller for some currencies. Use that number only for display.
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
"""Exponent of each currency: 1 unit is 10 ** exponent minor units."""

MAX_MINOR_AMOUNT: Final = 99_999_999_999
"""Largest single amount, in minor units of its currency.

Eleven digits leave room for small units (in rupiah about 60,000 US dollars). The sum of 90,000 such amounts
is still less than 2**53, so totals stay exact where JSON numbers are doubles (RFC 8259 section 6), and far
below the maximum of PostgreSQL's bigint. Payment providers can have lower limits, which their adapters check.
"""


def decimal(amount: int, code: str) -> str:
    """Returns the amount as a plain decimal: 1250 is ``12.50`` in EUR and ``1250`` in JPY."""
    exponent = EXPONENTS[code]
    digits = str(abs(amount)).rjust(exponent + 1, "0")
    sign = "-" if amount < 0 else ""
    return sign + (f"{digits[:-exponent]}.{digits[-exponent:]}" if exponent else digits)


class Money(msgspec.Struct, frozen=True):
    """An amount in minor units: 1250 is 12.50 euros in EUR, and 1,250 yen in JPY."""

    amount: int
    """Integer amount in minor units, such as cents of EUR, yen of JPY or fils of KWD."""

    currency: str
    """ISO 4217 currency code in upper case."""


def currency(code: str) -> str:
    """Returns the currency code in upper case.

    Raises ValueError, with a message for the client, for a code that is not in `EXPONENTS`.
    """
    capital = code.strip().upper()
    # Some letters outside ASCII have ASCII capitals, such as the long s. They are not valid in a code.
    if not code.isascii() or capital not in EXPONENTS:
        raise ValueError("Must be a current three-letter ISO 4217 currency code, such as EUR, GBP or JPY.")
    return capital
