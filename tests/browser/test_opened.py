"""The opened card while its handwritings load: the notes appear together, and never stay hidden."""

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import Route

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.test_speed import TOLD, WATCH
from tests.browser.visitor import Visitor, until
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

_APART_S: Final = 0.15  # between the fonts
_PAINTED: Final = "performance.getEntriesByName('first-contentful-paint').length > 0"
_SHOWN: Final = """() =>
    [...document.querySelectorAll('.v-leaf > *')].every(each => getComputedStyle(each).opacity === '1')"""
# The notes appear after two seconds, which may be over when the page has loaded: restarts the two seconds.
_SHOWN_AT_FIRST: Final = f"""() => {{
    for (const each of document.getAnimations()) each.currentTime = 0;
    return ({_SHOWN})();
}}"""

# Notes appear after two seconds at most; on a busy machine, the handwritings of the test may take longer.
_PATIENT: Final = """
    const patient = new CSSStyleSheet();
    patient.replaceSync('.v-spread, .v-spread * { animation-delay: 60s !important }');
    document.adoptedStyleSheets = [patient];
"""


async def one_after_the_other(one: Visitor) -> None:
    """Delays each font more than the one before, and all of them until the page has been painted."""
    count = 0

    async def slowly(route: Route) -> None:
        nonlocal count
        count += 1
        delay_s = count * _APART_S
        await until(one.page, _PAINTED)
        await asyncio.sleep(delay_s)  # the fonts arrive one after the other, as over a slow network
        await route.continue_()

    await one.page.route("**/*.woff2", slowly)


async def without_fallbacks(one: Visitor) -> None:
    """Removes the local fonts in the size of the handwritings from the page; only some machines have them."""

    async def changed(route: Route) -> None:
        answer = await route.fetch()
        headers = {name: value for name, value in answer.headers.items() if "policy" not in name}
        body = re.sub(r'local\("[^"]*"\)', 'local("No Font")', await answer.text())
        await route.fulfill(response=answer, headers=headers, body=body)

    await one.page.route("**/*?inside", changed)


@pytest.mark.parametrize("is_hidden", [True, False], ids=["hidden", "control"])
async def test_notes_do_not_move_while_handwritings_load(
    world: World, visitor: Visiting, is_hidden: bool
) -> None:
    made = await cards.written(world, 12)
    async with visitor() as one:
        await one.page.set_viewport_size({"width": 412, "height": 823})
        await one.page.add_init_script(WATCH)
        await one.page.add_init_script(_PATIENT)
        await one_after_the_other(one)
        await without_fallbacks(one)
        if not is_hidden:
            await one.page.add_init_script(
                "document.addEventListener('DOMContentLoaded', () =>"
                " document.querySelector('.v-spread').classList.add('v-written'))"
            )
        await one.open(cards.view(made) + "?inside")
        await one.page.wait_for_load_state("networkidle")
        await until(one.page, _SHOWN)
        shift = (await one.page.evaluate(TOLD))["cls"]
    assert (shift < 0.02) is is_hidden, shift


async def test_notes_appear_without_the_script(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 5)
    async with visitor(scripts=False) as one:
        await one.open(cards.view(made) + "?inside")
        assert await one.page.evaluate(_SHOWN)
    async with visitor() as one:
        await one.page.route("**/opening.js", lambda route: route.abort())
        await one.open(cards.view(made) + "?inside")
        assert not await one.page.evaluate(_SHOWN_AT_FIRST)
        await until(one.page, _SHOWN)
        one.faults.clear()
    async with visitor(calm=True) as one:
        await one.page.route("**/opening.js", lambda route: route.abort())
        await one.open(cards.view(made) + "?inside")
        assert await one.page.evaluate(_SHOWN)
        one.faults.clear()
