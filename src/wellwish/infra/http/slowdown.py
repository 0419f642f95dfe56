"""Delays the refusals of clients that continue after 429, with delays that increase up to a limit.

Without delays, a client that ignores ``Retry-After`` would be refused as fast as it sends requests, which
would occupy the process. Only refusals are delayed, so other clients with the same address or account are not
affected.
"""

import time
from asyncio import sleep
from collections import Counter, OrderedDict
from typing import Final

UNDELAYED: Final = 5  # a client that has not yet read its first refusal can get this many
STEP_S: Final = 0.1
MOST_S: Final = 5.0
FORGIVEN_AFTER_S: Final = 60.0  # the longest window of the limits per minute
# A server process accepts 1,024 concurrent requests.
PLACES: Final = 100
PLACES_OF_CLIENT: Final = 20
_MOST_CLIENTS: Final = 10_000


class Slowdown:
    """The refused clients of a process, by account or network address."""

    def __init__(self) -> None:
        # Number and last time of refusals; the least recently refused client comes first.
        self._refused: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    async def wait(self, client: str) -> bool:
        """Waits before a refusal. Returns False if too many are waiting, so that the connection is closed."""
        delay_s = self._delay_s(client)
        if not delay_s:
            return True
        if self._waiting[client] >= PLACES_OF_CLIENT or self._waiting.total() >= PLACES:
            return False
        self._waiting[client] += 1
        try:
            await sleep(delay_s)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]
        return True

    def _delay_s(self, client: str) -> float:
        """Counts a refusal of the client and returns its delay."""
        moment = time.monotonic()
        number, refused_at = self._refused.pop(client, (0, moment))
        number = number + 1 if moment - refused_at < FORGIVEN_AFTER_S else 1
        self._refused[client] = number, moment
        if len(self._refused) > _MOST_CLIENTS:
            self._refused.popitem(last=False)
        return min(MOST_S, STEP_S * max(0, number - UNDELAYED))
