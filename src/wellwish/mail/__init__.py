"""Outgoing mail: the SMTP servers and the HTTP provider that the operator sets, tried in order.

Unlike the addresses that `net` calls, these servers may be private: the operator named them.
"""

from wellwish.mail.envelope import (
    AcceptedMail,
    BouncedError,
    DeferredError,
    Envelope,
    LostError,
    MailError,
    RejectedError,
    SuppressedError,
    UnsupportedAddressError,
)
from wellwish.mail.mailer import TOTAL_S, Mailer

__all__ = [
    "TOTAL_S",
    "AcceptedMail",
    "BouncedError",
    "DeferredError",
    "Envelope",
    "LostError",
    "MailError",
    "Mailer",
    "RejectedError",
    "SuppressedError",
    "UnsupportedAddressError",
]
