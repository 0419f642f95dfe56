"""Order the providers of a service: a provider that has failed is tried last for a while.

An unreachable provider therefore costs its timeout only once instead of for each message. Each process tracks
failures separately.
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
    rests_until: float = 0.0  # monotonic time
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
        """Moves the provider behind those that work: for 15 s, doubled with each failure, up to 240 s."""
        way = self._way(provider)
        way.rests_until = time.monotonic() + way.rest_s
        way.rest_s = min(way.rest_s * 2, LONGEST_REST_S)

    def worked(self, provider: T) -> None:
        self._way(provider).rest_s = FIRST_REST_S

    def _way(self, provider: T) -> _Way[T]:
        return next(way for way in self._ways if way.provider is provider)
