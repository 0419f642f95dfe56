"""Limits the number of tasks of this process that run at the same time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary


class LimiterTimeoutError(Exception):
    """No slot became free in time."""


class Limiter:
    """Grants slots in the order of the requests."""

    def __init__(self, max_running: int) -> None:
        self._max_running = max_running
        # An asyncio semaphore belongs to one event loop.
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def slot(self, wait_s: float) -> AsyncGenerator[None]:
        """Holds a slot for the duration of the block. Raises LimiterTimeoutError if none is free in time."""
        semaphore = self._by_loop.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._max_running))
        try:
            async with asyncio.timeout(wait_s):
                await semaphore.acquire()
        except TimeoutError as error:
            raise LimiterTimeoutError from error
        try:
            yield
        finally:
            semaphore.release()
