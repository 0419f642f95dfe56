"""Checkout: the way out for money, to providers whose own pages take it; no card number ever comes here."""

from wellwish.checkout.provider import (
    AwayError,
    Begun,
    ForgedError,
    Heard,
    Merchant,
    Order,
    Provider,
    RefundOrder,
    RefusedError,
    Told,
)
from wellwish.checkout.providers import OPERATOR, Providers

__all__ = [
    "OPERATOR",
    "AwayError",
    "Begun",
    "ForgedError",
    "Heard",
    "Merchant",
    "Order",
    "Provider",
    "Providers",
    "RefundOrder",
    "RefusedError",
    "Told",
]
