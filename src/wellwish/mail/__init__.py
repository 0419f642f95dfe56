"""The way out for mail: the SMTP servers and the HTTP provider that the operator sets, tried in order.

Unlike the addresses that `net` calls, these may be private: whoever runs the service named them.
"""

from wellwish.mail.envelope import (
    BouncedError,
    DeferredError,
    Envelope,
    LostError,
    MailError,
    RejectedError,
    Taken,
)
from wellwish.mail.mailer import TOTAL_S, Mailer

__all__ = [
    "TOTAL_S",
    "BouncedError",
    "DeferredError",
    "Envelope",
    "LostError",
    "MailError",
    "Mailer",
    "RejectedError",
    "Taken",
]
