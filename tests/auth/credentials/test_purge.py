"""The job that deletes expired credentials, tokens and throttles."""

import asyncio
from datetime import timedelta

import pytest

from tests.auth.credentials.pairs import Pair, exchange, pair_in, pair_of, rotate, token, works
from tests.waiting import until_waiting
from wellwish.auth.credentials import purge
from wellwish.infra.jobs import purge as batches


async def _counts(world):
    return [
        await world.owner.fetchval(f"select count(*) from {table}")
        for table in ("access_tokens", "credentials", "throttles")
    ]


async def test_deletes_what_has_ended_and_nothing_else(world, alice, later):
    await token(world, pair_of(alice))
    headers = {"Idempotency-Key": "one"}
    fresh = pair_in(await rotate(world, pair_of(alice), 600, headers=headers))
    await exchange(world, Pair(alice.api_key, "wrong"))
    await purge.run(world.services, {})
    assert await _counts(world) == [4, 4, 1]  # a token of each person, too
    later(timedelta(days=2, minutes=1))
    good = await token(world, fresh)
    await purge.run(world.services, {})
    assert await _counts(world) == [1, 3, 0]
    assert await works(world, good)
    assert await world.owner.fetchval("select count(*) from idempotency_keys") == 0


async def test_deletes_more_rows_than_one_batch(world, alice, later, monkeypatch):
    monkeypatch.setattr(batches, "BATCH", 3)
    for _ in range(7):
        await token(world, pair_of(alice))
    later(timedelta(days=2))
    await purge.run(world.services, {})
    await purge.run(world.services, {})
    assert await _counts(world) == [0, 3, 0]


@pytest.mark.parametrize(
    ("table", "time"), [("idempotency_keys", "created_at"), ("stored_response_bytes", "updated_at")]
)
async def test_keeps_what_is_renewed_meanwhile(world, alice, later, table, time):
    """A key that is used again after its response has expired protects the new request."""
    await rotate(world, pair_of(alice), 600, headers={"Idempotency-Key": "one"})
    later(timedelta(days=2))
    async with world.owner.transaction():
        await world.owner.execute(f"update {table} set {time} = now() + interval '2 days'")
        purging = asyncio.create_task(purge.run(world.services, {}))
        await until_waiting(world.owner)
    await purging
    assert await world.owner.fetchval(f"select count(*) from {table}") == 1
