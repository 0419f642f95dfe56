"""Payment providers: their hosted pages take the money, so no card number reaches this service."""

from wellwish.checkout.limits import Limits
from wellwish.checkout.limits import limits as limits_of
from wellwish.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Kind,
    Merchant,
    OpenPage,
    Order,
    PayoutLine,
    Provider,
    ProviderCharge,
    ProviderEvent,
    ProviderFailedError,
    ProviderPayout,
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
    "Kind",
    "Limits",
    "Merchant",
    "OpenPage",
    "Order",
    "PayoutLine",
    "Provider",
    "ProviderCharge",
    "ProviderEvent",
    "ProviderFailedError",
    "ProviderPayout",
    "ProviderRefusedError",
    "ProviderUnavailableError",
    "Providers",
    "RawProviderEvent",
    "RefundOrder",
    "limits_of",
]
