"""Calls to addresses that tenants and contributors give: public addresses only, checked and pinned.

Every address that a name resolves to is checked, the connection goes to a checked address, and the name stays
in ``Host`` and in TLS. Redirects are not followed and proxies of the environment are ignored (OWASP ASVS 5.0,
1.3.6 and 15.3.2). Servers that the operator sets are not called from here.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from wellwish import hosts, trace
from wellwish.idn import ascii_url
from wellwish.jobs import RetryLaterError

MAX_URL: Final = 2048  # characters; product.md, as for every URL that a client gives
MAX_BODY_BYTES: Final = 5 * 1024 * 1024
CONNECT_S: Final = 3.0  # DNS, connection and TLS
TOTAL_S: Final = 10.0

# Everything that IANA's special-purpose registries (RFC 6890) do not list as globally reachable. The list is
# our own: ipaddress.is_global is wrong on Python 3.11 and allows NAT64, 6to4 and multicast.
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

# WHATWG URL, "ends in a number": such a host is an address, in one of the many notations of inet_aton.
_NUMBER: Final = re.compile(r"(?:[0-9]+|0[xX][0-9A-Fa-f]*)")
_QUAD: Final = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}")
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_MAX_HOST: Final = 253  # RFC 1035 section 2.3.4, without the dot of the root
_AUTHORITY: Final = re.compile(r"[a-z]+://([^/?#]*)", re.IGNORECASE)
_NOT_IN_URLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\<>\"`{}|^\u2028\u2029]")

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
OpenSocket = Callable[[str, int], socket.socket]


class AddressRefusedError(Exception):
    """An address that must not be called; the text is a sentence for its author."""


class CallFailedError(Exception):
    """A call without a response.

    ``reason`` is one of dns, connect, tls, reset, timeout, protocol, too_large.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Rules:
    """Which addresses may be called. Only tests allow other addresses and plain http."""

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


@dataclass(frozen=True)
class Reply:
    """A response: status, headers with names in lower case, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Net:
    """One per process; the session opens with the first call."""

    def __init__(
        self, rules: Rules = PUBLIC, resolve: Resolve | None = None, open_socket: OpenSocket | None = None
    ) -> None:
        self.rules = rules
        self._resolve = resolve or hosts.resolve
        self._open_socket = open_socket
        self._session: aiohttp.ClientSession | None = None
        self._limiter = hosts.HostLimiter()

    @contextmanager
    def place(self, url: str, account_id: str) -> Generator[None]:
        """Holds a place at the URL's host during a job's call. Raises RetryLaterError."""
        with self._limiter.place(hosts.of(url), account_id) as wait_s:
            if wait_s is not None:
                raise RetryLaterError(wait_s)
            yield

    async def call(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes = b"",
        total_s: float = TOTAL_S,
        max_bytes: int = MAX_BODY_BYTES,
        glance_s: float | None = None,
    ) -> Reply:
        """Returns the response; a redirect is returned as it is. Raises AddressRefusedError, CallFailedError.

        A body over ``max_bytes`` is a failure. With ``glance_s`` only the status matters: the body is cut off
        at ``max_bytes`` or after that many seconds.
        """
        parsed = self.rules.check_url(url)
        try:
            with trace.span(method, "client", {"server.address": parsed.host or ""}):
                sent = {**headers, **trace.headers()}
                async with (
                    asyncio.timeout(total_s),
                    self._opened().request(
                        method, parsed, headers=sent, data=body, allow_redirects=False
                    ) as answer,
                ):
                    kept = await _body(answer, max_bytes, glance_s)
                    found = {name.lower(): value for name, value in answer.headers.items()}
                    return Reply(answer.status, found, kept)
        except CallFailedError:
            raise
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            if isinstance(error.__context__, AddressRefusedError):
                raise error.__context__ from None
            raise CallFailedError(_reason(error)) from error

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=_Checked(self.rules, self._resolve),
                socket_factory=self._checked_socket,
                use_dns_cache=False,
                force_close=True,  # a checked connection serves one call
                limit=0,  # the queue limits the number of simultaneous calls
                ssl=self.rules.tls or _verified_tls(),
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
                trust_env=False,
                auto_decompress=False,  # a compressed response could expand without limit
                skip_auto_headers=("Accept-Encoding",),
                read_bufsize=16 * 1024,
            )
        return self._session

    def _checked_socket(self, info: tuple[Any, Any, int, str, Any]) -> socket.socket:
        """Opens the socket of a connection and checks the address again, at the last possible place."""
        self.rules.check_address(info[4][0])
        if self._open_socket is not None:
            return self._open_socket(info[4][0], info[4][1])
        return socket.socket(info[0], info[1], info[2])


class _Checked(AbstractResolver):
    """Resolves a name once and returns checked addresses only; one private address refuses them all."""

    def __init__(self, rules: Rules, resolve: Resolve) -> None:
        self._rules = rules
        self._resolve = resolve

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Raises AddressRefusedError, OSError."""
        del family  # of both families, so that a private address of one cannot hide behind the other
        async with asyncio.timeout(CONNECT_S):
            addresses = await self._resolve(host, port)
        for address in addresses:
            self._rules.check_address(address)
        if not addresses:
            raise OSError("the name has no address")
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        """Nothing to close."""


@cache
def _verified_tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _body(answer: aiohttp.ClientResponse, max_bytes: int, glance_s: float | None) -> bytes:
    kept = bytearray()
    try:
        async with asyncio.timeout(glance_s):
            async for chunk in answer.content.iter_any():
                kept += chunk
                if len(kept) > max_bytes:
                    break
    except (TimeoutError, aiohttp.ClientError, OSError):
        if glance_s is None:
            raise
    if len(kept) > max_bytes and glance_s is None:
        raise CallFailedError("too_large")
    return bytes(kept[:max_bytes])


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


def _is_name(host: str) -> bool:
    """Returns whether an IDNA-encoded host is a DNS name; a trailing dot is allowed."""
    labels = host.lower().removesuffix(".").split(".")
    plain = all(_LABEL.fullmatch(label) for label in labels) and len(host) <= _MAX_HOST
    return plain and not _NUMBER.fullmatch(labels[-1])


_RESETS: Final = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError, aiohttp.ClientPayloadError)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "dns"
    if isinstance(error, (aiohttp.ClientSSLError, ssl.SSLError)):
        return "tls"
    if isinstance(error, aiohttp.ClientConnectorError):
        return "connect"
    if isinstance(error, _RESETS):
        return "reset"
    return "protocol"
