"""The general budget: requests a minute, an account and server process.

Headers as in draft-ietf-httpapi-ratelimit-headers-10: a policy names quota ``q`` and window ``w``
in seconds, the limit tells the remainder ``r`` and the seconds ``t`` until it is whole again.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from typing import Final

from wellwish.errors import TooManyRequests

WINDOW_S: Final = 60


class Budget:
    """Counts in windows of a minute that begin with an account's first request."""

    def __init__(
        self, per_minute: int, name: str = "requests", says: str = "An account may send {} requests a minute"
    ) -> None:
        self.per_minute = per_minute
        self._name = name
        self._says = says
        # Those that began first come first.
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, account_id: str) -> dict[str, str]:
        """Counts one request and returns the headers that tell. Raises TooManyRequests with them.

        A budget of 0 is no limit: nothing is counted and no header is sent.
        """
        if not self.per_minute:
            return {}
        moment = time.monotonic()
        self._forget(moment)
        began, used = self._windows.get(account_id, (moment, 0))
        used += 1
        self._windows[account_id] = (began, used)
        wait_s = math.ceil(began + WINDOW_S - moment)
        headers = {
            "RateLimit-Policy": f'"{self._name}";q={self.per_minute};w={WINDOW_S}',
            "RateLimit": f'"{self._name}";r={max(0, self.per_minute - used)};t={wait_s}',
        }
        if used > self.per_minute:
            raise self._refusal(wait_s, headers)
        return headers

    def check(self, key: str) -> None:
        """Raises TooManyRequests when nothing is left, and counts nothing."""
        moment = time.monotonic()
        began, used = self._windows.get(key, (moment, 0))
        if self.per_minute and used >= self.per_minute and moment - began < WINDOW_S:
            raise self._refusal(math.ceil(began + WINDOW_S - moment), {})

    def _refusal(self, wait_s: int, headers: dict[str, str]) -> TooManyRequests:
        return TooManyRequests(
            f"{self._says.format(self.per_minute)}; wait {wait_s} seconds.",
            headers={**headers, "Retry-After": str(wait_s)},
        )

    def _forget(self, moment: float) -> None:
        """Lets go of the windows that have passed, looking at each once however many there are."""
        while self._windows:
            began, _ = next(iter(self._windows.values()))
            if moment - began < WINDOW_S:
                return
            self._windows.popitem(last=False)


class Visits:
    """What one address may do on the public pages within a minute; an office shares one."""

    def __init__(self, requests: int, signings: int, wrong_links: int) -> None:
        self.requests = Budget(requests, "page-requests", "An address may open {} pages a minute")
        self.signings = Budget(signings, "signings", "An address may sign {} times a minute")
        self.wrong_links = Budget(wrong_links, "wrong-links", "An address may try {} wrong links a minute")


def address_of(peer: str) -> str:
    """Returns what one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 one (RFC 6177)."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return peer
    if address.version == 4:
        return peer
    mapped = address.ipv4_mapped
    return str(mapped) if mapped is not None else str(ipaddress.ip_network((address, 64), strict=False))
