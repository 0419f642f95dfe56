"""With a synchronous standby, the service acknowledges nothing that only the primary has."""

from collections.abc import AsyncIterator

import pytest

from tests import make
from tests.waiting import until
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.infra.db import pool

pytestmark = pytest.mark.anyio


@pytest.fixture
async def durable(
    world: World, settings: Settings, clone: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """A process whose commits wait for the standby, for two seconds."""
    monkeypatch.setattr(pool, "COMMAND_TIMEOUT_S", 2.0)
    async with World.over(settings, clone[0], f"{clone[1]}&synchronous_commit=on") as started:
        started.alice = world.alice.copy(started, {})
        try:
            yield started
        finally:
            await standby(started, "")


async def standby(world: World, name: str) -> None:
    """Makes commits wait for a standby of this name, which does not exist; "" stops the waiting."""
    await world.owner.execute(f"alter system set synchronous_standby_names = '{name}'")
    await world.owner.execute("select pg_reload_conf()")
    await until(
        lambda: world.owner.fetchval("select current_setting('synchronous_standby_names') = $1", name)
    )


async def test_a_repeated_request_waits_for_the_standby_like_the_first(durable: World) -> None:
    alice, body = durable.alice, await make.body(durable.alice)
    await standby(durable, "gone")
    first = await alice.post("/api/cards", body, key="once")
    assert first.status_code == 503
    # The control: the commit no longer waits; others see the card, and a failover may lose it.
    [card] = (await alice.get("/api/cards")).json()["data"]
    again = await alice.post("/api/cards", body, key="once")
    assert again.status_code == 503
    await standby(durable, "")
    answer = await alice.post("/api/cards", body, key="once")
    assert (answer.status_code, answer.json()["id"]) == (201, card["id"])
