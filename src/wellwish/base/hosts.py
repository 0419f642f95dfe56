"""Resolve hosts from tenants' URLs, and limit how many jobs of this process call a host at the same time.

Accounts share the places of a host as they share a lane (docs/decisions/0026-shares.md): an account gets at
most three quarters, rounded up, of the places that other accounts leave, and the last free place goes to an
account that holds none.
"""

import asyncio
import math
import random
import socket
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from wellwish.base.idn import ascii_url

PLACES: Final = 8  # an eighth of the lane for external servers; one account gets up to six
_SHORTEST_WAIT_S: Final = 1.0
_LONGEST_WAIT_S: Final = 300.0
_SHORTEST_CALL_S: Final = 0.1  # also the estimate until the first call has ended

# A lookup that hangs keeps its thread for up to 15 s, longer than the call waits. Because these threads are
# separate, it delays neither files nor lookups of the operator's servers, which use the event loop's threads.
_LOOKUPS: Final = ThreadPoolExecutor(256, "lookup")
_under_way: Final[dict[tuple[str, int], "asyncio.Future[list[str]]"]] = {}


async def resolve(host: str, port: int) -> list[str]:
    """Returns the addresses of a name. Concurrent calls share one lookup. Raises OSError."""
    found = _under_way.get((host, port))
    if found is None or found.get_loop() is not asyncio.get_running_loop():
        found = asyncio.get_running_loop().run_in_executor(_LOOKUPS, _look_up, host, port)
        _under_way[host, port] = found
        found.add_done_callback(lambda ended: _forget(host, port, ended))
    return await asyncio.shield(found)


def _look_up(host: str, port: int) -> list[str]:
    return [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def _forget(host: str, port: int, ended: "asyncio.Future[list[str]]") -> None:
    if _under_way.get((host, port)) is ended:
        del _under_way[host, port]
    if not ended.cancelled():
        ended.exception()  # marks the exception as retrieved: all callers may have timed out


def of(url: str) -> str:
    """Returns the host of a URL in canonical form, or an empty string."""
    try:
        return (urlsplit(ascii_url(url)).hostname or "").removesuffix(".")
    except ValueError:
        return ""


@dataclass
class _Host:
    """A host that is being called; ``next_at`` has the time of the next retry for each account."""

    began: dict[int, tuple[str, float]] = field(default_factory=dict[int, tuple[str, float]])
    last_call_s: float = _SHORTEST_CALL_S
    next_at: dict[str, float] = field(default_factory=dict[str, float])

    def held(self) -> Counter[str]:
        return Counter(account_id for account_id, _ in self.began.values())

    def call_s(self, now: float) -> float:
        """The estimated duration of a call: that of the last call or, if longer, the oldest running one."""
        return max(self.last_call_s, now - min(at for _, at in self.began.values()))


class HostLimiter:
    """Counts the running jobs by host and account."""

    def __init__(self, places: int | None = None) -> None:
        self._places = places or PLACES
        self._hosts: dict[str, _Host] = {}
        self._number = 0

    @contextmanager
    def place(self, host: str, account_id: str) -> Generator[float | None]:
        """Holds a place during the block and yields None; without a place, yields the seconds until the next
        attempt.

        Refused jobs of an account are retried one after the other, at the rate at which the host responds to
        the account.
        """
        found = self._hosts.setdefault(host, _Host())
        now = time.monotonic()
        if not self._admits(found, account_id):
            yield self._wait_s(found, account_id, now)
            return
        self._number += 1
        number = self._number
        found.began[number] = (account_id, now)
        try:
            yield None
        finally:
            del found.began[number]
            found.last_call_s = max(time.monotonic() - now, _SHORTEST_CALL_S)
            if not found.began:
                self._hosts.pop(host, None)

    def _admits(self, host: _Host, account_id: str) -> bool:
        held = host.held()
        free, mine = self._places - held.total(), held[account_id]
        if free <= 1:
            return free == 1 and mine == 0
        return mine < math.ceil((free + mine) * 0.75)

    def _wait_s(self, host: _Host, account_id: str, now: float) -> float:
        held = host.held()[account_id]
        # An account without a place is admitted as soon as any place is free, so it retries every second.
        interval_s = host.call_s(now) / held if held else _SHORTEST_WAIT_S
        earliest, latest = now + _SHORTEST_WAIT_S, now + _LONGEST_WAIT_S
        at = max(earliest, host.next_at.get(account_id, 0))
        if at >= latest:  # with many waiting, retries are spread over time
            return random.uniform(_LONGEST_WAIT_S / 2, _LONGEST_WAIT_S)  # noqa: S311 - no secret
        host.next_at[account_id] = at + interval_s
        return at - now
