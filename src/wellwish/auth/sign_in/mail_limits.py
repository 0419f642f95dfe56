"""Limits on emails that anybody can request for any address: to sign in, or to see or change one's data.

A browser whose user has proved that they read the mailbox has a reserve outside every shared count, so that
strangers cannot lock the user out. Other browsers are limited by address and network, across all processes.
The link in any of these emails proves that its user reads the mailbox (``earlier_link``). An address that has
used up its emails for today has therefore received at least one whose link gives a browser a reserve
(docs/decisions/0029-sign-in.md).
"""

import ipaddress
import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from wellwish.accounts.user import email_key
from wellwish.base.errors import TooManyRequests
from wellwish.base.language import later
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

Kind = Literal["sign_in", "privacy", "email_change"]
TO_ADDRESS: Final[dict[Kind, int]] = {"sign_in": 12, "privacy": 5, "email_change": 3}  # per day: 20 in all
TO_ADDRESS_FROM_NETWORK: Final = 5  # per hour and kind
FROM_NETWORK: Final = 20  # per hour; an office shares a network address
FROM_SITE: Final = 100  # per hour, for an IPv6 /48, which one subscriber can have (RFC 6177)
OF_RESERVE: Final = 5  # per hour; each sign-in begins a new reserve
_HOUR: Final = timedelta(hours=1)
_GMAIL: Final = frozenset({"gmail.com", "googlemail.com"})

ADDRESS: Final = later(
    "Too many of these emails were requested for this address. Open the link in the newest one in this "
    "browser: its page sends you another one."
)
NETWORK: Final = later(
    "Too many emails were requested from your network. Try again later, or use another network."
)
SERVICE: Final = later("We're sending an unusual number of emails right now. Try again later.")
_RESULTS: Final = {ADDRESS: "refused_address", NETWORK: "refused_network", SERVICE: "refused_service"}


class Asker(NamedTuple):
    """The client's network address, and the ID of the browser's reserve for the email address, if any."""

    network: str
    reserve: str = ""


class _Limit(NamedTuple):
    subject: str
    most: int
    ends_at: datetime
    says: str


async def admit(tx: Tx, services: Services, kind: Kind, email: str, asker: Asker) -> bool:
    """Counts an email; returns whether it uses the browser's reserve.

    The limits ignore whether the address is known. Raises TooManyRequests with ``Retry-After``; the
    transaction must then be rolled back. Raises ValueError for an invalid address.
    """
    hour = tx.now.replace(minute=0, second=0, microsecond=0) + _HOUR
    if asker.reserve and await _take(tx, services, f"mails of the reserve {asker.reserve}", OF_RESERVE, hour):
        _count(services, kind, "reserve")
        return True
    for limit in _limits(tx.now, hour, services, kind, email, asker.network):
        if not await _take(tx, services, limit.subject, limit.most, limit.ends_at):
            _count(services, kind, _RESULTS[limit.says])
            wait_s = math.ceil((limit.ends_at - tx.now).total_seconds())
            raise TooManyRequests(limit.says, headers={"Retry-After": str(wait_s)})
    _count(services, kind, "counted")
    return False


def mailbox_of(email: str) -> str:
    """Returns the same text for all addresses of a mailbox: without subaddresses (RFC 5233) and Gmail's dots.

    Raises ValueError for an invalid address.
    """
    local, _, domain = email_key(email).rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _GMAIL:
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"


def _limits(
    now: datetime, hour: datetime, services: Services, kind: Kind, email: str, network: str
) -> Sequence[_Limit]:
    """Returns the limits in order. The service's limit comes last, so that only admitted requests lock it."""
    # If only users get emails, requests for other spellings must not consume the limit of the user's address.
    mails_all = kind != "sign_in" or services.settings.sign_up == "open"
    address = mailbox_of(email) if mails_all else email_key(email)
    limits = [
        _Limit(f"mails requested from {network}", FROM_NETWORK, hour, NETWORK),
        _Limit(f"{kind} mails to {address} from {network}", TO_ADDRESS_FROM_NETWORK, hour, ADDRESS),
        _Limit(f"{kind} mails to {address}", TO_ADDRESS[kind], budget.day_end(now), ADDRESS),
    ]
    if ":" in network:
        site = ipaddress.ip_network(network).supernet(new_prefix=48)
        limits.insert(1, _Limit(f"mails requested from {site}", FROM_SITE, hour, NETWORK))
    if most := services.settings.limits.requested_mails_per_hour:
        limits.append(_Limit("mails requested", most, hour, SERVICE))
    return limits


async def _take(tx: Tx, services: Services, subject: str, most: int, ends_at: datetime) -> bool:
    return bool(await budget.take(tx, [services.keys.pseudonym(subject)], most, ends_at))


def _count(services: Services, kind: Kind, result: str) -> None:
    services.meter.count("requested_mails_total", f'kind="{kind}",result="{result}"')
