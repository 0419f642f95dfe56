"""Payment providers: their hosted pages take the money, so no card number reaches this service."""

from wellwish.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Merchant,
    Order,
    Provider,
    ProviderEvent,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
    RefundOrder,
)
from wellwish.checkout.providers import OPERATOR, Providers

__all__ = [
    "OPERATOR",
    "CheckoutPage",
    "ForgedError",
    "Merchant",
    "Order",
    "Provider",
    "ProviderEvent",
    "ProviderRefusedError",
    "ProviderUnavailableError",
    "Providers",
    "RawProviderEvent",
    "RefundOrder",
]
