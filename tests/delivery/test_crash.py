"""kill -9 of server and worker at random: nothing acknowledged is lost, and hardly a copy too many."""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.delivery.service import Service, service
from tests.fakes.smtp import Post, serving

# In the campaigns until it has been seen green beside the other suites: script/test --only crash runs it too.
pytestmark = [pytest.mark.anyio, pytest.mark.crash, pytest.mark.full]

SEED = 20261121
CYCLES = 40
CLIENTS = 4
PACE_S = 0.05  # between a client's calls: some eighty invitations a second in all
MOST_COPIES = 1.05  # reliability.md b3, an invitation
PATIENCE_S = 180.0  # two leases of a minute and what was put off


async def client(running: Service, card_id: str, number: int, acked: set[str], stop: asyncio.Event) -> None:
    """Invites one after the other; what was not acknowledged is sent again with its key."""
    count = 0
    while not stop.is_set():
        email = f"c{number}-{count}@example.com"
        while not await running.invite(card_id, [email], email):
            await asyncio.sleep(0.05)
        acked.add(email)
        count += 1
        await asyncio.sleep(PACE_S)


async def kill_at_random(running: Service, cycles: int, chance: random.Random) -> Counter[str]:
    killed: Counter[str] = Counter()
    for _ in range(cycles):
        await asyncio.sleep(chance.uniform(0.4, 1.6))
        for program in chance.choice(
            [[running.server], [running.worker], [running.worker], [running.server, running.worker]]
        ):
            await program.kill()
            await program.start()
            killed[program.command] += 1
    return killed


async def until_all(post: Post, acked: set[str]) -> float:
    """Returns after how many seconds every acknowledged address has had its mail."""
    began = time.monotonic()
    while acked - {each.recipient for each in post.received}:
        if time.monotonic() - began > PATIENCE_S:
            break
        await asyncio.sleep(0.2)
    return time.monotonic() - began


async def test_delivers_each_acknowledged_invitation_under_kill_9(tmp_path: Path) -> None:
    acked, stop, chance = set[str](), asyncio.Event(), random.Random(SEED)
    async with serving(Post()) as post, service(tmp_path, post) as running:
        card_id = await running.card()
        clients = [
            asyncio.create_task(client(running, card_id, number, acked, stop)) for number in range(CLIENTS)
        ]
        killed = await kill_at_random(running, CYCLES, chance)
        await running.until_ready()
        stop.set()
        await asyncio.gather(*clients)
        waited_s = await until_all(post, acked)
        await asyncio.sleep(2)  # a copy too many would come now
    copies = Counter(each.recipient for each in post.received)
    lost = acked - copies.keys()
    ids: dict[str, set[str]] = {}
    for each in post.received:
        ids.setdefault(each.recipient, set()).add(each.message_id)
    rate = sum(copies.values()) / len(copies)
    print(
        f"seed {SEED}: {CYCLES} cycles, killed {dict(killed)}, {len(acked)} acknowledged, {len(lost)} lost, "
        f"{sum(copies.values())} copies, {rate:.4f} an invitation, all there after {waited_s:.0f} s"
    )
    assert len(acked) >= 500
    assert not lost
    assert all(len(each) == 1 for each in ids.values())
    assert len({next(iter(each)) for each in ids.values()}) == len(ids)
    assert rate <= MOST_COPIES


async def test_delivers_exactly_once_without_faults(tmp_path: Path) -> None:
    acked, stop = set[str](), asyncio.Event()
    async with serving(Post()) as post, service(tmp_path, post) as running:
        card_id = await running.card()
        clients = [
            asyncio.create_task(client(running, card_id, number, acked, stop)) for number in range(CLIENTS)
        ]
        await asyncio.sleep(8)
        stop.set()
        await asyncio.gather(*clients)
        await until_all(post, acked)
        await asyncio.sleep(2)
    copies = Counter(each.recipient for each in post.received)
    print(f"{len(acked)} acknowledged, {sum(copies.values())} copies")
    assert copies == dict.fromkeys(acked, 1)
