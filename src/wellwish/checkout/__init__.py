"""Checkout: the way out for money, to providers whose own pages take it; no card number ever comes here."""

from wellwish.checkout.provider import (
    AwayError,
    Begun,
    ForgedError,
    Merchant,
    Order,
    Provider,
    ProviderEvent,
    RawProviderEvent,
    RefundOrder,
    RefusedError,
)
from wellwish.checkout.providers import OPERATOR, Providers

__all__ = [
    "OPERATOR",
    "AwayError",
    "Begun",
    "ForgedError",
    "Merchant",
    "Order",
    "Provider",
    "ProviderEvent",
    "Providers",
    "RawProviderEvent",
    "RefundOrder",
    "RefusedError",
]
