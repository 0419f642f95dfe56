"""Discards the remaining body of a refused request.

A server that closes a connection with unread bytes resets it. The reset may arrive before the client, or a
proxy, has read the response; the proxy then responds 502.
"""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.types import Message, Receive

_MAX_BYTES: Final = 16 * 1024 * 1024
_MAX_S: Final = 2.0
_SMALL_BYTES: Final = 64 * 1024  # bytes that usually arrive with the headers of the request


class Unread:
    """Forwards the messages of a body, and records whether the last one has arrived."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_read = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._is_read = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    async def discard(self) -> None:
        """Reads the remaining body after the response, up to 16 MiB and for two seconds."""
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(_MAX_S):
                while not self._is_read and size < _MAX_BYTES:
                    size += len((await self()).get("body", b""))


def is_large(request: Request) -> bool:
    """Whether the body can be read, and may still be arriving when it is refused."""
    headers = request.headers
    if "expect" in headers:  # the client waits for a response before it sends the body
        return False
    length = headers.get("content-length", "")
    return "transfer-encoding" in headers or (length.isdecimal() and _SMALL_BYTES < int(length) <= _MAX_BYTES)
