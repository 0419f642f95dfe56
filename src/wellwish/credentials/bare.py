"""Bare requests: they name nobody, but come from this very machine and from no page and no proxy on it.

In demo mode such a request may have a pair of the demo account. A page of any site can send requests to
a loopback address, also under a name of its own (DNS rebinding), and a proxy can pass strangers on:
each of them shows in a header.
"""

import re
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.requests import Request

_LOOPBACK_HOST: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_CREDENTIALS: Final = ("authorization", "x-api-key", "x-client-secret")
_OF_BROWSERS: Final = ("origin", "sec-fetch-site")
_OF_PROXIES: Final = ("forwarded", "x-real-ip", "via")
_OF_PROXIES_PREFIX: Final = "x-forwarded-"


def is_bare(request: Request) -> bool:
    """Tells whether the request names nobody and was sent by a program on this machine."""
    headers = request.headers
    return (
        request.client is not None
        and _is_loopback(request.client.host)
        and names_loopback(request)
        and not any(name in headers for name in (*_CREDENTIALS, *_OF_BROWSERS, *_OF_PROXIES))
        and not any(name.startswith(_OF_PROXIES_PREFIX) for name in headers)
    )


def names_loopback(request: Request) -> bool:
    """Tells whether the one ``Host`` is a loopback address, which no name of a foreign site is."""
    hosts = request.headers.getlist("host")
    return len(hosts) == 1 and _LOOPBACK_HOST.fullmatch(hosts[0]) is not None


def _is_loopback(peer: str) -> bool:
    try:
        address = ip_address(peer)
    except ValueError:  # a name, or a socket in a folder
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback
