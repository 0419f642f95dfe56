"""Bare requests: without credentials, from a program on this machine, and not from a page or a proxy.

In demo mode, such a request gets a key pair of the demo account. A page of any site can send requests to a
loopback address, even under its own name (DNS rebinding), and a proxy can forward requests of strangers. Both
can be recognised by their headers.
"""

import re
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

_LOOPBACK_HOST: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_CREDENTIALS: Final = ("authorization", "x-api-key", "x-client-secret")
_OF_BROWSERS: Final = ("origin", "sec-fetch-site")
# Headers of RFC 7239, nginx, RFC 9110, Cloudflare, Akamai, Fly.io, Tailscale and others.
_OF_PROXIES: Final = (
    "forwarded", "x-real-ip", "via", "cf-connecting-ip", "cf-ray", "true-client-ip", "fly-client-ip",
    "tailscale-user-login", "x-client-ip", "x-cluster-client-ip", "fastly-client-ip",
)  # fmt: skip
_OF_PROXIES_PREFIX: Final = "x-forwarded-"


def is_bare(request: Request) -> bool:
    """Whether a program on this machine sent the request, without credentials."""
    headers = request.headers
    return (
        is_local(request)
        and not any(name in headers for name in (*_CREDENTIALS, *_OF_BROWSERS))
        and all(_is_loopback_url(each) for each in headers.getlist("referer"))
    )


def is_local(request: Request) -> bool:
    """Whether a program or browser on this machine sent the request, not through a proxy.

    A page of another site can send such a request too, but cannot read the response.
    """
    headers = request.headers
    return (
        request.client is not None
        and _is_loopback(request.client.host)
        and _names_loopback(request)
        and not any(name in headers for name in _OF_PROXIES)
        and not any(name.startswith(_OF_PROXIES_PREFIX) for name in headers)
    )


def _names_loopback(request: Request) -> bool:
    """Whether the only ``Host`` header is a loopback address, which cannot be the name of another site."""
    hosts = request.headers.getlist("host")
    return len(hosts) == 1 and _LOOPBACK_HOST.fullmatch(hosts[0]) is not None


def _is_loopback_url(url: str) -> bool:
    try:
        return _LOOPBACK_HOST.fullmatch(urlsplit(url).netloc) is not None
    except ValueError:
        return False


def _is_loopback(peer: str) -> bool:
    try:
        address = ip_address(peer)
    except ValueError:  # the address is a name or a Unix socket
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback
