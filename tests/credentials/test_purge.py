"""The job that deletes expired credentials, tokens and throttles."""

from datetime import timedelta

from tests.credentials.pairs import Pair, exchange, pair_in, pair_of, rotate, token, works
from wellwish.credentials import purge


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
    assert await _counts(world) == [1, 4, 1]
    later(timedelta(days=2, minutes=1))
    good = await token(world, fresh)
    await purge.run(world.services, {})
    assert await _counts(world) == [1, 3, 0]
    assert await works(world, good)
    assert await world.owner.fetchval("select count(*) from idempotency_keys") == 0


async def test_goes_on_past_one_batch(world, alice, later, monkeypatch):
    monkeypatch.setattr(purge, "BATCH", 3)
    for _ in range(7):
        await token(world, pair_of(alice))
    later(timedelta(hours=2))
    await purge.run(world.services, {})
    await purge.run(world.services, {})
    assert await _counts(world) == [0, 3, 0]
