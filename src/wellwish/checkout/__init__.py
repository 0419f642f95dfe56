"""Payment providers: their hosted pages take the money, so no card number reaches this service."""

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
