"""Turns: so many at once in this process; who comes later waits, for a while."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary


class NoTurn(Exception):  # noqa: N818 - what happened
    """The turn did not come in time."""


class Turns:
    """Gives turns, each in the order in which it was asked for."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        # One for each event loop: a semaphore belongs to one.
        self._of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def one(self, wait_s: float) -> AsyncGenerator[None]:
        """Waits for a turn and gives it back at the end. Raises NoTurn after so many seconds without one."""
        turns = self._of_loops.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._at_once))
        try:
            async with asyncio.timeout(wait_s):
                await turns.acquire()
        except TimeoutError as error:
            raise NoTurn from error
        try:
            yield
        finally:
            turns.release()
