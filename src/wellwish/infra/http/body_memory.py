"""Limits the bytes of incoming request bodies in a process, in total and per client.

Clients may send slowly, or never finish. Without these limits, many bodies within their size limit could
exhaust the memory.
"""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request

from wellwish.base.errors import TooManyRequests, Unavailable
from wellwish.infra.http.budget import Payer, peer

# The share of one client: enough for a form with three pictures of 20 MB, with room for other clients.
_SHARES: Final = 4
_RETRY_AFTER_S: Final = 5


class BodyMemory:
    """Counts bytes by client; ``max_bytes`` of 0 means no limit."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._held: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The number of bytes currently held."""
        return self._held.total()

    @contextmanager
    def body(self, client: str) -> Generator["Body"]:
        """Yields the counter of one body; releases its bytes when the block ends."""
        body = Body(self, client)
        try:
            yield body
        finally:
            self._held[client] -= body.held
            if not self._held[client]:
                del self._held[client]

    def take(self, client: str, count: int) -> None:
        """Counts bytes. Raises TooManyRequests above the client's share, Unavailable above the total."""
        if self._max_bytes:
            if self._held[client] + count > self._max_bytes // _SHARES:
                raise TooManyRequests(
                    "Too many request bodies are arriving from this client at the same time.",
                    headers=_HEADERS,
                )
            if self.total + count > self._max_bytes:
                raise Unavailable(headers=_HEADERS)
        self._held[client] += count


class Body:
    """The bytes held for one body."""

    def __init__(self, memory: BodyMemory, client: str) -> None:
        self._memory = memory
        self._client = client
        self.held = 0

    def take(self, count: int) -> None:
        """Counts bytes of this body. Raises TooManyRequests, Unavailable."""
        self._memory.take(self._client, count)
        self.held += count


_HEADERS: Final = {"Retry-After": str(_RETRY_AFTER_S), "Connection": "close"}


def client_of(request: Request) -> str:
    """Returns the account whose budgets the request counts against, or the network address."""
    payer: Payer | None = request.scope.get("payer")
    return peer(request) if payer is None else payer.id
