"""Convert amounts to Stripe's minor units, which differ from ISO 4217 for some currencies."""

from typing import Final

from wellwish.checkout.provider import ProviderRefusedError

# "Zero-decimal currencies" and "special cases" of Stripe's documentation, where they differ from ISO 4217: no
# decimals in the standard and two at Stripe, which must be 00, ...
_TWO_MORE: Final = frozenset({"ISK", "UGX"})
# ... two in the standard and none at Stripe, ...
_TWO_LESS: Final = frozenset({"MGA"})
# ... and three in both, with a last digit of 0.
_LAST_IS_0: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})


def on_the_wire(amount: int, currency: str) -> int:
    """Converts ISO 4217 minor units to Stripe's.

    Raises ProviderRefusedError for amounts that Stripe cannot represent.
    """
    if currency in _TWO_MORE:
        return amount * 100
    if currency in _TWO_LESS:
        if amount % 100:
            raise ProviderRefusedError("amount_not_possible")
        return amount // 100
    if currency in _LAST_IS_0 and amount % 10:
        raise ProviderRefusedError("amount_not_possible")
    return amount


def from_the_wire(amount: int, currency: str) -> int:
    """Converts Stripe's minor units to ISO 4217."""
    if currency in _TWO_MORE:
        return amount // 100
    return amount * 100 if currency in _TWO_LESS else amount
