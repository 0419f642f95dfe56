"""Wait in a test until a condition holds, a session is blocked, or other tasks have had their turn.

Conditions that cause no event are polled, only in this module. A test that must let time pass sleeps and
gives the reason: `tests/guards/test_sleeps.py` counts these pauses.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from time import monotonic  # by name: tests of times replace the module's attribute
from typing import Any, TypeVar, overload

import asyncpg

# A busy machine may need all of it.
PATIENCE_S = 180.0
# The maximum pause: long waits poll less often, to leave the machine to the awaited work.
_LONGEST_PAUSE_S = 0.1

_BLOCKED = """
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
    """

Errors = type[BaseException] | tuple[type[BaseException], ...]
T = TypeVar("T")


class _Looks:
    """The polls of a condition until a deadline."""

    def __init__(self, within_s: float) -> None:
        self._within_s, self._ends_at, self._count = within_s, monotonic() + within_s, 0
        self.last: object = None

    def pause_s(self, condition: Callable[[], Any]) -> float:
        """Returns the pause before the next poll. Raises AssertionError after the deadline."""
        if monotonic() > self._ends_at:
            text = inspect.getsource(condition).strip() if inspect.isroutine(condition) else repr(condition)
            raise AssertionError(f"not within {self._within_s:g} s, at last {self.last!r}: {text}")
        self._count += 1
        return min(0.005 * self._count, _LONGEST_PAUSE_S)


@overload
async def until(
    condition: Callable[[], Awaitable[T | None]], *, within_s: float = PATIENCE_S, despite: Errors = ()
) -> T: ...
@overload
async def until(
    condition: Callable[[], T | None], *, within_s: float = PATIENCE_S, despite: Errors = ()
) -> T: ...
async def until(condition: Callable[[], Any], *, within_s: float = PATIENCE_S, despite: Errors = ()) -> Any:
    """Returns the first true result of the condition. ``despite``: errors that mean "not yet"."""
    looks = _Looks(within_s)
    while True:
        try:
            found = condition()
            if inspect.isawaitable(found):
                found = await found
        except despite as error:
            found, looks.last = None, error
        else:
            looks.last = found
        if found:
            return found
        await asyncio.sleep(looks.pause_s(condition))  # the pause of all


def wait_until(condition: Callable[[], T | None], *, within_s: float = PATIENCE_S, despite: Errors = ()) -> T:
    """Returns the first true result of the condition; like `until`, but without an event loop."""
    looks = _Looks(within_s)
    while True:
        try:
            found = condition()
        except despite as error:
            found, looks.last = None, error
        else:
            looks.last = found
        if found:
            return found
        time.sleep(looks.pause_s(condition))  # the pause of all without an event loop


async def seconds_until(condition: Callable[[], Any], within_s: float) -> float:
    """Returns the seconds until the condition holds, or infinity if it does not in time."""
    began = monotonic()
    try:
        await until(condition, within_s=within_s)
    except AssertionError:
        return float("inf")
    return monotonic() - began


async def until_waiting(connection: "asyncpg.Connection[Any]", sessions: int = 1) -> None:
    """Returns once that many sessions wait for a lock. The connection itself may hold the lock."""

    async def are_blocked() -> bool:
        await connection.execute("select pg_stat_clear_snapshot()")
        return await connection.fetchval(_BLOCKED) >= sessions

    await until(are_blocked)


async def turns(count: int = 1) -> None:
    """Lets each task that can run do so, ``count`` times."""
    for _ in range(count):
        await asyncio.sleep(0)  # no time passes
