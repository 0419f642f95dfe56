"""Read a card as its recipient: all views, by keyboard, without scripts, and with 500 notes."""

import re
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.test_sign_typing import tab_to
from tests.browser.visitor import DRAWN, ran, until
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


async def test_the_recipient_opens_the_card_and_keeps_it(
    world: World, visitor: Visiting, tmp_path: Path
) -> None:
    made = await cards.written(world, 8)
    async with visitor() as one:
        page = one.page
        await one.open(cards.view(made))
        await ran(page, "view.js", "opening.js")  # opens the card in place
        await page.get_by_role("button", name="Open your card").click()
        await page.locator(".v-spread").wait_for()
        assert page.url.endswith("?inside")
        await page.locator("h1:focus").wait_for()
        await page.get_by_role("link", name="Read all 8 notes").click()
        await page.locator(".v-board").wait_for()
        await expect(page.locator(".v-note")).to_have_count(8)
        for way in ("Book", "Board"):
            await page.get_by_role("link", name=way, exact=True).click()
            await page.locator(f"[data-view={way.lower()}]").wait_for()
        pdf = page.get_by_role("link", name="Download as PDF")
        if await pdf.count():
            answer = await one.context.request.get(one.base_url + str(await pdf.get_attribute("href")))
            assert (answer.status, (await answer.body())[:5]) == (200, b"%PDF-")
        async with page.expect_download() as loading:
            await page.get_by_role("link", name="Download a copy").click()
        await (await loading.value).save_as(tmp_path / "card.zip")
        assert "index.html" in zipfile.ZipFile(tmp_path / "card.zip").namelist()
        await page.get_by_role("link", name="Thank everyone").click()
        await page.get_by_label("Your message").fill("Thank you, all of you")
        await page.get_by_role("button", name="Say thank you").click()
        await one.says("Thank you, all of you")


async def test_reads_without_scripts(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 3)
    await cards.crowd(world, made, 70)
    async with visitor(scripts=False) as one:
        await one.open(cards.view(made))
        await one.page.get_by_role("button", name="Open your card").click()
        await one.page.get_by_role("link", name="Read all 73 notes").click()
        await expect(one.page.locator(".v-note")).to_have_count(60)
        await one.page.get_by_role("link", name="Show more notes").click()
        await expect(one.page.locator(".v-note")).to_have_count(13)
        await one.page.get_by_role("link", name="Report a note").click()
        await one.page.get_by_role("radio", name=re.compile("Cake at four")).first.check()
        await one.page.get_by_role("radio", name="Something else").check()
        await one.page.get_by_role("button", name="Send report").click()
        await one.says("The organisers will review it.")
    reports = (await world.alice.get(f"/api/cards/{made['id']}/reports")).json()["data"]
    assert [each["reasons"] for each in reports] == [["other"]]


async def test_reads_with_only_a_keyboard(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 8)
    async with visitor(width=1280) as one:
        page, keys = one.page, one.page.keyboard
        await one.open(cards.view(made))
        await tab_to(one, ".v-book")
        await keys.press("Enter")
        await page.locator(".v-spread").wait_for()
        await tab_to(one, "a[href^='?as=']")
        await keys.press("Enter")
        await page.locator(".v-board").wait_for()
        await until(page, "document.querySelector('.v-note[tabindex]')")
        notes = page.locator(".v-note")
        await keys.press("j")
        assert await notes.nth(0).evaluate("e => e === document.activeElement")
        await keys.press("ArrowDown")
        assert await notes.nth(1).evaluate("e => e === document.activeElement")
        await keys.press("k")
        await keys.press("Enter")
        await page.locator("#v-large[open]").wait_for()
        await keys.press("Escape")
        await page.locator("#v-large[open]").wait_for(state="detached")
        assert await notes.nth(0).evaluate("e => e === document.activeElement")
        await keys.press("?")
        await page.locator("#v-help[open]").wait_for()
        await page.get_by_label("Single-letter shortcuts").uncheck()
        await keys.press("Escape")
        await keys.press("j")
        assert await notes.nth(0).evaluate("e => e === document.activeElement")


async def test_five_hundred_notes_come_by_sixty_and_go_on_below(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    await cards.crowd(world, made, 500)
    await cards.shut(world, made)
    async with visitor() as one:
        await one.open(f"{cards.view(made)}?as=board")
        for count in range(60, 500, 60):
            assert await one.page.locator(".v-note").count() == count
            await one.page.get_by_role("link", name="Show more notes").click()
            await one.page.locator(".v-note").nth(count).wait_for(state="attached")
        assert await one.page.locator(".v-note").count() == 500
        assert await one.page.get_by_role("link", name="Show more notes").count() == 0
        assert await one.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert await one.page.evaluate("document.querySelectorAll('[id]').length") == await one.page.evaluate(
            "new Set([...document.querySelectorAll('[id]')].map(each => each.id)).size"
        )


async def test_nothing_moves_with_reduced_motion(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 4)
    for calm in (True, False):
        async with visitor(calm=calm, width=1280) as one:
            await one.page.add_init_script(f"({DRAWN})()")
            await one.open(cards.view(made))
            await one.page.get_by_role("button", name="Open your card").click()
            await one.page.locator(".v-spread").wait_for()
            if not calm:
                await until(one.page, "drawn.length > 0")
            await one.page.wait_for_load_state("networkidle")
            hidden = await one.page.evaluate("drawn.map(each => each.ariaHidden)")
            assert set(hidden) == (set() if calm else {"true"})
