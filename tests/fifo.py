"""The control of the tests of fair pools: a limiter that grants places in the order of the requests."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from wellwish.base.limiter import Key, Limiter, LimiterTimeoutError


class Fifo(Limiter):
    """A limiter that ignores the keys."""

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self._semaphore = asyncio.Semaphore(places)

    @asynccontextmanager
    async def slot(self, key: Key, wait_s: float) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(wait_s):
                await self._semaphore.acquire()
        except TimeoutError as error:
            raise LimiterTimeoutError from error
        try:
            yield
        finally:
            self._semaphore.release()
