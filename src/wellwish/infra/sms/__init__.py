"""Outgoing text messages through carriers configured by the operator, with Twilio's public interface.

Unlike addresses called with `net`, these servers may be private, because the operator configures them.
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
