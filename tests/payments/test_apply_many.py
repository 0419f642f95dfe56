"""Waiting events are applied even when their merchant has reached the limit of stored events."""

import asyncio
from typing import Any

import pytest
from msgspec import structs

from tests.payments.test_apply import AMOUNT, waiting
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout import ProviderEvent
from wellwish.payments import apply

pytestmark = pytest.mark.anyio


async def test_a_merchant_with_too_many_unfit_events_holds_no_worker(world: World, alice: Person) -> None:
    made = await waiting(alice)
    merchant = f"sandbox:{alice.account_id}"
    await world.owner.execute("update payments set paid_to = $1", merchant)

    async def take(kind: Any, **fields: Any) -> apply.Outcome:
        event = ProviderEvent(
            merchant=merchant, event_id=ids.new("sev"), kind=kind, account_id=alice.account_id,
            payment_id=made.id, amount=AMOUNT, currency="USD", occurred_at=clock.now(),
        )  # fmt: skip
        return await apply.take(world.services, structs.replace(event, **fields))

    early = ids.new("sev")
    assert await take("refunded", event_id=early, amount=AMOUNT * 2, reference="re_1") == "waiting"
    for _ in range(99):
        assert await take("fee", payment_id=ids.new("pay")) == "unknown"
    async with asyncio.timeout(30):
        assert await take("paid") == "applied"
    kept = await world.owner.fetchval("select outcome from provider_events where id = $1", early)
    assert kept == "mismatch"
    assert await take("fee", payment_id=ids.new("pay")) == "unknown"
    assert await world.owner.fetchval("select count(*) from provider_events where outcome = 'unknown'") == 99
