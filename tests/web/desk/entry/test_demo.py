"""One click signs in to the demo account, only on this machine and from our own page."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from tests.web.desk.people import is_in
from tests.web.visitor import Visitor
from tests.world import World
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.app import application
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def demonstrated(world: World) -> World:
    """The service with its demo account."""
    async with world.services.db.transaction() as tx:
        await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
    return world


async def test_signs_in_with_one_press(demonstrated: World) -> None:
    visitor = Visitor(demonstrated)
    await visitor.open("/")
    await visitor.press("/sign-in/demo")
    assert visitor.next == "/desk"
    assert await is_in(visitor)
    assert demo.EMAIL in visitor.page


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "wellwish.example"}, 404),  # DNS rebinding
        ({"X-Forwarded-For": "192.0.2.1"}, 404),
        ({"Forwarded": "for=192.0.2.1"}, 404),
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_refuses_strangers(demonstrated: World, headers: dict[str, str], status: int) -> None:
    visitor = Visitor(demonstrated)
    await visitor.open("/")
    data = {"form_token": visitor.token()}
    answer = await visitor.request("POST", "/sign-in/demo", data=data, headers=headers)
    assert answer.status_code == status
    forged = await visitor.request("POST", "/sign-in/demo", data={"form_token": "forged"})
    assert forged.status_code == 403
    assert await demonstrated.owner.fetchval("select count(*) from sessions") == 0


async def test_refuses_another_machine(demonstrated: World) -> None:
    visitor = Visitor(demonstrated)
    await visitor.open("/")
    transport = httpx2.ASGITransport(application(demonstrated.services), client=("192.0.2.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        cookies = {"Cookie": f"browser={visitor.cookies['browser']}"}
        data = {"form_token": visitor.token()}
        answer = await client.post("/sign-in/demo", data=data, headers=cookies)
    assert answer.status_code == 404


@pytest.fixture
async def for_others(clone: tuple[str, str], settings: Settings, demonstrated: World) -> AsyncIterator[Any]:
    """The service outside demo mode."""
    async with World.over(replace(settings, demo=False), *clone) as other:
        yield other


async def test_does_nothing_outside_demo_mode(for_others: World) -> None:
    visitor = Visitor(for_others)
    await visitor.open("/")
    assert "/sign-in/demo" not in visitor.page
    await visitor.open("/sign-in")
    assert (await visitor.press("/sign-in/demo")).status_code == 404
