"""The amounts and currencies that a provider takes, so that a refusal comes before anybody is sent there."""

from typing import Final, Literal

from msgspec import Struct

from wellwish.money import EXPONENTS, MAX_MINOR_AMOUNT

# https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, here in ISO 4217 minor units. For
# other currencies the minimum is that of the account's settlement currency, converted, which we do not know.
_LEAST: Final = {
    "USD": 50, "AED": 200, "AUD": 50, "BRL": 50, "CAD": 50, "CHF": 50, "CZK": 1500, "DKK": 250, "EUR": 50,
    "GBP": 30, "HKD": 400, "HUF": 17500, "INR": 50, "JPY": 50, "MXN": 1000, "MYR": 200, "NOK": 300, "NZD": 50,
    "PLN": 200, "RON": 200, "SEK": 300, "SGD": 50, "THB": 1000,
}  # fmt: skip
# Currencies of our table that https://docs.stripe.com/currencies#presentment-currencies does not list.
_NOT_AT_STRIPE: Final = frozenset(
    {"BTN", "CLF", "CUP", "ERN", "GHS", "IQD", "IRR", "KPW", "LYD", "MRU", "SDG", "SSP", "STN", "SVC", "SYP",
     "TMT", "UYW", "VED", "VES", "ZWG"}
)  # fmt: skip
# Stripe has no decimals for this currency, and needs a last digit of 0 for those with three decimals.
_WHOLE: Final = frozenset({"MGA"})
_EIGHT_DIGITS: Final = 99_999_999
_TWO_DECIMALS: Final = 2


class Limits(Struct, frozen=True):
    """Amounts in ISO 4217 minor units: the smallest, the largest, and the number that divides each amount."""

    least: int
    most: int
    step: int


def limits(provider: Literal["sandbox", "stripe"], currency: str) -> Limits | None:
    """Returns None if the provider does not have the currency; the sandbox takes everything."""
    if provider == "sandbox":
        return Limits(1, MAX_MINOR_AMOUNT, 1)
    if currency in _NOT_AT_STRIPE:
        return None
    step = 100 if currency in _WHOLE else 10 if EXPONENTS[currency] > _TWO_DECIMALS else 1
    most = _EIGHT_DIGITS * step if currency in _WHOLE else _EIGHT_DIGITS
    return Limits(_LEAST.get(currency, step), most, step)
