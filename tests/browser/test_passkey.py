"""A passkey in a real browser with a virtual authenticator, and the sign-in of the demo."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor, visit
from tests.listening import free_port, listening
from tests.world import World
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.auth.sign_in import session
from wellwish.auth.sign_in.session import Device
from wellwish.base.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


@pytest.fixture
async def named(
    clone: tuple[str, str], settings: Settings, world: World, tmp_path: Path
) -> AsyncIterator[World]:
    """The service under a host name: browsers refuse passkeys for IP addresses."""
    port = free_port()
    own = replace(settings, base_url=f"http://localhost:{port}", port=port, data_dir=tmp_path)
    async with World.over(own, *clone) as other:
        other.alice = world.alice
        with listening(own, clone[1]):
            yield other


async def _authenticator(one: Visitor) -> None:
    client = await one.context.new_cdp_session(one.page)
    await client.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    await client.send("WebAuthn.addVirtualAuthenticator", {"options": options})


async def test_adds_a_passkey_and_signs_in_with_it(named: World, browser: Browser, tmp_path: Path) -> None:
    async with named.services.db.transaction() as tx:
        secret = await session.start(tx, named.services, named.alice.user_id, Device("", ""), None)
    base_url = named.services.settings.base_url
    async with visit(browser, base_url, tmp_path) as one:
        await _authenticator(one)
        await one.context.add_cookies([{"name": "session", "value": secret, "url": base_url}])
        await one.open("/account/passkeys")
        await one.page.click("#passkey button")
        await one.page.locator(".d-name").wait_for()
        await one.check()
        await one.page.click("summary.d-me")
        await one.page.click("form[action='/sign-out'] button")
        await one.page.wait_for_url("**/sign-in")
        await one.page.click("#passkey button")
        await one.page.wait_for_url("**/desk")
        await one.check()


async def test_opens_the_demo_account_with_one_press(world: World, visitor: Visiting) -> None:
    async with world.services.db.transaction() as tx:
        await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
    async with visitor(scripts=False) as one:
        await one.open("/")
        await one.page.click("form[action='/sign-in/demo'] button")
        await one.page.wait_for_url("**/desk/cards/new")
