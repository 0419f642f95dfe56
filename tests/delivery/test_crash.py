"""Random kill -9 of server and worker loses no acknowledged message and causes few duplicates.

Mail, texts and webhooks run together because they share the queue and its leases.
"""

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.delivery.service import Service, service
from tests.fakes.carrier import FakeCarrier, carrying
from tests.fakes.smtp import Post, serving
from tests.waiting import seconds_until, until
from tests.webhooks.receivers import Receiver, receiving

# Runs separately because it counts duplicates: a starved process is killed more often between two steps.
pytestmark = [pytest.mark.anyio, pytest.mark.crash]

SEED = 20261121
CLIENTS = (*["email"] * 6, *["sms"] * 2)
PACE_S = 0.08  # Between a client's calls; with the response time about 50 invitations per second in total.
MOST_COPIES = 1.05  # reliability.md b3, copies per invitation
PATIENCE_S = 180.0  # Two leases plus the webhook retry delay, which grows.
TYPE = "invitation.created"


@dataclass
class Outside:
    """The service, its mail server, its carriers and a webhook receiver."""

    running: Service
    post: Post
    carriers: list[FakeCarrier]
    receiver: Receiver
    acked: dict[str, set[str]] = field(default_factory=lambda: {"email": set(), "sms": set()})

    def copies(self, channel: str) -> Counter[str]:
        if channel == "email":
            return Counter(each.recipient for each in self.post.received)
        return sum((each.copies for each in self.carriers), Counter[str]())

    @property
    def message_ids(self) -> dict[str, set[str]]:
        ids: dict[str, set[str]] = {}
        for each in self.post.received:
            ids.setdefault(each.recipient, set()).add(each.message_id)
        return ids

    async def lost(self) -> int:
        """Returns the number of acknowledged invitations and events that have not arrived."""
        missing = sum(len(acked - self.copies(channel).keys()) for channel, acked in self.acked.items())
        return missing + len(await self.running.events(TYPE) - self.receiver.taken)

    async def until_all(self) -> float:
        """Waits until everything has arrived or PATIENCE_S has passed; returns the seconds waited."""

        async def has_all() -> bool:
            return not await self.lost()

        found = await seconds_until(has_all, PATIENCE_S)
        if await self.lost():
            print(*await self.running.waiting(), sep="\n")
        await asyncio.sleep(2)  # a duplicate would arrive by then, and no event shows that none comes
        return found

    async def sent_rate(self) -> float:
        """Prints the figures and returns the copies per invitation."""
        events, ids = await self.running.events(TYPE), Counter(self.receiver.ids)
        of = {channel: self.copies(channel) for channel in self.acked}
        for channel, copies in of.items():
            count = len(self.acked[channel])
            print(
                f"{channel}: {count} acknowledged, {copies.total()} copies, {copies.total() / count:.4f} each"
            )
        print(f"webhooks: {len(events)} events, {ids.total()} copies, {ids.total() / len(events):.4f} each")
        return sum(each.total() for each in of.values()) / sum(map(len, self.acked.values()))


@asynccontextmanager
async def outside(folder: Path) -> AsyncGenerator[Outside]:
    async with (
        serving(Post()) as post,
        carrying("a", "b") as carriers,
        receiving() as receiver,
        service(folder, post, carriers=carriers) as running,
    ):
        await running.hook(receiver.url, TYPE)
        yield Outside(running, post, carriers, receiver)


async def client(out: Outside, card_id: str, number: int, channel: str, stop: asyncio.Event) -> None:
    """Sends invitations in sequence; repeats an unacknowledged one with its idempotency key."""
    count = 0
    while not stop.is_set():
        address = f"c{number}-{count}@example.com" if channel == "email" else f"+447400{number}{count:05}"
        invited = partial(out.running.invite, card_id, [address], address, channel)
        await until(invited, within_s=PATIENCE_S)
        out.acked[channel].add(address)
        count += 1
        await asyncio.sleep(PACE_S)  # the load stays the same on any machine


@asynccontextmanager
async def clients(out: Outside) -> AsyncGenerator[None]:
    stop, card_id = asyncio.Event(), await out.running.card()
    tasks = [
        asyncio.create_task(client(out, card_id, number, channel, stop))
        for number, channel in enumerate(CLIENTS)
    ]
    try:
        yield
    finally:
        await out.running.until_ready()
        stop.set()
        await asyncio.gather(*tasks)


async def kill_at_random(
    running: Service, cycles: int, chance: random.Random, runs_s: tuple[float, float] = (0.4, 2.6)
) -> Counter[str]:
    """Kills and restarts processes once per cycle; prints how soon the server responds again."""
    killed: Counter[str] = Counter()
    recovered: list[float] = []
    choices = [[running.server], [running.worker], [running.worker], [running.server, running.worker]]
    for _ in range(cycles):
        await asyncio.sleep(chance.uniform(*runs_s))  # the kill comes at any moment
        began = time.monotonic()
        for program in chance.choice(choices):
            await program.kill()
            await program.start()
            killed[program.command] += 1
        await running.until_ready()
        recovered.append(time.monotonic() - began)
    print(f"server answers again after: p50 {statistics.median(recovered):.1f} s, max {max(recovered):.1f} s")
    return killed


@pytest.mark.parametrize("cycles", [5, pytest.param(40, marks=pytest.mark.full)])
async def test_delivers_each_acknowledged_invitation_under_kill_9(cycles: int, tmp_path: Path) -> None:
    async with outside(tmp_path) as out:
        async with clients(out):
            killed = await kill_at_random(out.running, cycles, random.Random(SEED))
        waited_s = await out.until_all()
        lost, rate = await out.lost(), await out.sent_rate()
    print(
        f"seed {SEED}: {cycles} cycles, killed {dict(killed)}, {lost} lost, all there after {waited_s:.0f} s"
    )
    print(f"{rate:.4f} copies an invitation")
    assert len(out.acked["email"]) >= 12 * cycles
    assert len(out.acked["sms"]) >= 3.5 * cycles
    assert lost == 0
    assert all(len(each) == 1 for each in out.message_ids.values()), "all copies carry one Message-ID"
    assert len({next(iter(each)) for each in out.message_ids.values()}) == len(out.message_ids)
    if cycles >= 40:  # With fewer, a single duplicate exceeds the limit.
        assert rate <= MOST_COPIES


async def test_delivers_exactly_once_without_faults(tmp_path: Path) -> None:
    async with outside(tmp_path) as out:
        async with clients(out):
            await asyncio.sleep(6)  # the clients send invitations during this time
        await out.until_all()
        assert await out.sent_rate() == 1
        assert await out.lost() == 0
        for channel, acked in out.acked.items():
            assert out.copies(channel) == dict.fromkeys(acked, 1)
        assert Counter(out.receiver.ids) == dict.fromkeys(await out.running.events(TYPE), 1)
