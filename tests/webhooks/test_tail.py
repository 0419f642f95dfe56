"""From events to deliveries: none is missed or duplicated, even across concurrent commits and restarts."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.infra.events.test_neighbours import writing
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import deliver_due, endpoint
from tests.world import Person, World
from wellwish.infra import events
from wellwish.webhooks import delivery, tail

pytestmark = pytest.mark.anyio


async def test_makes_one_delivery_each_however_many_workers_read_at_once(
    world: World, alice: Person, whe: dict[str, Any]
) -> None:
    for _ in range(5):
        await make.card(alice)
    await asyncio.gather(*(tail.run(world.services, {}) for _ in range(8)))
    await deliver_due(world)
    assert await world.owner.fetchval("select count(*) from webhook_deliveries") == 5


async def test_a_crash_neither_loses_nor_duplicates_deliveries(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: Any) -> None:
        raise ZeroDivisionError

    await make.card(alice)
    with monkeypatch.context() as broken:
        broken.setattr(delivery, "wake", die)
        await deliver_due(world)
    assert await world.owner.fetchval("select count(*) from webhook_deliveries") == 0
    await deliver_due(world)
    assert len(receiver.messages) == 1


async def test_misses_no_event_of_a_transaction_that_commits_late(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    """The earlier event becomes visible after a later one has."""
    async with world.services.db.transaction([alice.account_id]) as slow:
        first = await events.record(slow, alice.account_id, "card.updated", data={})
        await slow.flush()
        await make.card(alice)
        await tail.run(world.services, {})
        await world.work()
        assert receiver.messages == [], "the tail waits for the open transaction"
    await deliver_due(world)
    assert len(receiver.messages) == 2
    assert first in receiver.ids


async def test_delivers_during_a_long_transaction_of_another_database(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, clone: tuple[str, str]
) -> None:
    async with writing(clone[0], "postgres"):
        await make.card(alice)
        await deliver_due(world)
        assert len(receiver.messages) == 1


async def test_delivers_more_events_than_a_batch(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "_EVENTS", 3)
    async with world.services.db.transaction([alice.account_id]) as tx:
        await events.record_each(tx, alice.account_id, "card.updated", card_id=None, data=[{}] * 10)
    await deliver_due(world)
    assert len(set(receiver.ids)) == len(receiver.ids) == 10


async def test_orders_transaction_numbers_of_different_lengths(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Transaction IDs are compared as numbers; as text, 100 would sort before 99 and an event be missed."""
    monkeypatch.setattr(tail, "_EVENTS", 1)
    await make.card(alice)
    await make.card(alice)
    await world.owner.execute("update webhook_endpoints set since_txid = '0'")
    await world.owner.execute("update webhook_tails set txid = '0', event_id = ''")
    await world.owner.execute(
        "update events e set txid = (98 + n)::text::xid8 "
        "from (select id, row_number() over (order by id) as n from events) c where c.id = e.id"
    )
    await deliver_due(world)
    assert len(receiver.messages) == 2


async def test_reads_all_accounts_page_by_page(
    world: World, alice: Person, bob: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "_ACCOUNTS", 1)
    async with receiving() as one:
        for person in (alice, bob, mallory):
            await endpoint(person, one.url)
            await make.card(person)
        await deliver_due(world)
        assert len(one.messages) == 3


async def test_restarts_after_a_restore_with_lower_transaction_numbers(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await world.owner.execute("update webhook_tails set txid = '999999999999'")
    await world.owner.execute("update webhook_endpoints set since_txid = '999999999999'")
    await deliver_due(world)
    await make.card(alice)
    await deliver_due(world)
    assert len(receiver.messages) == 1


async def test_reads_nothing_of_accounts_without_endpoints(world: World, bob: Person) -> None:
    await make.card(bob)
    await deliver_due(world)
    for table in ("webhook_tails", "webhook_deliveries"):
        assert await world.owner.fetchval(f"select count(*) from {table}") == 0
