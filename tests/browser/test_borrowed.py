"""A borrowed phone: nothing that a guest wrote is left on it, neither in the history nor in the storage."""

import pytest

from tests.browser import cards
from tests.browser.borrowed import ANONYMOUS, MINE, THEIRS, write
from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


async def back(one: Visitor) -> str:
    """Goes back in the history. Returns the page's text and what its fields contain."""
    await one.page.go_back(wait_until="load")
    await one.page.wait_for_timeout(300)  # a page from the cache loads again; others do not
    await one.page.wait_for_load_state("load")
    return await one.page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll('input, textarea')]
        .map(each => each.value)].join('\\n')"""
    )


@pytest.mark.parametrize("hands_over", [False, True])
async def test_back_leads_to_nothing_that_a_guest_wrote(
    world: World, visitor: Visiting, hands_over: bool
) -> None:
    url = (await cards.card(world, see_notes="nobody"))["sign_url"]
    async with visitor() as one:
        await write(one, url, MINE, "Olga Owner")
        await one.page.get_by_text("Let someone else sign").click()
        await one.page.locator("#text").fill(THEIRS)
        for field in ANONYMOUS:
            await one.page.locator(field).check(force=True)
        await one.page.locator("#go").click()
        await one.page.get_by_text("Take your note with you").wait_for()
        if hands_over:
            await one.page.get_by_text("Show my link once").click()
            await one.page.get_by_text("This browser has forgotten your note").wait_for()
            await one.page.get_by_text("Back to the card").click()
        else:
            await one.open(url)
        assert await one.page.locator("#text").input_value() == MINE
        for _ in range(3):
            assert THEIRS not in await back(one), one.page.url
        kept = await one.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert THEIRS not in kept
        names = {each.get("name", "") for each in await one.context.cookies()}
        assert not any(name.startswith("guest-") for name in names)


async def test_an_unfinished_note_of_a_guest_is_no_draft(world: World, visitor: Visiting) -> None:
    """The control is an unfinished note of the phone's owner, which is one."""
    url = (await cards.card(world))["sign_url"]
    async with visitor() as one:
        for query, is_kept in (("?another=1", False), ("", True)):
            await one.open(url + query)
            await one.page.locator("#text").fill(THEIRS)
            await one.page.wait_for_timeout(400)  # a draft is kept 300 ms after the last letter
            await one.open(url)
            assert (await one.page.locator("#text").input_value() == THEIRS) == is_kept
