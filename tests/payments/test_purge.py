"""Purge old provider events without affecting the ledger or its check."""

import pytest

from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.infra.db import Tx
from wellwish.infra.jobs import purge as batches
from wellwish.payments import check, purge
from wellwish.payments.compare import compare


async def kept(world: World) -> list[str]:
    rows = await world.owner.fetch("select outcome from provider_events order by outcome")
    return [row[0] for row in rows]


async def aged(world: World, days: int) -> None:
    """Ages all provider events and the last poll by ``days``."""
    # In a named zone: Citus refuses `timestamptz - interval`, which depends on the zone of the session.
    back = "{0} = ({0} at time zone 'utc' - interval '{1} days') at time zone 'utc'".format
    await world.owner.execute(
        f"""
        update provider_events set {back("created_at", days)}, {back("occurred_at", days)};
        update sandbox_events set {back("created_at", days)};
        update provider_polls set {back("polled_until", days)}
        """
    )


async def faults(world: World) -> list[str]:
    async with world.owner.transaction():
        return [*(await check.check(Tx(world.owner, []))).faults, *(await compare(world.services)).faults]


async def test_deletes_matched_events_older_than_ninety_days(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    made = [(await buying.bought(alice))["payment_id"] for _ in range(6)]
    for outcome, payment_id in (("nothing", made[0]), ("mismatch", made[1]), ("unknown", made[2])):
        await world.owner.execute(
            "update provider_events set outcome = $1 where payment_id = $2", outcome, payment_id
        )
    await aged(world, 89)
    await striped.polled(world)
    await purge.run(world.services, {})
    assert await kept(world) == ["applied"] * 3 + ["mismatch", "nothing", "unknown"]
    await aged(world, 2)
    await buying.bought(alice)
    await striped.polled(world)
    await purge.run(world.services, {})
    assert await kept(world) == ["applied", "mismatch", "unknown"]
    found = await faults(world)
    assert len(found) == 2
    assert ["does not match" in each or "unknown payment" in each for each in found] == [True, True]


async def test_books_nothing_anew_of_what_was_purged(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    await buying.refund(alice, made["payment_id"])
    await world.work()
    before = await buying.payment(alice, made["payment_id"])
    await aged(world, 91)
    await striped.polled(world)
    assert len(await kept(world)) == 2
    await purge.run(world.services, {})
    assert await kept(world) == []
    assert await faults(world) == []
    for body in await buying.told(world, made["payment_id"]):
        assert await buying.call_back(world, body) == 204
    await world.work()
    assert await kept(world) == ["nothing", "nothing"]
    assert await buying.payment(alice, made["payment_id"]) == before
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)


async def test_keeps_events_that_the_next_poll_reports_again(world: World, alice: Person) -> None:
    """After a long outage, a provider reports everything since the last poll."""
    await buying.bought(alice)
    await striped.polled(world)
    await aged(world, 91)
    await purge.run(world.services, {})
    assert await kept(world) == ["applied"]
    await striped.polled(world)
    assert await kept(world) == ["applied"]
    await purge.run(world.services, {})
    assert await kept(world) == []
