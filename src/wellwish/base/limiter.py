"""Limits the number of concurrent tasks of this process, and shares the places fairly.

Accounts share the places, and the cards of an account share its places, by the same rule
(docs/decisions/0027-fairness.md): a share that holds places takes another one only if at least as many as it
then holds remain free. A newcomer therefore finds a free place, and one account uses at most half of the
places.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


class LimiterError(Exception):
    """No place is free now; a later attempt can succeed."""


class LimiterTimeoutError(LimiterError):
    """No place became free in time."""


class LimiterFullError(LimiterError):
    """Too many tasks of this card or account are waiting."""


class Key(NamedTuple):
    """The share of a task: its account, and within the account its card or link.

    ``payer``: the account's platform; all customers of a platform together have the share of one account.
    """

    account: str
    card: str
    payer: str = ""


@dataclass(eq=False)
class _Waiter:
    key: Key
    granted: asyncio.Future[None]


@dataclass
class _Shares:
    """The places held and the tasks waiting, by platform, account or card.

    ``since`` orders the shares by the last release of a place, or by their first task if none was released.
    """

    held: Counter[Hashable] = field(default_factory=Counter[Hashable])
    waiting: Counter[Hashable] = field(default_factory=Counter[Hashable])
    since: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def forget_idle(self, share: Hashable) -> None:
        """Drops a share without tasks, so that the counters do not grow."""
        if not self.held[share] and not self.waiting[share]:
            del self.held[share], self.waiting[share]
            self.since.pop(share, None)


class _Places:
    """The places of one event loop."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiters: dict[_Waiter, None] = {}  # in the order of arrival
        self._clock = count()
        self._payers = _Shares()
        self._accounts = _Shares()
        self._cards = _Shares()

    def waiting(self, key: Key) -> tuple[int, int, int]:
        """Returns the numbers of waiting tasks of the card, of the account and of its platform."""
        of_payer = self._payers.waiting[key.payer] if key.payer else 0
        return self._cards.waiting[key], self._accounts.waiting[key.account], of_payer

    def enter(self, key: Key) -> _Waiter:
        waiter = _Waiter(key, asyncio.get_running_loop().create_future())
        self.waiters[waiter] = None
        for shares, share in self._of(key):
            shares.waiting[share] += 1
            shares.since.setdefault(share, next(self._clock))
        self.grant()
        return waiter

    def leave(self, waiter: _Waiter) -> None:
        """Removes a task that waits or holds a place."""
        has_place = waiter not in self.waiters
        if has_place:
            self.free += 1
        else:
            del self.waiters[waiter]
        for shares, share in self._of(waiter.key):
            (shares.held if has_place else shares.waiting)[share] -= 1
            if has_place:
                shares.since[share] = next(self._clock)
            shares.forget_idle(share)
        self.grant()

    def grant(self) -> None:
        """Grants the free places to waiting tasks, as far as their shares allow."""
        while self.free > 0:
            # A cancelled task is in the queue until it runs again.
            able = [each for each in self.waiters if not each.granted.done() and self._room(each.key) > 0]
            if not able:
                return
            chosen = min(able, key=self._order)  # the first of equal tasks, to preserve a card's order
            del self.waiters[chosen]
            self.free -= 1
            for shares, share in self._of(chosen.key):
                shares.waiting[share] -= 1
                shares.held[share] += 1
            chosen.granted.set_result(None)

    def _of(self, key: Key) -> Sequence[tuple[_Shares, Hashable]]:
        """Returns the shares of a task, from platform to card.

        A platform's own tasks and those of its customers together have the share of one account.
        """
        within = (self._accounts, key.account), (self._cards, key)
        return ((self._payers, key.payer), *within) if key.payer else within

    def _room(self, key: Key) -> int:
        left = self.free
        for shares, share in self._of(key):
            left = room(left, shares.held[share])
        return left

    def _order(self, waiter: _Waiter) -> tuple[int, ...]:
        """Sorts by the number of places held, then by the last release, earliest first."""
        return tuple(
            number
            for shares, share in self._of(waiter.key)
            for number in (shares.held[share], shares.since[share])
        )


def room(free: int, held: int) -> int:
    """Returns how many more places a share may take, up to half of those free or held by it, at least one."""
    return max(0, max(1, (free + held) // 2) - held) if free > 0 else 0


class Limiter:
    """Grants places to accounts in turn, within an account to its cards in turn, and then in the order of
    requests.

    At most ``card_waiting`` tasks of a card wait, four times as many of an account, and sixteen times as many
    of a platform with its customers. Further tasks are refused immediately; the tasks of others are not
    affected.
    """

    def __init__(self, places: int, *, card_waiting: int = 16) -> None:
        self._number = places
        self._card_waiting = card_waiting
        # Futures belong to one event loop.
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, _Places] = WeakKeyDictionary()

    @asynccontextmanager
    async def slot(self, key: Key, wait_s: float) -> AsyncGenerator[None]:
        """Holds a place for the duration of the block. Raises LimiterTimeoutError, LimiterFullError."""
        places = self._by_loop.setdefault(asyncio.get_running_loop(), _Places(self._number))
        bounds = (self._card_waiting, 4 * self._card_waiting, 16 * self._card_waiting)
        if any(waiting >= bound for waiting, bound in zip(places.waiting(key), bounds, strict=True)):
            raise LimiterFullError
        waiter = places.enter(key)
        try:
            try:
                async with asyncio.timeout(wait_s):
                    await waiter.granted
            except TimeoutError as error:
                raise LimiterTimeoutError from error
            yield
        finally:
            places.leave(waiter)


@dataclass
class _Run(Generic[T]):
    task: asyncio.Task[T]
    callers: int = 0


class Shared(Generic[T]):
    """Runs the same work once for all callers that request it at the same time."""

    def __init__(self) -> None:
        self._runs: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Hashable, _Run[T]]] = (
            WeakKeyDictionary()
        )

    async def run(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Returns the result of ``work``, or raises its error, for each caller.

        The work continues if the caller that started it is cancelled, and stops when the last caller is
        cancelled.
        """
        runs = self._runs.setdefault(asyncio.get_running_loop(), {})
        run = runs.get(key)
        if run is None:
            run = runs[key] = _Run(asyncio.ensure_future(_awaited(work)))
            run.task.add_done_callback(lambda _: runs.pop(key) if runs.get(key) is run else None)
        run.callers += 1
        try:
            return await asyncio.shield(run.task)
        finally:
            run.callers -= 1
            if not run.callers and not run.task.done():
                runs.pop(key, None)
                run.task.cancel()
                await asyncio.wait([run.task])  # until the task has stopped its processes


async def _awaited(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
