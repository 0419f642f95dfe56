"""The documentation in a browser: live search, the language of examples, and copy buttons."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor
from tests.web.docs.test_reference import DOCS

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

# Words, prefixes, suffixes, names, and special characters of patterns.
QUERIES: Final = (
    "card", "cards", "closing a card", "retr", "retries", "POST /api/cards", "cards.create", "card_closed",
    "see_notes", "If-Match", "webhook signature", "the of", "a.b", "(.*", "who sees names", "429", "nope",
)  # fmt: skip


async def listed(one: Visitor) -> list[str]:
    """Waits for the number of results and returns their links."""
    await expect(one.page.locator("#found-says")).not_to_be_empty()
    links = one.page.locator("#found a")
    return [await each.get_attribute("href") or "" for each in await links.all()]


@pytest.mark.full  # the matrix has one page of each kind
@pytest.mark.parametrize(("width", "dark"), [(390, True), (390, False), (1280, True)], ids=str)
async def test_no_page_has_a_fault(visitor: Visiting, width: int, dark: bool) -> None:
    """Every guide, every resource of the reference, the search and the errors, in one window."""
    wrong: dict[str, list[str]] = {}
    for path in DOCS:
        async with visitor(width=width, dark=dark) as one:
            await one.open(path)
            if found := await one.wrong():
                wrong[path] = found
    assert wrong == {}


async def test_the_list_has_the_first_results_of_the_page(visitor: Visiting) -> None:
    async with visitor(width=1280) as one:
        for query in QUERIES:
            await one.open("/docs")
            await one.page.keyboard.press("/")
            await one.page.keyboard.type(query)
            found = [each for each in await listed(one) if "/docs/search" not in each]
            await one.page.keyboard.press("Enter")
            await one.page.wait_for_url("**/docs/search?q=*")
            links = one.page.locator(".c-codes a")
            assert found == [await each.get_attribute("href") for each in (await links.all())[:8]], query


async def test_a_result_is_reached_with_the_keyboard(visitor: Visiting) -> None:
    async with visitor() as one:
        await one.open("/docs/guides/start")
        await one.page.keyboard.press("/")
        await one.page.keyboard.type("retry")
        found = await listed(one)
        await one.check()
        for _ in range(3):
            await one.page.keyboard.press("ArrowDown")
        await one.page.keyboard.press("ArrowUp")
        await one.page.keyboard.press("Enter")
        await one.page.wait_for_url(f"**{found[1]}")


async def test_escape_closes_the_list(visitor: Visiting) -> None:
    async with visitor() as one:
        await one.open("/docs")
        await one.page.fill("#find", "retry")
        assert await listed(one)
        await one.page.keyboard.press("ArrowDown")
        await one.page.keyboard.press("Escape")
        await expect(one.page.locator("#found")).to_be_hidden()
        await expect(one.page.locator("#find")).to_be_focused()
        await one.page.keyboard.press("ArrowDown")
        await expect(one.page.locator("#found")).to_be_visible()


async def test_the_search_works_without_scripts(visitor: Visiting) -> None:
    async with visitor(scripts=False) as one:
        await one.open("/docs")
        await one.page.fill("#find", "retry")
        await one.page.keyboard.press("Enter")
        await one.page.locator(".c-codes a").first.click()
        assert one.page.url.endswith("/docs/guides/retries")


async def test_the_language_of_the_examples_is_remembered(visitor: Visiting) -> None:
    async with visitor() as one:
        await one.open("/docs/guides/start")
        await one.page.get_by_role("radio", name="TypeScript").check()
        await one.open("/docs/guides/money")
        await expect(one.page.get_by_role("radio", name="TypeScript")).to_be_checked()
        await expect(one.page.locator(".c-in-typescript").first).to_be_visible()
        await expect(one.page.locator(".c-in-curl").first).to_be_hidden()
        await one.open("/docs/reference/cards.create")
        await expect(one.page.get_by_role("radio", name="JavaScript")).to_be_checked()
        await one.open("/docs/guides/start")
        await expect(one.page.get_by_role("radio", name="TypeScript")).to_be_checked()


async def test_the_language_is_chosen_without_scripts(visitor: Visiting) -> None:
    async with visitor(scripts=False) as one:
        await one.open("/docs/guides/webhooks")
        await one.page.get_by_role("radio", name="Python").focus()
        await one.page.keyboard.press("ArrowRight")
        await expect(one.page.locator(".c-in-typescript").first).to_be_visible()
        await expect(one.page.locator(".c-in-python").first).to_be_hidden()
        assert await one.page.locator(".p-code-copy").count() == 0


async def test_a_button_copies_the_block_that_is_shown(visitor: Visiting) -> None:
    async with visitor(permissions=["clipboard-read", "clipboard-write"]) as one:
        await one.open("/docs/guides/start")
        await one.page.get_by_role("radio", name="Python").check()
        sample = one.page.locator(".p-code", has=one.page.locator(".c-in-python")).first
        await sample.get_by_role("button", name="Copy").click()
        await expect(one.page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
        copied = await one.page.evaluate("navigator.clipboard.readText()")
        assert copied == await sample.locator(".c-in-python").text_content()
        assert "Wellwish(os.environ" in copied
        await one.check()


async def test_the_copy_button_works_by_keyboard_alone(visitor: Visiting) -> None:
    async with visitor(permissions=["clipboard-read", "clipboard-write"]) as one:
        await one.open("/docs/guides/start")
        button = one.page.get_by_role("button", name="Copy").first
        for _ in range(80):
            await one.page.keyboard.press("Tab")
            if await button.evaluate("each => each === document.activeElement"):
                break
        await one.page.keyboard.press("Enter")
        await expect(one.page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
        assert await one.page.evaluate("navigator.clipboard.readText()") == "script/server"


async def test_a_typing_error_is_corrected_below_the_field(visitor: Visiting) -> None:
    async with visitor() as one:
        await one.open("/docs")
        await one.page.fill("#find", "webhok")
        await one.page.click("#found a >> text=Did you mean webhook?")
        await one.page.wait_for_url("**/docs/search?q=webhook")
        assert await one.page.locator(".c-codes a").count() > 5


@pytest.mark.parametrize(
    "path", ["/docs", "/docs/guides/start", "/docs/reference/cards", "/docs/reference/cards.create"]
)
async def test_a_phone_has_a_menu_of_all_pages(path: str, visitor: Visiting) -> None:
    async with visitor(width=390) as one:
        await one.open(path)
        menu = one.page.locator("#contents")
        await expect(menu).to_be_hidden()
        await one.page.click("text=Contents")
        await expect(menu).to_be_visible()
        assert await menu.locator("a").count() > 15
        await one.check()
        await one.page.keyboard.press("Escape")
        await expect(menu).to_be_hidden()
        await expect(one.page.locator(".p-menu")).to_be_focused()
    async with visitor(width=1280) as one:
        await one.open(path)
        await expect(one.page.locator("#contents")).to_be_visible()
        await expect(one.page.locator(".p-menu")).to_be_hidden()


async def test_a_link_within_the_page_closes_the_menu(visitor: Visiting) -> None:
    async with visitor(width=390) as one:
        await one.open("/docs")
        await one.page.click("text=Contents")
        await one.page.click("#contents >> text=Authentication")
        await expect(one.page.locator("#contents")).to_be_hidden()
        await one.page.wait_for_url("**#authentication")


async def test_an_old_link_to_an_operation_leads_to_its_page(visitor: Visiting) -> None:
    async with visitor() as one:
        await one.open("/docs/reference/cards#cards.close")
        await one.page.wait_for_url("**/docs/reference/cards.close")
        await one.open("/docs/reference/cards#record-Card")
        await expect(one.page.locator("#record-Card")).to_be_in_viewport()
