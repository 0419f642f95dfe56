"""Minimum charges by currency, and unsupported currencies (docs.stripe.com/currencies).

Amounts are in Stripe's minor units. Other currencies have no listed minimum: the converted amount must reach
the minimum of the account's settlement currency, which the fake does not model.
"""

from typing import Final

LEAST: Final = {
    "USD": 50, "AED": 200, "ARS": 50, "AUD": 50, "BRL": 50, "CAD": 50, "CHF": 50, "COP": 50, "CZK": 1500,
    "DKK": 250, "EUR": 50, "GBP": 30, "HKD": 400, "HUF": 17500, "IDR": 50, "ILS": 50, "INR": 50, "JPY": 50,
    "KRW": 50, "MXN": 1000, "MYR": 200, "NOK": 300, "NZD": 50, "PHP": 50, "PLN": 200, "RON": 200, "RUB": 50,
    "SEK": 300, "SGD": 50, "THB": 1000, "ZAR": 50,
}  # fmt: skip
MISSING: Final = frozenset({"CUP", "IRR", "KPW", "SDG", "SSP", "SYP", "ERN", "VED"})
DIGITS: Final = {"IDR": 12, "COP": 10, "INR": 9}  # digits of the largest amount; other currencies have eight
_THREE_DECIMALS: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})
_TWO_THAT_ARE_ZERO: Final = frozenset({"ISK", "UGX"})


def fault(amount: int, currency: str) -> tuple[str, str] | None:
    """Returns message and code for an amount that cannot be charged, or None."""
    code = currency.upper()
    if currency != currency.lower() or code in MISSING:
        return f"Invalid currency: {currency}", "parameter_invalid_string"
    if code in _THREE_DECIMALS and amount % 10:
        return "Amounts in this currency must be divisible by 10", "parameter_invalid_integer"
    if code in _TWO_THAT_ARE_ZERO and amount % 100:
        return "Amounts in this currency must be divisible by 100", "parameter_invalid_integer"
    if amount < LEAST.get(code, 1):
        return "The Checkout Session's total amount is below the minimum", "amount_too_small"
    if len(str(amount)) > DIGITS.get(code, 8):
        return "The total amount has too many digits", "amount_too_large"
    return None
