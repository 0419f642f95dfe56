"""Limits on the resources of an account, card, platform or process, and the retention of rows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from wellwish.base.settings import retention
from wellwish.base.settings.retention import Retention

MOST: Final = 1_000_000_000_000
WEBHOOK_ENDPOINTS_PER_ACCOUNT: Final = 20  # each endpoint receives a copy of every event
CONTRIBUTIONS_PER_CARD: Final = 10_000  # maximum of `contribution_limit`; also applies to cards without one


@dataclass(frozen=True)
class Limits:
    """Numbers of bytes, rows and emails; 0 means no limit."""

    stored_response_bytes: int = 1_000_000_000  # responses stored for the idempotency keys of an account
    body_memory_bytes: int = 256 * 1024 * 1024  # request bodies being received by a process
    invitations_per_card: int = 20_000
    invitations_per_account: int = 1_000_000
    groups_per_account: int = 1_000
    group_members_per_account: int = 200_000
    admins_per_card: int = 200
    pending_purchases_per_account: int = 100
    customers_per_platform: int = 1_000
    # Emails that anyone can request for any address, except those that a browser's reserve covers
    # (auth/sign_in/mail_limits.py). 50 networks that request 20 emails each do not reach the limit.
    requested_mails_per_hour: int = 2_000
    retention: Retention = field(default_factory=Retention)


_VARIABLES: Final = {
    "stored_response_bytes": "WELLWISH_STORED_RESPONSE_BYTES",
    "body_memory_bytes": "WELLWISH_BODY_MEMORY_BYTES",
    "invitations_per_card": "WELLWISH_INVITATIONS_PER_CARD",
    "invitations_per_account": "WELLWISH_INVITATIONS_PER_ACCOUNT",
    "groups_per_account": "WELLWISH_GROUPS_PER_ACCOUNT",
    "group_members_per_account": "WELLWISH_GROUP_MEMBERS_PER_ACCOUNT",
    "admins_per_card": "WELLWISH_ADMINS_PER_CARD",
    "pending_purchases_per_account": "WELLWISH_PENDING_PURCHASES_PER_ACCOUNT",
    "customers_per_platform": "WELLWISH_CUSTOMERS_PER_PLATFORM",
    "requested_mails_per_hour": "WELLWISH_REQUESTED_MAILS_PER_HOUR",
}


def read(number: Callable[[str, int, int, int], int]) -> Limits:
    """Returns the limits; ``number`` reads a variable with its default, minimum and maximum."""
    default = Limits()
    rows = {name: number(variable, getattr(default, name), 0, MOST) for name, variable in _VARIABLES.items()}
    return Limits(**rows, retention=retention.read(number))
