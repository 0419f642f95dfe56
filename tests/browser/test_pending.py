"""A page that waits for a job shows its result, with and without scripts."""

import pytest

from tests.browser.conftest import Visiting
from tests.browser.states import STATES
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
async def test_shows_the_result_of_the_job(world: World, visitor: Visiting, scripts: bool) -> None:
    state, says = STATES["all data running"]
    arrive = await state(world)
    async with visitor(scripts=scripts) as one:
        await arrive(one)
        await one.says(says)
        link = one.page.get_by_role("link", name="Refresh")
        if scripts:
            await link.focus()
            await one.page.evaluate("globalThis.isSamePage = true")
        await world.work()
        await one.says("Download as ZIP")
        assert await one.page.locator("[data-pending]").count() == 0
        if scripts:
            assert await one.page.evaluate("globalThis.isSamePage"), "The page was loaded again"
            assert await one.page.evaluate("document.activeElement.id") == "main"
            await one.check()
