"""Payment providers. Payers enter card numbers on the providers' hosted pages only."""

from wellwish.infra.checkout.limits import Limits
from wellwish.infra.checkout.limits import limits as limits_of
from wellwish.infra.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Kind,
    Merchant,
    Name,
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
    StillOpenError,
)
from wellwish.infra.checkout.providers import OPERATOR, Providers

__all__ = [
    "OPERATOR",
    "CheckoutPage",
    "ForgedError",
    "Kind",
    "Limits",
    "Merchant",
    "Name",
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
    "StillOpenError",
    "limits_of",
]
