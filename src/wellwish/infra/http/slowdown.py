"""Delays the refusals of clients that go on after 429: each comes later than the one before, up to a bound.

Without it, a client that ignores ``Retry-After`` gets refusals as fast as it sends requests, and these fill
the process. Only refusals wait, so others behind the same address, or of the same account, are not delayed.
"""

import time
from asyncio import sleep
from collections import Counter, OrderedDict
from typing import Final

UNDELAYED: Final = 5  # refusals of a client that has yet to read the first one
STEP_S: Final = 0.1
MOST_S: Final = 5.0
FORGIVEN_AFTER_S: Final = 60.0  # the longest window of the limits per minute
# A server process takes 1,024 requests at a time.
PLACES: Final = 100
PLACES_OF_CLIENT: Final = 20
_MOST_CLIENTS: Final = 10_000


class Slowdown:
    """The refused clients of a process, by account or network address."""

    def __init__(self) -> None:
        # Number and time of refusals; the client that was refused longest ago comes first.
        self._refused: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    async def wait(self, client: str) -> bool:
        """Waits before a refusal; returns False if too many wait, so that the connection is closed."""
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
