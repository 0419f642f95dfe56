"""Amounts as Stripe writes them, which differ from ISO 4217 for some currencies."""

from typing import Final

from wellwish.checkout.provider import RefusedError

# "Zero-decimal currencies" and "special cases" of the documentation, where they differ from ISO 4217: these
# have no decimals in the standard and two at Stripe, which must be 00 ...
_TWO_MORE: Final = frozenset({"ISK", "UGX"})
# ... this has two in the standard and none at Stripe, ...
_TWO_LESS: Final = frozenset({"MGA"})
# ... and of the three of these the last must be 0.
_LAST_IS_0: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})


def on_the_wire(amount: int, currency: str) -> int:
    """Returns minor units of ISO 4217 as Stripe writes them. Raises RefusedError for what it cannot take."""
    if currency in _TWO_MORE:
        return amount * 100
    if currency in _TWO_LESS:
        if amount % 100:
            raise RefusedError("amount_not_possible")
        return amount // 100
    if currency in _LAST_IS_0 and amount % 10:
        raise RefusedError("amount_not_possible")
    return amount


def from_the_wire(amount: int, currency: str) -> int:
    """Returns what Stripe writes in minor units of ISO 4217."""
    if currency in _TWO_MORE:
        return amount // 100
    return amount * 100 if currency in _TWO_LESS else amount
