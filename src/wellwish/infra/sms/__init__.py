"""Outgoing texts: the carriers that the operator sets, with Twilio's public interface.

Unlike the addresses that `net` calls, these servers may be private, because the operator sets them.
"""

from wellwish.infra.sms.carrier import (
    REFUSALS,
    Accepted,
    Carrier,
    CarrierRefusedError,
    Carriers,
    CarrierUnavailableError,
)
from wellwish.infra.sms.text import TextParts, count_parts, simplified

__all__ = [
    "REFUSALS",
    "Accepted",
    "Carrier",
    "CarrierRefusedError",
    "CarrierUnavailableError",
    "Carriers",
    "TextParts",
    "count_parts",
    "simplified",
]
