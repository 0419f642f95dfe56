"""Choose among providers of the same service: in order, and one that failed last for a while.

So a provider that is away costs its timeout once and not for each message. Each process keeps its own times.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")

FIRST_REST_S: Final = 15.0
LONGEST_REST_S: Final = 240.0


@dataclass
class _Way(Generic[T]):
    provider: T
    rests_until: float = 0.0  # of the monotonic clock
    rest_s: float = FIRST_REST_S


class Failover(Generic[T]):
    """Providers in the order of preference."""

    def __init__(self, providers: Sequence[T]) -> None:
        self._ways = [_Way(each) for each in providers]

    def in_order(self) -> list[T]:
        """Returns all providers in the order in which they are tried."""
        now = time.monotonic()
        return [way.provider for way in sorted(self._ways, key=lambda way: way.rests_until > now)]

    def failed(self, provider: T) -> None:
        """Makes the provider the last to be tried for a while, which doubles until it recovers."""
        way = self._way(provider)
        way.rests_until = time.monotonic() + way.rest_s
        way.rest_s = min(way.rest_s * 2, LONGEST_REST_S)

    def worked(self, provider: T) -> None:
        self._way(provider).rest_s = FIRST_REST_S

    def _way(self, provider: T) -> _Way[T]:
        return next(way for way in self._ways if way.provider is provider)
