"""The consent form redirects Chromium to the client, if the page's policy permits it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import TimeoutError as TimedOut

from tests.auth.consents.consenting import asking
from tests.browser.desk import session_of
from tests.fakes.client_site import ClientSite
from tests.world import World
from wellwish.auth.consents import client
from wellwish.auth.consents.client import Client
from wellwish.web.desk.account import authorize

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(browser: Browser, world: World) -> AsyncIterator[Page]:
    """A window without scripts, with a session of alice."""
    secret, url = await session_of(world, world.alice), world.services.settings.base_url
    context = await browser.new_context(java_script_enabled=False)
    await context.add_cookies([{"name": "session", "value": secret, "url": url}])
    yield await context.new_page()
    await context.close()


@pytest.mark.parametrize("permitted", [True, False])
async def test_the_answer_arrives_at_the_client(
    permitted: bool, world: World, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client may redirect again. The control: `form-action` in the policy blocks the redirect."""
    if not permitted:
        monkeypatch.setattr(authorize, "_POLICY", authorize.LOOK.policy)
    arrived: list[str] = []

    writers: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:  # Chromium opens connections that it may never use.
            return
        arrived.append(head.decode().split(" ")[1])
        status, to = (b"200 OK", b"") if arrived[-1] == "/program" else (b"303 See Other", program.encode())
        writer.write(b"HTTP/1.1 %s\r\nlocation: %s\r\n" % (status, to))
        writer.write(b"content-length: 4\r\nconnection: close\r\n\r\ndone")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    target, program = f"http://127.0.0.1:{port}/callback", f"http://localhost:{port}/program"
    site = ClientSite(443)
    # Simulates a fetched client document.
    monkeypatch.setitem(client._fetched, site.client_id, (Client(site.client_id, "Ada", (target,)), 1e12))
    base_url = world.services.settings.base_url
    path = asking(site, redirect_uri=target, resource=f"{base_url}/mcp")
    await page.goto(base_url + path)
    with suppress(TimedOut):
        await page.get_by_role("button", name="Allow").click()
        await page.wait_for_url(program, timeout=60_000 if permitted else 1_000)
    server.close()
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    assert any(each.startswith("/callback?code=wwc_") for each in arrived) == permitted
    assert ("/program" in arrived) == permitted
