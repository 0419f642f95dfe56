"""Outgoing texts: the carriers that the operator sets, with Twilio's public interface.

Unlike the addresses that `net` calls, these servers may be private: the operator named them.
"""

from wellwish.sms.carrier import REFUSALS, Accepted, AwayError, Carrier, Carriers, RefusedError
from wellwish.sms.text import Parts as TextParts
from wellwish.sms.text import parts_of, simplified

__all__ = [
    "REFUSALS",
    "Accepted",
    "AwayError",
    "Carrier",
    "Carriers",
    "RefusedError",
    "TextParts",
    "parts_of",
    "simplified",
]
