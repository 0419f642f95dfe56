"""Throughput of invitations: a steady stream, a burst, and the highest sustained rate."""

import asyncio
import itertools
import statistics
import time
from pathlib import Path
from zlib import crc32

import pytest

from tests.delivery.service import Service, service
from tests.fakes.smtp import Post, serving
from tests.waiting import seconds_until

pytestmark = [pytest.mark.anyio]

WITHIN_S = 10.0  # GOV.UK Notify's measure: 95 % handed over within 10 s
SHARE = 0.95
RATE = 50
PATIENCE_S = 120.0
KNEE_S = 8  # seconds per step of the ramp
CARDS = 4


class Stream:
    """Sends invitations at a rate and measures how long each takes to reach the mail server."""

    def __init__(self, running: Service, post: Post, card_ids: list[str]) -> None:
        self.running = running
        self.post = post
        self.card_ids = itertools.cycle(card_ids)
        self.began: dict[str, float] = {}
        self.refused = 0
        self._names = itertools.count()

    async def call(self, invitees: int = 1) -> None:
        emails = [f"t{next(self._names)}@example.com" for _ in range(invitees)]
        at = time.monotonic()
        if await self.running.invite(next(self.card_ids), emails, emails[0]):
            self.began.update(dict.fromkeys(emails, at))
        else:
            self.refused += invitees

    async def at_rate(self, rate: int, seconds: float, invitees: int = 1) -> None:
        """Sends at `rate` invitations per second, without waiting for responses."""
        began, calls = time.monotonic(), list[asyncio.Task[None]]()
        for number in range(int(rate * seconds / invitees)):
            # A steady rate, however long the responses take.
            await asyncio.sleep(max(0.0, began + number * invitees / rate - time.monotonic()))
            calls.append(asyncio.create_task(self.call(invitees)))
        await asyncio.gather(*calls)

    async def delays(self) -> list[float]:
        """Waits for all mails; returns the sorted seconds from request to mail and resets the stream."""
        await seconds_until(lambda: len(self.post.received) >= len(self.began), PATIENCE_S)
        arrived = {each.recipient: each.at for each in reversed(self.post.received)}
        found = [arrived.get(email, float("inf")) - at for email, at in self.began.items()]
        self.began.clear()
        self.post.received.clear()
        return sorted(found)


def report(name: str, delays: list[float]) -> float:
    """Prints the figures and returns the share within WITHIN_S."""
    within = sum(each <= WITHIN_S for each in delays) / len(delays)
    p50, p99 = statistics.median(delays), delays[int(len(delays) * 0.99) - 1]
    print(
        f"{name}: {len(delays)} invitations, p50 {p50:.2f} s, p99 {p99:.2f} s, max {delays[-1]:.2f} s, "
        f"{within:.1%} within {WITHIN_S:.0f} s"
    )
    return within


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(5, marks=pytest.mark.load),
        pytest.param(60, marks=pytest.mark.full),
        pytest.param(600, marks=pytest.mark.full),
    ],
)
async def test_hands_over_a_steady_stream_and_a_burst(seconds: int, tmp_path: Path) -> None:
    async with serving(Post()) as post, service(tmp_path, post) as running:
        # A card takes at most 20,000 invitations.
        stream = Stream(running, post, [await running.card() for _ in range(CARDS)])
        await stream.at_rate(RATE, seconds)
        steady = report(f"{RATE} a second for {seconds} s", await stream.delays())
        await stream.call(1000)
        assert stream.refused == 0
        burst = await stream.delays()
        report("a burst of 1,000", burst)
        assert burst[-1] < PATIENCE_S, "one of the burst was not handed over"
        if seconds >= 60:
            assert steady >= SHARE
            assert burst[-1] <= WITHIN_S
            await knee(stream)


async def knee(stream: Stream) -> None:
    """Raises the rate until the queue grows and prints the last sustained rate."""
    held = RATE
    for rate in (100, 150, 200, 300, 400, 600):
        stream.refused = 0
        began = time.monotonic()
        await stream.at_rate(rate, KNEE_S, invitees=10)
        delays = await stream.delays()
        share = report(f"{rate} a second for {KNEE_S} s", delays)
        # A sustained rate leaves no backlog: the last mail arrives soon after the last request.
        if share < SHARE or stream.refused or time.monotonic() - began > KNEE_S + 3:
            break
        held = rate
    print(f"the rate that held: {held} a second")
    assert held >= RATE


@pytest.mark.full
@pytest.mark.parametrize("fault", ["dead", "slow"])
async def test_holds_while_one_server_for_mail_lives(fault: str, tmp_path: Path) -> None:
    first, second = Post(), Post()
    if fault == "slow":
        first.slow_s = lambda address: 6.0 if crc32(address.encode()) % 10 < 3 else 0.0
    async with serving(second), serving(first):
        pass
    async with serving(second):
        if fault == "slow":
            async with serving(first), service(tmp_path, first, second) as running:
                await _holds(running, first, second, fault)
        else:
            async with service(tmp_path, first, second) as running:
                await _holds(running, first, second, fault)


async def _holds(running: Service, first: Post, second: Post, fault: str) -> None:
    stream = Stream(running, second, [await running.card()])
    await stream.at_rate(RATE, 10)
    count = len(stream.began)
    await seconds_until(lambda: len(first.received) + len(second.received) >= count, PATIENCE_S)
    second.received += first.received
    share = report(f"one of two servers {fault}, {len(first.received)} by it", await stream.delays())
    assert share >= SHARE


@pytest.mark.full
async def test_does_not_hold_with_one_server_that_is_slow(tmp_path: Path) -> None:
    """The control: one slow server misses the limit."""
    async with serving(Post(slow_s=lambda _: 12.0)) as post, service(tmp_path, post) as running:
        # A card takes at most 20,000 invitations.
        stream = Stream(running, post, [await running.card() for _ in range(CARDS)])
        await stream.at_rate(RATE, 0.5)
        assert report("the only server slow", await stream.delays()) < SHARE
