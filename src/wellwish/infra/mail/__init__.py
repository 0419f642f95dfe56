"""Email and bounces: the SMTP servers, HTTP provider and mailbox configured by the operator.

Unlike addresses called with `net`, these servers may be private, because the operator configures them.
"""

from wellwish.infra.mail.envelope import (
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
from wellwish.infra.mail.mail import Mail
from wellwish.infra.mail.mailbox import Mailbox, MailboxError
from wellwish.infra.mail.mailer import TOTAL_S, Mailer
from wellwish.infra.mail.refusal import is_missing_mailbox
from wellwish.infra.mail.report import MAX_BYTES as MAX_REPORT_BYTES
from wellwish.infra.mail.report import Failure, Report
from wellwish.infra.mail.report import read as read_report

__all__ = [
    "MAX_REPORT_BYTES",
    "TOTAL_S",
    "AcceptedMail",
    "BouncedError",
    "DeferredError",
    "Envelope",
    "Failure",
    "LostError",
    "Mail",
    "MailError",
    "Mailbox",
    "MailboxError",
    "Mailer",
    "RejectedError",
    "Report",
    "SuppressedError",
    "UnsupportedAddressError",
    "is_missing_mailbox",
    "read_report",
]
