"""Webhook endpoints at receivers on loopback."""

from collections.abc import AsyncGenerator, Iterator
from datetime import datetime, timedelta, tzinfo
from typing import Any

import pytest
import standardwebhooks.webhooks

from tests.outside import NAMES
from tests.webhooks.receivers import Receiver, receiving
from tests.world import Person
from wellwish.base import clock
from wellwish.webhooks import deliver


@pytest.fixture
async def receiver() -> AsyncGenerator[Receiver]:
    """A receiver that accepts every message."""
    async with receiving() as each:
        yield each


class _Clock(datetime):
    """The service's movable clock, for the libraries that verify signatures."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return clock.now().astimezone(tz)


@pytest.fixture(autouse=True)
def _one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standardwebhooks.webhooks, "datetime", _Clock)


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """Resets the clock and the names after the test."""
    yield
    clock.move(timedelta())
    NAMES.clear()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the timeout of a call from fifteen seconds to one, for receivers that do not respond.

    No other test asks for it: on a busy machine, a healthy receiver may need a second.
    """
    monkeypatch.setattr(deliver, "_CALL_S", 1.0)
    monkeypatch.setattr(deliver, "_GLANCE_S", 0.2)


@pytest.fixture
async def whe(alice: Person, receiver: Receiver) -> dict[str, Any]:
    """An endpoint of alice's at the receiver with full payloads."""
    answer = await alice.post("/api/webhook-endpoints", {"url": receiver.url, "payload": "full"})
    assert answer.status_code == 201, answer.text
    return answer.json()
