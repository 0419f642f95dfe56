"""The way out for texts: the carriers that the operator sets, in the shape of Twilio's public interface.

Unlike the addresses that `net` calls, these may be private: whoever runs the service named them.
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
