"""The service on a port, and a browser in front of it that tells what it did not like."""

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

# A camera and a microphone that are made up, and no question about them.
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
    """The service as a visitor reaches it, and the same in this process to prepare it with."""
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
    """The service, emptied, with alice, bob and mallory."""
    await site.empty()
    await site.settle()
    return site


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium; none of Playwright's own is fetched."""
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
    """Opens pages as somebody with a phone or a desk; leaving checks that the browser found no fault."""
    shots = os.environ.get("WELLWISH_SHOTS")
    folder = Path(shots) if shots else tmp_path
    name = str(request.node.name)

    @asynccontextmanager
    async def opened(**how: Any) -> AsyncGenerator[Visitor]:
        base_url = world.services.settings.base_url
        async with visit(browser, base_url, folder / name, keeps=bool(shots), **how) as one:
            yield one

    return opened
