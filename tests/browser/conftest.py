"""The service on a real port and a browser that records every fault it reports."""

import os
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.visitor import Visitor, visit
from tests.listening import free_port, listening
from tests.world import World
from wellwish.settings import Settings

Visiting = Callable[..., AbstractAsyncContextManager[Visitor]]

# A fake camera and a fake microphone, granted without a permission prompt.
_FLAGS = [
    "--disable-gpu",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--autoplay-policy=user-gesture-required",
]


@pytest.fixture(scope="session")
async def site(
    clone: tuple[str, str], settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[World]:
    """A service that listens on a port, and its in-process copy that prepares data."""
    port = free_port()
    own = replace(
        settings,
        base_url=f"http://127.0.0.1:{port}",
        port=port,
        data_dir=tmp_path_factory.mktemp("browser"),
        log_level="critical",
    )
    async with World.over(own, *clone) as world:
        with listening(own, clone[1]):
            yield world


@pytest.fixture
async def world(site: World) -> World:
    """The service with an empty database, alice, bob and mallory."""
    await site.empty()
    await site.settle()
    return site


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The Chromium of the operating system; Playwright downloads none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("There is no Chromium: sudo apt-get install -y chromium", pytrace=False)
    flags = [*_FLAGS, "--no-sandbox"] if os.geteuid() == 0 else _FLAGS
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=flags)
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
