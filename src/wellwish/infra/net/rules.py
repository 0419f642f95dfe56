"""Rules that restrict calls to public addresses."""

import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from yarl import URL

from wellwish.base.idn import ascii_url

MAX_URL: Final = 2048  # maximum length, as for every URL from clients

# Networks that IANA's special-purpose registries (RFC 6890) do not list as globally reachable, multicast, and
# networks that embed IPv4 addresses. We have our own list because ipaddress.is_global is wrong on Python 3.11
# and allows NAT64, 6to4 and multicast.
DENIED: Final = tuple(
    ip_network(each)
    for each in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
        "fec0::/10", "ff00::/8",
    )
)  # fmt: skip

# WHATWG URL, "ends in a number": such a host is an IPv4 address in one of the notations of inet_aton.
_NUMBER: Final = re.compile(r"(?:[0-9]+|0[xX][0-9A-Fa-f]*)")
_QUAD: Final = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}")
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_MAX_HOST: Final = 253  # RFC 1035 section 2.3.4, without the dot of the root
_AUTHORITY: Final = re.compile(r"[a-z]+://([^/?#]*)", re.IGNORECASE)
_NOT_IN_URLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\<>\"`{}|^\u2028\u2029]")


Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
OpenSocket = Callable[[str, int], socket.socket]


class AddressRefusedError(Exception):
    """The address must not be called. The message is a sentence for the person who entered it."""


@dataclass(frozen=True)
class Rules:
    """Rules for the addresses that may be called. Only tests allow private ones.

    With a loopback base URL, plain http is also allowed.
    """

    schemes: frozenset[str] = frozenset({"https"})
    ports: frozenset[int] | None = frozenset({80, 443})
    denied: tuple[IPv4Network | IPv6Network, ...] = DENIED
    tls: ssl.SSLContext | None = None

    def check_url(self, url: str) -> URL:
        """Returns the parsed URL with its name unresolved. Raises AddressRefusedError."""
        parsed = _parsed(url)
        if parsed.scheme not in self.schemes:
            raise AddressRefusedError(f"Must start with {' or '.join(sorted(self.schemes))}://.")
        authority = _AUTHORITY.match(url)
        if authority is None or "@" in authority[1] or parsed.user is not None:
            raise AddressRefusedError("Must not contain a user name or password.")
        if self.ports is not None and parsed.port not in self.ports:
            raise AddressRefusedError(f"Must use port {' or '.join(map(str, sorted(self.ports)))}.")
        host = parsed.raw_host or ""
        if "[" in authority[1] or ":" in host or _QUAD.fullmatch(host):
            self.check_address(host)
        elif not _is_name(host):
            raise AddressRefusedError("Must have a valid host name or IP address.")
        elif _is_local(host):
            self.check_address("127.0.0.1")
        return parsed

    def check_address(self, address: str) -> None:
        """Raises AddressRefusedError unless the IP address is public."""
        try:
            parsed = ip_address(address)
        except ValueError as error:
            raise AddressRefusedError("Must have a valid host name or IP address.") from error
        if "%" in address or any(parsed in network for network in self.denied):
            raise AddressRefusedError("Must resolve to a public address.")


PUBLIC: Final = Rules()
PUBLIC_OR_PLAIN: Final = Rules(schemes=frozenset({"http", "https"}))


def _parsed(url: str) -> URL:
    if len(url) > MAX_URL or _NOT_IN_URLS.search(url):
        raise AddressRefusedError("Must be a URL of at most 2,048 characters without spaces.")
    try:
        parsed = URL(ascii_url(url))
        if not parsed.raw_host:
            raise AddressRefusedError("Must be a URL with a host.")
    except (ValueError, UnicodeError) as error:
        raise AddressRefusedError("Must be a URL with a host.") from error
    return parsed


def _is_local(host: str) -> bool:
    """Whether the name always refers to the machine itself (RFC 6761 section 6.3)."""
    return host.lower().removesuffix(".").rpartition(".")[2] == "localhost"


def _is_name(host: str) -> bool:
    """Whether an IDNA-encoded host is a DNS name; a trailing dot is allowed."""
    labels = host.lower().removesuffix(".").split(".")
    plain = all(_LABEL.fullmatch(label) for label in labels) and len(host) <= _MAX_HOST
    return plain and not _NUMBER.fullmatch(labels[-1])
