"""Convert amounts to Stripe's minor units, which differ from ISO 4217 for some currencies.

Source: https://docs.stripe.com/currencies#zero-decimal, #three-decimal and #special-cases (a copy of the
page, compared on 22 November 2026). HUF and TWD lack decimals only in payouts.
"""

from typing import Final

from wellwish.infra.checkout.provider import ProviderRefusedError

# No decimals in ISO 4217; two at Stripe, which must be 00.
TWO_MORE: Final = frozenset({"ISK", "UGX"})
# Two decimals in ISO 4217; none at Stripe.
TWO_LESS: Final = frozenset({"MGA"})
# Three decimals in both; at Stripe the last digit must be 0.
LAST_IS_0: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})


def on_the_wire(amount: int, currency: str) -> int:
    """Converts ISO 4217 minor units to Stripe's.

    Raises ProviderRefusedError for amounts that Stripe cannot represent.
    """
    if currency in TWO_MORE:
        return amount * 100
    if currency in TWO_LESS:
        if amount % 100:
            raise ProviderRefusedError("amount_not_possible")
        return amount // 100
    if currency in LAST_IS_0 and amount % 10:
        raise ProviderRefusedError("amount_not_possible")
    return amount


def from_the_wire(amount: int, currency: str) -> int:
    """Converts Stripe's minor units to ISO 4217.

    Raises ValueError for a fraction in a currency without fractions, because charges have no such amounts.
    """
    if currency in TWO_MORE:
        if amount % 100:
            raise ValueError("not an amount of this currency")
        return amount // 100
    return amount * 100 if currency in TWO_LESS else amount


def fee_from_the_wire(fee: int, currency: str) -> int:
    """Converts a Stripe fee, which is negative if Stripe returned it.

    Fractions of a minor unit are rounded half away from zero, because the ledger has no fractions.
    """
    if currency not in TWO_MORE:
        return from_the_wire(fee, currency)
    rounded = (abs(fee) + 50) // 100
    return rounded if fee >= 0 else -rounded
