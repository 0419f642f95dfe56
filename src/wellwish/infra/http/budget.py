"""The general rate limit: requests per minute, account and server process.

Most requests count as one. Expensive requests count as several, in proportion to their CPU time, measured
with 1,000 invitees and with groups of 10,000 members. Each quantity below counts as one more request.

The headers follow draft-ietf-httpapi-ratelimit-headers-10: the policy contains the quota ``q`` and the window
``w`` in seconds, and the limit contains the remaining quota ``r`` and the seconds ``t`` until the reset.
"""

import ipaddress
import math
import re
import time
from collections import Counter, OrderedDict
from functools import cached_property
from typing import Final, NamedTuple

from starlette.requests import Request

from wellwish.base.errors import Refusal, TooManyFailures, TooManyRequests
from wellwish.base.limiter import room

WINDOW_S: Final = 60

BODY_BYTES: Final = 16 * 1024
MEDIA_BYTES: Final = 1024 * 1024  # bytes of an upload; most of the work is copying
INVITEES: Final = 10  # invitees, and resent messages
TEXT_INVITEES: Final = 5  # more, because of parsing phone numbers
MEMBERS: Final = 100  # members of a group that is saved or is copied for an invitation
EXPORT: Final = 10  # counted in addition to the request

_SHARED: Final = "The customers of a platform share its requests, and this account has used its share"
_NONE: Final[Counter[str]] = Counter()
_IPV4: Final = re.compile(r"(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}")


class Payer(NamedTuple):
    """The account whose budget counts a request. ``customer``: the customer of this platform that sent it.

    A customer has a share of its platform's budget by the rule of ``limiter``: it may use more only while at
    least the same amount remains. Requests of the platform itself may use the whole budget.
    """

    id: str
    customer: str = ""

    @classmethod
    def of(cls, account_id: str, platform_id: str | None) -> "Payer":
        """Returns the payer of a request of the account itself, which may be a platform's customer."""
        return cls(platform_id, account_id) if platform_id else cls(account_id)


class Budget:
    """A fixed-window counter; the one-minute window of each key begins with its first request."""

    def __init__(
        self,
        per_minute: int,
        name: str = "requests",
        says: str = "Each account can send {} requests per minute",
        refusal: type[Refusal] = TooManyRequests,
    ) -> None:
        self.per_minute = per_minute
        self._name = name
        self._says = says
        self._refuses_with = refusal
        # Ordered by the start of the window.
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._shares: dict[str, Counter[str]] = {}  # requests of customers in their platform's window

    @cached_property
    def trials(self) -> "Budget":
        """A separate budget with the same limit for dry runs, which do not reduce the quota of real calls."""
        return Budget(self.per_minute, self._name, self._says, self._refuses_with)

    def take(self, key: Payer | str) -> dict[str, str]:
        """Counts one request and returns the headers. Raises TooManyRequests with the same headers.

        A budget of 0 means no limit: nothing is counted, and no headers are returned.
        """
        if not self.per_minute:
            return {}
        payer, moment = _payer(key), time.monotonic()
        began, used = self._window(payer.id, moment)
        left = self._left(payer, used)
        wait_s = math.ceil(began + WINDOW_S - moment)
        headers = self._headers(left - 1, wait_s)
        # Refused requests of a customer are not counted, because they would use up the budget of other
        # customers.
        if left > 0 or not payer.customer:
            self._count(payer, began, used, 1)
        if left < 1:
            raise self._refusal(wait_s, headers, _SHARED if payer.customer else "")
        return headers

    def take_more(self, key: Payer | str, cost: int, counted: int = 1) -> dict[str, str]:
        """Counts the additional cost of a request and returns the headers.

        Raises TooManyRequests, without counting, if the remaining quota is too small. A request that costs
        more than the whole quota, or than the largest share of a customer, needs all of it.
        """
        payer = _payer(key)
        most = room(self.per_minute, 0) if payer.customer else self.per_minute
        cost = min(cost, most - counted)
        if cost > 0:
            moment = time.monotonic()
            began, used = self._window(payer.id, moment)
            left = self._left(payer, used)
            if cost > left:
                wait_s = math.ceil(began + WINDOW_S - moment)
                says = f"This request counts as {counted + cost} requests"
                raise self._refusal(wait_s, self._headers(left, wait_s), says)
            self._count(payer, began, used, cost)
        return self.headers(payer)

    def charge(self, key: Payer | str, cost: int) -> None:
        """Counts a cost that is known only after the work. It cannot refuse this request, but later ones."""
        if self.per_minute and cost > 0:
            payer = _payer(key)
            self._count(payer, *self._window(payer.id, time.monotonic()), cost)

    def headers(self, key: Payer | str) -> dict[str, str]:
        """Returns the current headers, or none without a limit."""
        if not self.per_minute:
            return {}
        payer, moment = _payer(key), time.monotonic()
        began, used = self._window(payer.id, moment)
        return self._headers(self._left(payer, used), math.ceil(began + WINDOW_S - moment))

    def _headers(self, left: int, wait_s: int) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{self._name}";q={self.per_minute};w={WINDOW_S}',
            "RateLimit": f'"{self._name}";r={max(0, left)};t={wait_s}',
        }

    def check(self, key: Payer | str) -> None:
        """Raises TooManyRequests if the quota is used up. Does not count the request."""
        if not self.per_minute:
            return
        payer, moment = _payer(key), time.monotonic()
        began, used = self._window(payer.id, moment)
        if self._left(payer, used) < 1:
            raise self._refusal(math.ceil(began + WINDOW_S - moment), {})

    def _window(self, key: str, moment: float) -> tuple[float, int]:
        """Returns the start of the key's window, and the number of requests counted in it."""
        self._forget(moment)
        return self._windows.get(key, (moment, 0))

    def _left(self, payer: Payer, used: int) -> int:
        """Returns how many more requests the payer may send in a window in which ``used`` are counted."""
        free = self.per_minute - used
        if not payer.customer:
            return free
        return room(free, self._shares.get(payer.id, _NONE)[payer.customer])

    def _count(self, payer: Payer, began: float, used: int, cost: int) -> None:
        self._windows[payer.id] = (began, used + cost)
        if payer.customer:
            self._shares.setdefault(payer.id, Counter())[payer.customer] += cost

    def _refusal(self, wait_s: int, headers: dict[str, str], says: str = "") -> Refusal:
        says = says or self._says.format(self.per_minute)
        return self._refuses_with(
            f"{says}. Retry in {wait_s} second{'' if wait_s == 1 else 's'}.",
            headers={**headers, "Retry-After": str(wait_s)},
        )

    def _forget(self, moment: float) -> None:
        """Removes expired windows in amortised constant time per window."""
        while self._windows:
            began, _ = next(iter(self._windows.values()))
            if moment - began < WINDOW_S:
                return
            key, _ = self._windows.popitem(last=False)
            self._shares.pop(key, None)


class Visits:
    """Limits per minute and network address, which people in an office share."""

    def __init__(self, requests: int, signings: int, wrong_links: int, failures: int = 0) -> None:
        self.requests = Budget(requests, "page-requests", "Each address can open {} pages per minute")
        self.signings = Budget(signings, "signings", "Each address can sign {} times per minute")
        self.wrong_links = Budget(
            wrong_links, "wrong-links", "Each address can open {} wrong links per minute"
        )
        self.failures = Budget(
            failures, "failures", "Each address can fail to authenticate {} times per minute", TooManyFailures
        )


def _payer(key: Payer | str) -> Payer:
    return key if isinstance(key, Payer) else Payer(key)


def peer(request: Request) -> str:
    """Returns the network address for budgets, or an empty string if it is unknown."""
    return address_of(request.client.host) if request.client is not None else ""


def network_of(request: Request) -> str:
    """Returns the client's network (IPv4 /24 or IPv6 /64), which is coarse enough to be stored."""
    return _IPV4.sub(r"\1.0/24", peer(request))


def client_address(request: Request) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Returns the client's exact address; None if it is unknown."""
    return None if request.client is None else _exact(request.client.host)


def address_of(peer: str) -> str:
    """Returns the network of one subscriber: an IPv4 address, or an IPv6 /64 network (RFC 6177).

    All clients with invalid addresses count as one.
    """
    address = _exact(peer)
    if address is None:
        return ""
    return str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))


def _exact(peer: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Returns the address in the text, in which proxies also write a port, brackets or a zone."""
    try:
        address = ipaddress.ip_address(_bare(peer))
    except ValueError:
        return None
    if address.version == 6 and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _bare(peer: str) -> str:
    """Returns the address without quotes, brackets, port and zone."""
    peer = peer.strip(' \t"')
    if peer.startswith("["):
        peer = peer[1:].partition("]")[0]
    elif peer.count(":") == 1:
        peer = peer.partition(":")[0]
    return peer.partition("%")[0]
