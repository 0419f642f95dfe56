"""Old messages are deleted in batches that delay no other transaction."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.base.settings import SettingsError, load
from wellwish.delivery import purge
from wellwish.infra.jobs import purge as batches

pytestmark = pytest.mark.anyio
DAYS = 400
SAMPLE_S = 0.01


async def write(
    person: Person, count: int, *, days: int, status: str = "delivered", kind: str = "invitation"
) -> None:
    """Adds messages of that age."""
    then = clock.now() - timedelta(days=days)
    suffixes = [ids.earliest("msg", then)[:14] + ids.new("msg")[14:] for _ in range(count)]
    await person.world.owner.execute(
        """
        insert into messages (account_id, id, channel, kind, recipient, body, dedupe_key, status, created_at)
        select $1, id, 'email', $3, 'ana@example.com', 'Hello', id, $4, $5 from unnest($2::text[]) as id
        """,
        person.account_id, suffixes, kind, status, then,
    )  # fmt: skip


async def left(world: World) -> int:
    return await world.owner.fetchval("select count(*) from messages")


async def test_deletes_only_old_messages_that_are_done(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 1)
    await write(alice, 5, days=DAYS + 1)
    await write(mallory, 2, days=DAYS + 1, status="failed")
    await write(alice, 3, days=DAYS - 1)
    await write(alice, 1, days=DAYS + 1, status="queued")
    await write(alice, 1, days=DAYS + 1, kind="own_link")
    await purge.run(world.services, {})
    kept = await world.owner.fetch("select status, kind, count(*) from messages group by 1, 2 order by 1, 2")
    assert [tuple(row) for row in kept] == [
        ("delivered", "invitation", 3),
        ("delivered", "own_link", 1),
        ("queued", "invitation", 1),
    ]


async def test_keeps_messages_as_long_as_the_setting_says(world: World, alice: Person) -> None:
    await write(alice, 3, days=100)
    await purge.run(world.services, {})
    assert await left(world) == 3
    limits = load({"WELLWISH_MESSAGES_DAYS": "99"}, make_key=False).limits
    services = replace(world.services, settings=replace(world.services.settings, limits=limits))
    await purge.run(services, {})
    assert await left(world) == 0


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("WELLWISH_EVENTS_DAYS", 90, 3650),
        ("WELLWISH_MESSAGES_DAYS", 90, 3650),
        ("WELLWISH_WEBHOOK_DELIVERIES_DAYS", 7, 365),
    ],
)
def test_refuses_an_age_that_is_too_low_or_too_high(name: str, low: int, high: int) -> None:
    for days in (low, high):
        load({name: str(days)}, make_key=False)
    for days in (0, low - 1, high + 1, -1):
        with pytest.raises(SettingsError, match=f"{name} must be a number between {low} and {high}"):
            load({name: str(days)}, make_key=False)


async def test_an_interrupted_run_leaves_less_for_the_next(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write(alice, 3500, days=DAYS + 1)
    one, calls = purge._purge_messages_of, 0  # pyright: ignore[reportPrivateUsage]

    async def dying(services: object, account_id: str) -> int:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise ConnectionError
        return await one(services, account_id)  # pyright: ignore[reportArgumentType]

    with monkeypatch.context() as patched:
        patched.setattr(purge, "_purge_messages_of", dying)
        with pytest.raises(ConnectionError):
            await purge.run(world.services, {})
    assert await left(world) == 1500
    await purge.run(world.services, {})
    assert await left(world) == 0


async def longest_transaction_s(world: World, running: asyncio.Task[None]) -> float:
    """Returns the greatest age of a transaction of the service, in seconds, while the task runs."""
    longest = 0.0
    while not running.done():
        age = await world.owner.fetchval(
            """
            select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8
            from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
            """
        )
        longest = max(longest, age)
        await asyncio.sleep(SAMPLE_S)  # a sample of the ages of transactions
    await running
    return longest


@pytest.mark.full
async def test_no_batch_of_many_rows_holds_back_the_tail_of_events(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, found = 100_000, dict[int, float]()
    for batch in (1000, rows):  # the second is the control
        await write(alice, rows, days=DAYS + 1)
        monkeypatch.setattr(batches, "BATCH", batch)
        running = asyncio.create_task(purge.run(world.services, {}))
        found[batch] = await longest_transaction_s(world, running)
        assert await left(world) == 0
    print({f"batches of {batch}": f"{age * 1000:.0f} ms" for batch, age in found.items()})
    assert found[1000] < found[rows] / 3
