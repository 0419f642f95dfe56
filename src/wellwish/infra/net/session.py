"""The HTTP client of a process; it connects only to checked addresses."""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from wellwish.base import trace
from wellwish.infra.net.reply import CONNECT_S, CallFailedError, Limits, Reply
from wellwish.infra.net.rules import AddressRefusedError, OpenSocket, Resolve, Rules


class Session:
    """Opens a connection per call. Must be created in the event loop that uses it."""

    def __init__(self, rules: Rules, resolve: Resolve, open_socket: OpenSocket | None) -> None:
        self._rules, self._open_socket = rules, open_socket
        connector = aiohttp.TCPConnector(
            resolver=_Checked(rules, resolve),
            socket_factory=self._checked_socket,
            use_dns_cache=False,
            force_close=True,  # a checked connection serves one call
            limit=0,  # the queue limits the number of simultaneous calls
            ssl=rules.tls or _verified_tls(),
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

    async def call(
        self,
        method: str,
        url: URL,
        headers: Mapping[str, str],
        body: bytes,
        limits: Limits,
    ) -> Reply:
        """See `Net.call`."""
        try:
            with trace.span(method, "client", {"server.address": url.host or ""}):
                sent = {**headers, **trace.headers()}
                async with (
                    asyncio.timeout(limits.total_s),
                    self._session.request(
                        method, url, headers=sent, data=body, allow_redirects=False
                    ) as answer,
                ):
                    kept = await _body(answer, limits)
                    found = {name.lower(): value for name, value in answer.headers.items()}
                    return Reply(answer.status, found, kept)
        except CallFailedError:
            raise
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            if isinstance(error.__context__, AddressRefusedError):
                raise error.__context__ from None
            raise CallFailedError(_reason(error)) from error

    async def close(self) -> None:
        await self._session.close()

    def _checked_socket(self, info: tuple[Any, Any, int, str, Any]) -> socket.socket:
        """Opens the socket of a connection after a last check of the address."""
        self._rules.check_address(info[4][0])
        if self._open_socket is not None:
            return self._open_socket(info[4][0], info[4][1])
        return socket.socket(info[0], info[1], info[2])


class _Checked(AbstractResolver):
    """Resolves a name once and returns checked addresses, refusing all of them if one is private."""

    def __init__(self, rules: Rules, resolve: Resolve) -> None:
        self._rules = rules
        self._resolve = resolve

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Raises AddressRefusedError, OSError."""
        del family  # always both families, so that neither can hide a private address of the other
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
        """Does nothing."""


@cache
def _verified_tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _body(answer: aiohttp.ClientResponse, limits: Limits) -> bytes:
    kept = bytearray()
    try:
        async with asyncio.timeout(limits.glance_s):
            async for chunk in answer.content.iter_any():
                kept += chunk
                if len(kept) > limits.max_bytes:
                    break
    except (TimeoutError, aiohttp.ClientError, OSError):
        if limits.glance_s is None:
            raise
    if len(kept) > limits.max_bytes and limits.glance_s is None:
        raise CallFailedError("too_large")
    return bytes(kept[: limits.max_bytes])


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
