"""`ww trigger`: real events in the demo and in test mode only."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from tests.clients.cli.conftest import Ww, demo_account
from tests.listening import free_port, listening
from tests.waiting import until
from tests.world import World
from wellwish.base.settings import Settings
from wellwish_sdk.cli import trigger


@asynccontextmanager
async def working(world: World) -> AsyncGenerator[None]:
    """Runs jobs during the block, as the demo does."""
    ended = asyncio.Event()

    async def worked() -> bool:
        await world.work()
        return ended.is_set()

    task = asyncio.create_task(until(worked, within_s=600))
    try:
        yield
    finally:
        ended.set()
        await task


async def until_happened(world: World, account_id: str, kind: str) -> None:
    """Waits for an event that a job may record."""
    happened = "select count(*) from events where account_id = $1 and type = $2"
    await until(lambda: world.owner.fetchval(happened, account_id, kind))


async def test_each_type_happens(world: World, ww: Ww, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trigger, "_POLL_S", 0.03)
    account_id = await demo_account(world)
    assert (await ww("login", "--demo", "--base-url", ww.base_url)).status == 0
    assert trigger._RECIPES.keys() == set(trigger.TYPES)
    await happen(world, ww, account_id, *trigger.TYPES)


async def happen(world: World, ww: Ww, account_id: str, *kinds: str) -> None:
    async with working(world):
        for kind in kinds:
            await world.owner.execute("delete from events")
            ended = await ww("trigger", kind)
            assert ended.status == 0, (kind, ended.err)
            assert ended.err.startswith(f"{kind}: ")
            await until_happened(world, account_id, kind)


@pytest.fixture
async def operated(world: World, ww: Ww, clone: tuple[str, str], settings: Settings) -> AsyncIterator[World]:
    """The same database behind a server outside demo mode, which `ww` uses."""
    port = free_port()
    own = replace(settings, demo=False, base_url=f"http://127.0.0.1:{port}", port=port, log_level="critical")
    ww.base_url = own.base_url
    async with World.over(own, *clone) as outside:
        outside.alice = world.alice.copy(outside, {})
        with listening(own, clone[1]):
            yield outside


async def test_happens_to_test_data_of_any_server(
    operated: World, ww: Ww, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One type for each kind of recipe, including a sandbox payment."""
    monkeypatch.setattr(trigger, "_POLL_S", 0.03)
    tester = await operated.alice.tester()
    await ww.login(tester)
    kinds = ("card.closed", "invitation.created", "payment.refunded", "bundle_purchase.active")
    await happen(operated, ww, tester.account_id, *kinds)
    live = "select count(*) from events where account_id = $1 and type like 'card.%'"
    assert await operated.owner.fetchval(live, operated.alice.account_id) == 0


async def test_refuses_live_data_of_another_server(operated: World, ww: Ww) -> None:
    await ww.login(operated.alice)
    ended = await ww("trigger", "card.created")
    assert ended.status == 2
    assert "is not a demo on this machine, so nothing was triggered" in ended.err
    assert await operated.owner.fetchval("select count(*) from cards") == 0


async def test_says_that_the_server_is_down(alice_ww: Ww, world: World) -> None:
    pair = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.alice.client_secret}
    ended = await alice_ww(
        "trigger", "card.created", **pair, WELLWISH_BASE_URL=f"http://127.0.0.1:{free_port()}"
    )
    assert ended.status == 5


async def test_knows_no_other_type(alice_ww: Ww) -> None:
    ended = await alice_ww("trigger", "card.framed")
    assert ended.status == 2
    assert "card.created" in ended.err
