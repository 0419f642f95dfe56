"""The service on a real port, and a browser that records every fault."""

import json
import os
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.portal import Portal, serve
from tests.browser.visitor import PATIENCE_MS, Visitor, visit
from tests.world import World

Visiting = Callable[..., AbstractAsyncContextManager[Visitor]]

expect.set_options(timeout=PATIENCE_MS)

# A fake camera and a fake microphone, granted without a permission prompt.
_FLAGS = [
    "--disable-gpu",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--autoplay-policy=user-gesture-required",
]


@pytest.fixture
async def world(site: World) -> World:
    """The service on a port with an empty database, alice, bob and mallory."""
    return await site.renew()


def chromium(*more: str) -> dict[str, Any]:
    """Returns options to launch the operating system's Chromium, with further flags."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("There is no Chromium: sudo apt-get install -y chromium", pytrace=False)
    flags = [*_FLAGS, *more, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return {"executable_path": program, "args": flags, "timeout": 2 * PATIENCE_MS}


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium())
        yield browser
        await browser.close()


@pytest.fixture
def visitor(browser: Browser, world: World, tmp_path: Path, request: pytest.FixtureRequest) -> Visiting:
    """Opens pages in a phone-sized or desktop-sized window; fails on exit if the browser reported a fault."""
    shots = os.environ.get("WELLWISH_SHOTS")
    folder = Path(shots) if shots else tmp_path
    name = str(request.node.name)

    @asynccontextmanager
    async def opened(**how: Any) -> AsyncGenerator[Visitor]:
        base_url = world.services.settings.base_url
        async with visit(browser, base_url, folder / name, keeps=bool(shots), **how) as one:
            yield one

    return opened


@pytest.fixture
def portal(world: World) -> Iterator[Portal]:
    """A customer's site on another port."""
    with serve(world.services.settings.base_url) as portal:
        yield portal


@pytest.fixture
async def wary(world: World, portal: Portal, tmp_path: Path) -> AsyncIterator[Visitor]:
    """A browser window that refuses the service's cookies on the portal's pages."""
    refused = {f"{world.services.settings.base_url},{portal.origin}": {"setting": 2}}
    profile = {"content_settings": {"exceptions": {"cookies": refused}}}
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps({"profile": profile}))
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(str(tmp_path), **chromium())
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        yield Visitor(context, page, world.services.settings.base_url, tmp_path)
        await context.close()
