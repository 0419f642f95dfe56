"""The order in which providers are tried."""

from types import SimpleNamespace

import pytest

from wellwish.base import failover
from wellwish.base.failover import FIRST_REST_S, LONGEST_REST_S, Failover


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(failover, "time", SimpleNamespace(monotonic=lambda: self.now))


def test_keeps_the_order_of_preference() -> None:
    assert Failover(["a", "b", "c"]).in_order() == ["a", "b", "c"]


def test_tries_a_provider_that_failed_last_until_it_has_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, ways = Clock(monkeypatch), Failover(["a", "b", "c"])
    ways.failed("a")
    assert ways.in_order() == ["b", "c", "a"]
    clock.now += FIRST_REST_S
    assert ways.in_order() == ["a", "b", "c"]


def test_keeps_the_order_among_those_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    ways = Failover(["a", "b", "c"])
    ways.failed("b")
    ways.failed("a")
    assert ways.in_order() == ["c", "a", "b"]


def test_doubles_the_rest_until_the_provider_works(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, ways = Clock(monkeypatch), Failover(["a", "b"])
    rests: list[float] = []

    def rest() -> float:
        ways.failed("a")
        began = clock.now
        while ways.in_order() == ["b", "a"]:
            clock.now += 1
        return clock.now - began

    rests = [rest() for _ in range(6)]
    assert rests == [FIRST_REST_S, 30, 60, 120, LONGEST_REST_S, LONGEST_REST_S]
    ways.worked("a")
    assert rest() == FIRST_REST_S


def test_tells_equal_providers_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    one, two = [1], [1]
    ways = Failover([one, two])
    ways.failed(one)
    assert ways.in_order()[0] is two
