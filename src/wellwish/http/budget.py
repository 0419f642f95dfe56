"""The general rate limit: requests per minute, for each account and server process.

An ordinary request counts as one. A costly request counts as several, in proportion to its processor time
(measured with 1,000 invitees and with groups of 10,000 members): each amount below counts as one more
request.

Headers follow draft-ietf-httpapi-ratelimit-headers-10: the policy states quota ``q`` and window ``w`` in
seconds, the limit states the remaining quota ``r`` and the seconds ``t`` until it resets.
"""

import ipaddress
import math
import re
import time
from collections import OrderedDict
from functools import cached_property
from typing import Final

from starlette.requests import Request

from wellwish.errors import Refusal, TooManyFailures, TooManyRequests

WINDOW_S: Final = 60

BODY_BYTES: Final = 16 * 1024
MEDIA_BYTES: Final = 1024 * 1024  # of an upload, most of which is only copied
INVITEES: Final = 10  # also resent messages
TEXT_INVITEES: Final = 5  # parsing phone numbers doubles the cost
MEMBERS: Final = 100  # of a group that is saved, or copied for an invitation
EXPORT: Final = 10  # counted in addition to the request

_IPV4: Final = re.compile(r"(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}")


class Budget:
    """A fixed-window counter; each key's window of one minute begins with its first request."""

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
        # Oldest window first.
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()

    @cached_property
    def trials(self) -> "Budget":
        """A separate budget with the same limit for dry runs, which use no quota of real calls."""
        return Budget(self.per_minute, self._name, self._says, self._refuses_with)

    def take(self, account_id: str) -> dict[str, str]:
        """Counts one request and returns the headers. Raises TooManyRequests with the same headers.

        A budget of 0 means no limit: nothing is counted and there are no headers.
        """
        if not self.per_minute:
            return {}
        moment = time.monotonic()
        began, used = self._window(account_id, moment)
        self._windows[account_id] = (began, used + 1)
        wait_s = math.ceil(began + WINDOW_S - moment)
        headers = self._headers(used + 1, wait_s)
        if used + 1 > self.per_minute:
            raise self._refusal(wait_s, headers)
        return headers

    def take_more(self, key: str, cost: int, counted: int = 1) -> dict[str, str]:
        """Counts an additional cost of a request, and returns the headers.

        Raises TooManyRequests, without counting, if the remaining quota is too small. A request that costs
        more than the whole quota needs the whole quota.
        """
        cost = min(cost, self.per_minute - counted)
        if cost > 0:
            moment = time.monotonic()
            began, used = self._window(key, moment)
            if used + cost > self.per_minute:
                wait_s = math.ceil(began + WINDOW_S - moment)
                says = f"This request counts as {counted + cost} requests"
                raise self._refusal(wait_s, self._headers(used, wait_s), says)
            self._windows[key] = (began, used + cost)
        return self.headers(key)

    def charge(self, key: str, cost: int) -> None:
        """Counts a cost that is known only after the work; later requests may be refused because of it."""
        if self.per_minute and cost > 0:
            began, used = self._window(key, time.monotonic())
            self._windows[key] = (began, used + cost)

    def headers(self, key: str) -> dict[str, str]:
        """Returns the current headers; none without a limit."""
        if not self.per_minute:
            return {}
        moment = time.monotonic()
        began, used = self._window(key, moment)
        return self._headers(used, math.ceil(began + WINDOW_S - moment))

    def _headers(self, used: int, wait_s: int) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{self._name}";q={self.per_minute};w={WINDOW_S}',
            "RateLimit": f'"{self._name}";r={max(0, self.per_minute - used)};t={wait_s}',
        }

    def check(self, key: str) -> None:
        """Raises TooManyRequests if the quota is used up. Counts nothing."""
        moment = time.monotonic()
        began, used = self._windows.get(key, (moment, 0))
        if self.per_minute and used >= self.per_minute and moment - began < WINDOW_S:
            raise self._refusal(math.ceil(began + WINDOW_S - moment), {})

    def _window(self, key: str, moment: float) -> tuple[float, int]:
        """Returns the start of the key's window, and the number of requests counted in it."""
        self._forget(moment)
        return self._windows.get(key, (moment, 0))

    def _refusal(self, wait_s: int, headers: dict[str, str], says: str = "") -> Refusal:
        says = says or self._says.format(self.per_minute)
        return self._refuses_with(
            f"{says}. Retry in {wait_s} second{'' if wait_s == 1 else 's'}.",
            headers={**headers, "Retry-After": str(wait_s)},
        )

    def _forget(self, moment: float) -> None:
        """Removes the windows that have ended; amortised, each window is visited once."""
        while self._windows:
            began, _ = next(iter(self._windows.values()))
            if moment - began < WINDOW_S:
                return
            self._windows.popitem(last=False)


class Visits:
    """Limits per minute and network address; people in one office share an address."""

    def __init__(self, requests: int, signings: int, wrong_links: int, failures: int = 0) -> None:
        self.requests = Budget(requests, "page-requests", "Each address can open {} pages per minute")
        self.signings = Budget(signings, "signings", "Each address can sign {} times per minute")
        self.wrong_links = Budget(
            wrong_links, "wrong-links", "Each address can open {} wrong links per minute"
        )
        self.failures = Budget(
            failures, "failures", "Each address can fail to authenticate {} times per minute", TooManyFailures
        )


def peer(request: Request) -> str:
    """Returns the network address for budgets; empty if it is unknown."""
    return address_of(request.client.host) if request.client is not None else ""


def network_of(request: Request) -> str:
    """Returns the client's network, IPv4 /24 or IPv6 /64, coarse enough to be stored."""
    return _IPV4.sub(r"\1.0/24", peer(request))


def address_of(peer: str) -> str:
    """Returns the network of one subscriber: an IPv4 address, or an IPv6 /64 network (RFC 6177)."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return peer
    if address.version == 4:
        return peer
    mapped = address.ipv4_mapped
    return str(mapped) if mapped is not None else str(ipaddress.ip_network((address, 64), strict=False))
