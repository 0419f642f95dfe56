"""The form of a consent leads Chromium to the client, which the policy of the page has to permit."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import TimeoutError as TimedOut

from tests.browser.desk import session_of
from tests.consents.consenting import asking
from tests.fakes.client_site import ClientSite
from tests.world import World
from wellwish.consents import client
from wellwish.consents.client import Client
from wellwish.web.desk.account.authorize import Asked

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(browser: Browser, world: World) -> AsyncIterator[Page]:
    """A window without scripts in which alice is signed in."""
    secret, url = await session_of(world, world.alice), world.services.settings.base_url
    context = await browser.new_context(java_script_enabled=False)
    await context.add_cookies([{"name": "session", "value": secret, "url": url}])
    yield await context.new_page()
    await context.close()


@pytest.mark.parametrize("permitted", [True, False])
async def test_the_answer_arrives_at_the_client(
    permitted: bool, world: World, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the origin of the client in the policy, the browser stops at the redirect."""
    if not permitted:
        monkeypatch.setattr(Asked, "origin", "")
    arrived: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.append((await reader.readuntil(b"\r\n\r\n")).decode().split(" ")[1])
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\ndone")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    target = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/callback"
    site = ClientSite(443)
    # As if its document had been fetched.
    monkeypatch.setitem(client._fetched, site.client_id, (Client(site.client_id, "Ada", (target,)), 1e12))
    base_url = world.services.settings.base_url
    path = asking(site, redirect_uri=target, resource=f"{base_url}/mcp")
    await page.goto(base_url + path)
    with suppress(TimedOut):
        await page.get_by_role("button", name="Allow").click()
        await page.wait_for_url(f"{target}**", timeout=10_000 if permitted else 1_000)
    server.close()
    assert any(each.startswith("/callback?code=wwc_") for each in arrived) == permitted
