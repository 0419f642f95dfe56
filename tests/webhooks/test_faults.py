"""Many events to receivers with every kind of fault: all arrive once the faults end.

A short variant is in the quick suite, 1,000 events in the load suite; the tests print their figures.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import standardwebhooks

from tests.outside import NAMES
from tests.waiting import until
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import endpoint
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra import events
from wellwish.infra.jobs import Worker
from wellwish.webhooks import deliver, outcome
from wellwish.webhooks.outcome import Attempt
from wellwish.worker import HOURLY, JOBS, LANES

pytestmark = [pytest.mark.anyio, pytest.mark.process]

FAULTS = ("500", "429", "302", "hang", "drip head", "huge", "reset before", "reset after", "no http", "flap")
PRIVATE = "private.example.com"
MEMORY_LIMIT_MIB = 64


@pytest.fixture(autouse=True)
def _short_rounds(short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the rounds of deliveries, because a worker finishes its round before it stops."""
    monkeypatch.setattr(deliver, "_ROUNDS_S", 1.0)


@asynccontextmanager
async def working(world: World) -> AsyncGenerator[None]:
    """Runs a worker concurrently with the test, as in production."""
    worker = Worker(world.services.db, world.services, JOBS, HOURLY, LANES.values())
    task = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        worker.stop()
        await task


async def happen(world: World, person: Person, kind: str, count: int) -> set[str]:
    """Records `count` events of a type for the person; returns the IDs of all events of the type."""
    async with world.services.db.transaction([person.account_id]) as tx:
        data = [{"number": number} for number in range(count)]
        await events.record_each(tx, person.account_id, kind, card_id=None, data=data)
    rows = await world.owner.fetch(
        "select id from events where account_id = $1 and type = $2", person.account_id, kind
    )
    return {row["id"] for row in rows}


def resident_mib() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


async def pending(world: World) -> int:
    return await world.owner.fetchval("select count(*) from webhook_deliveries where status = 'pending'")


async def all_arrives(world: World, alice: Person, count: int, faulty_s: float) -> dict[str, Receiver]:
    """Records events while each receiver fails differently, then ends the faults and moves the clock."""
    async with AsyncExitStack() as stack:
        receivers = {each: await stack.enter_async_context(receiving(each)) for each in FAULTS}
        receivers[PRIVATE] = await stack.enter_async_context(receiving("ok"))
        NAMES[PRIVATE] = ["10.0.0.7"]
        secrets: dict[str, str] = {}
        kinds = dict(zip(receivers, sorted(events.TYPES), strict=False))
        for name, receiver in receivers.items():
            url = f"http://{PRIVATE}:{receiver.port}/" if name == PRIVATE else receiver.url
            secrets[name] = (await endpoint(alice, url, event_types=[kinds[name]]))["secret"]
        async with working(world):
            await asyncio.sleep(faulty_s / 10)  # until its memory is that of an idle process
            before = resident_mib()
            each = count // len(receivers) + 1
            ids = {name: await happen(world, alice, kind, each) for name, kind in kinds.items()}
            reached = [each for name, each in receivers.items() if name != PRIVATE]
            await until(lambda: all(each.connections for each in reached))
            await asyncio.sleep(faulty_s)  # the time of the faults
            grown = resident_mib() - before
        assert receivers[PRIVATE].connections == 0
        NAMES[PRIVATE] = ["127.0.0.1"]
        for receiver in receivers.values():
            receiver.does = "ok"
        began, rounds = time.monotonic(), 0
        while rounds < 12 and (rounds == 0 or await pending(world)):
            rounds += 1
            clock.move(timedelta(hours=1 if rounds < 4 else 30))
            async with working(world):
                await _until_quiet(world)
        tries = await world.owner.fetchval("select count(*) from webhook_attempts")
        print(
            f"\n{count} events to {len(receivers)} receivers, {tries} tries, delivered within "
            f"{time.monotonic() - began:.1f} s of the end of the faults, memory grew by {grown:.1f} MiB"
        )
        assert grown < MEMORY_LIMIT_MIB
        for name, receiver in receivers.items():
            verifier = standardwebhooks.Webhook(secrets[name])
            for sample in receiver.messages[-1:]:
                at = datetime.fromtimestamp(int(sample.headers["webhook-timestamp"]), UTC)
                signed = verifier.sign(sample.id, at, sample.body.decode())
                assert signed == sample.headers["webhook-signature"]
            assert {each.id for each in receiver.messages} <= ids[name], "the ID of the event at every try"
    missing = {name: len(ids[name] - receiver.taken) for name, receiver in receivers.items()}
    # A receiver that responds with 200 and never ends the body has accepted the message.
    missing["huge"] = len(ids["huge"] - {each.id for each in receivers["huge"].messages})
    assert not any(missing.values()), {name: each for name, each in missing.items() if each}
    return receivers


async def _until_quiet(world: World) -> None:
    """Waits until no delivery is due."""
    due = "select count(*) = 0 from webhook_deliveries where status = 'pending' and next_attempt_at <= $1"
    await until(lambda: world.owner.fetchval(due, clock.now()))


async def test_everything_arrives_after_the_faults(world: World, alice: Person) -> None:
    await all_arrives(world, alice, 100, 2)


async def test_control_a_reset_that_is_not_tried_again_is_noticed(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: if a reset counted as a delivery, the check above would fail.

    Whether a client sees a reset or a closed connection depends on the data that has arrived when it reads.
    """
    honest = Attempt.succeeded.fget
    assert honest is not None
    monkeypatch.setattr(
        outcome.Attempt, "succeeded", property(lambda each: honest(each) or each.error == "reset")
    )
    with pytest.raises(AssertionError, match=r"reset (before|after)"):
        await all_arrives(world, alice, 100, 2)


@pytest.mark.full
async def test_a_thousand_events_arrive_after_the_faults(world: World, alice: Person) -> None:
    await all_arrives(world, alice, 1_000, 8)


@pytest.mark.full
async def test_twenty_dead_endpoints_do_not_slow_a_healthy_one(
    world: World, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From commit to arrival: the median p95 of alternating rounds with and without the dead endpoints."""
    monkeypatch.setattr(deliver, "_CALL_S", 4.0)
    waits: dict[bool, list[list[float]]] = {False: [], True: []}
    async with receiving() as healthy, receiving("hang") as dead:
        await endpoint(bob, healthy.url)
        dying = [await endpoint(alice, f"{dead.url}/{number}") for number in range(20)]
        for with_dead in (False, True, False, True, False, True):
            for each in dying:
                changed = {"disabled": not with_dead}
                assert (await alice.patch(f"/api/webhook-endpoints/{each['id']}", changed)).is_success
            healthy.messages.clear()
            async with working(world):
                await asyncio.sleep(1)  # the dead endpoints hold every place that they get
                waits[with_dead].append(await _round(world, alice, bob, healthy))
    p95 = {
        key: statistics.median(statistics.quantiles(each, n=20)[-1] for each in rounds)
        for key, rounds in waits.items()
    }
    p50 = {key: statistics.median(map(statistics.median, rounds)) for key, rounds in waits.items()}
    print(
        f"\nhealthy endpoint, {sum(map(len, waits[True]))} events each; "
        f"without dead ones: p50 {p50[False]:.3f} s, p95 {p95[False]:.3f} s; "
        f"with 20 dead ones: p50 {p50[True]:.3f} s, p95 {p95[True]:.3f} s, {p95[True] / p95[False]:.2f}x"
    )
    assert dead.connections > 100
    assert p95[True] <= 1.2 * p95[False]


async def _round(world: World, alice: Person, bob: Person, healthy: Receiver) -> list[float]:
    happened: dict[str, float] = {}
    for number in range(100):
        for person in (alice, bob):
            async with world.services.db.transaction([person.account_id]) as tx:
                event_id = await events.record(tx, person.account_id, "card.updated", data={"number": number})
            if person is bob:
                happened[event_id] = time.monotonic()
        await asyncio.sleep(0.05)  # a steady rate
    await until(lambda: len({each.id for each in healthy.messages}) >= len(happened))
    return [each.at - happened[each.id] for each in healthy.messages]
