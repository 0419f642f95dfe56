"""The amounts and currencies that each provider accepts, to refuse others before the payer is redirected."""

from typing import Final

from msgspec import Struct

from wellwish.base.money import MAX_MINOR_AMOUNT
from wellwish.infra.checkout.provider import Name
from wellwish.infra.checkout.stripe_money import LAST_IS_0, TWO_LESS, TWO_MORE

# "Minimum charge amount by currency" of https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
# (a copy of the page, compared on 22 November 2026), in ISO 4217 minor units. For other currencies, Stripe
# converts the minimum of the account's settlement currency, which is unknown here.
_LEAST: Final = {
    "USD": 50, "AED": 200, "ARS": 50, "AUD": 50, "BRL": 50, "CAD": 50, "CHF": 50, "COP": 50, "CZK": 1500,
    "DKK": 250, "EUR": 50, "GBP": 30, "HKD": 400, "HUF": 17500, "IDR": 50, "ILS": 50, "INR": 50, "JPY": 50,
    "KRW": 50, "MXN": 1000, "MYR": 200, "NOK": 300, "NZD": 50, "PHP": 50, "PLN": 200, "RON": 200, "RUB": 50,
    "SEK": 300, "SGD": 50, "THB": 1000, "ZAR": 50,
}  # fmt: skip
# "Maximum charge amounts" of the same page: the number of digits that every payment method at Stripe accepts.
# Cards accept more, but the payer chooses the method after the amount.
_DIGITS: Final = {"IDR": 12, "COP": 10, "INR": 9}
_DIGITS_OF_OTHERS: Final = 8
# Currencies of our table that https://docs.stripe.com/currencies#presentment-currencies does not list for any
# country. The page shows the list by country; compared on 22 November 2026 with a copy of the whole list.
_NOT_AT_STRIPE: Final = frozenset(
    {"BTN", "CLF", "CUP", "ERN", "GHS", "IQD", "IRR", "KPW", "LYD", "MRU", "SDG", "SSP", "STN", "SVC", "SYP",
     "TMT", "UYW", "VED", "VES", "ZWG"}
)  # fmt: skip

# https://docs.mollie.com/docs/multicurrency, with the decimals of ISO 4217; compared on 23 November 2026.
_AT_MOLLIE: Final = frozenset(
    {"AED", "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "ISK", "JPY", "MXN",
     "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "RUB", "SEK", "SGD", "THB", "TWD", "USD", "ZAR"}
)  # fmt: skip


class Limits(Struct, frozen=True):
    """The minimum and maximum amount in ISO 4217 minor units. Amounts must be multiples of ``step``."""

    least: int
    most: int
    step: int


def limits(provider: Name, currency: str) -> Limits | None:
    """Returns None if the provider does not support the currency; the sandbox supports all."""
    if provider == "sandbox":
        return Limits(1, MAX_MINOR_AMOUNT, 1)
    if provider == "mollie":
        # Mollie's minimum and maximum depend on the payment method chosen on its page.
        return Limits(1, MAX_MINOR_AMOUNT, 1) if currency in _AT_MOLLIE else None
    if currency in _NOT_AT_STRIPE:
        return None
    step = 100 if currency in TWO_LESS else 10 if currency in LAST_IS_0 else 1
    most = 10 ** _DIGITS.get(currency, _DIGITS_OF_OTHERS) - 1
    most = most * 100 if currency in TWO_LESS else most // 100 if currency in TWO_MORE else most
    most = min(most, MAX_MINOR_AMOUNT)
    return Limits(_LEAST.get(currency, step), most - most % step, step)
