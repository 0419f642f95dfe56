"""Clickjacking: a page on another origin of the same site frames the desk and lures a click into it.

On the same site, the browser sends the session cookie with the frame.
"""

from collections.abc import AsyncIterator
from typing import Final

import pytest
from playwright.async_api import Browser, Frame, Page, Route

from tests.browser.desk import session_of
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

_EVIL: Final = "http://127.0.0.1:9/"  # Served by the test; the service has another port.
_TARGET: Final = "/account/sessions"


@pytest.fixture
async def page(browser: Browser, world: World) -> AsyncIterator[Page]:
    """A window with a session of alice; unlike ``visitor``, it tolerates faults in the console."""
    secret, url = await session_of(world, world.alice), world.services.settings.base_url
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    await context.add_cookies([{"name": "session", "value": secret, "url": url}])
    yield await context.new_page()
    await context.close()


async def _framed(world: World, page: Page, removed: tuple[str, ...]) -> Frame | None:
    """Opens the attacker's page, with the desk's responses stripped of these headers.

    Returns the frame; None if the browser refused it.
    """
    target = world.services.settings.base_url + _TARGET

    async def attack(route: Route) -> None:
        frame = f'<iframe src="{target}" width="380" height="800"></iframe>'
        await route.fulfill(content_type="text/html", body=frame)

    async def strip(route: Route) -> None:
        if route.request.method == "POST":
            await route.continue_()
            return
        answer = await route.fetch()
        assert "Sign out everywhere" in await answer.text()  # The browser sent the cookie.
        headers = {name: value for name, value in answer.headers.items() if name not in removed}
        await route.fulfill(response=answer, headers=headers)

    await page.route(_EVIL, attack)
    await page.route(target, strip)
    await page.goto(_EVIL)  # Waits until the frame is loaded or refused.
    frame = page.frames[1]
    return frame if frame.url == target else None


@pytest.mark.parametrize("removed", [(), ("x-frame-options",), ("content-security-policy",)])
async def test_another_origin_frames_no_page_of_the_desk(
    removed: tuple[str, ...], world: World, page: Page
) -> None:
    assert await _framed(world, page, removed) is None
    assert await _sessions(world) == 1


async def test_without_both_headers_a_press_in_the_frame_ends_the_sessions(world: World, page: Page) -> None:
    """The control."""
    frame = await _framed(world, page, ("x-frame-options", "content-security-policy"))
    assert frame is not None
    await frame.locator("summary", has_text="Sign out everywhere").click()
    async with page.expect_response(lambda answer: answer.request.method == "POST"):
        await frame.get_by_role("button", name="Sign out everywhere").click()
    assert await _sessions(world) == 0


async def _sessions(world: World) -> int:
    """Returns the number of alice's sessions."""
    return await world.owner.fetchval("select count(*) from sessions where user_id = $1", world.alice.user_id)
