"""Drafts survive a reload and a lost network, and the form works by keyboard."""

import re
from dataclasses import replace

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.test_sign import SIGNED, only_note, press, write
from tests.browser.visitor import Visitor, until
from tests.listening import free_port, listening
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

# Moves the page's clock forward. Playwright's clock hangs when a page is left while it runs.
_LATER = "ms => { const now = Date.now; Date.now = () => now() + ms; }"


async def test_keeps_a_draft_until_it_is_signed_or_cleared(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one, "Half a thought")
        await one.page.locator("#pen-reenie").check(force=True)
        await one.page.reload()
        await one.says("We saved your draft.")
        assert await one.page.get_by_label("Your note", exact=True).input_value() == "Half a thought"
        assert await one.page.locator("#pen-reenie").is_checked()
        await one.page.get_by_role("button", name="Discard it").click()
        assert await one.page.get_by_label("Your note", exact=True).input_value() == ""
        await one.page.reload()
        assert not await one.page.locator("#kept").is_visible()
        await write(one, "A whole one")
        await press(one)
        await one.open(f"{made['sign_url']}?another=1")
        assert not await one.page.locator("#kept").is_visible()
        assert await one.page.get_by_label("Your note", exact=True).input_value() == ""


async def test_a_button_pressed_offline_works_when_the_network_is_back(
    world: World, visitor: Visiting
) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        async with one.page.expect_response(re.compile("/seen$")):
            await one.page.mouse.click(5, 5)
        await write(one, "From a tunnel")
        await one.context.set_offline(True)
        await one.says("You're offline.")
        await one.page.locator("#go").click()
        assert await cards.notes(world, made) == []
        await one.context.set_offline(False)
        await one.page.wait_for_url(SIGNED)
    assert (await only_note(world, made))["note"]["text"] == "From a tunnel"


async def test_a_button_pressed_twice_signs_once(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one)
        await one.page.evaluate("() => { const go = document.getElementById('go'); go.click(); go.click(); }")
        await one.page.wait_for_url(SIGNED)
        await one.page.go_back()
        await one.page.wait_for_load_state()
        await one.page.locator("#go").click()
        await one.page.wait_for_url(SIGNED)
    assert len(await cards.notes(world, made)) == 1


async def tab_to(one: Visitor, selector: str, key: str = "Tab") -> list[str]:
    """Presses Tab until the element has the focus. Returns the elements on the way."""
    by: list[str] = []
    for _ in range(60):
        await one.page.keyboard.press(key)
        hidden = await one.page.evaluate(_UNDER_DOCK)
        assert hidden == "", f"hidden: {hidden}"
        by.append(await one.page.evaluate("document.activeElement.id || document.activeElement.tagName"))
        if await one.page.evaluate("s => document.activeElement.matches(s)", selector):
            return by
    raise AssertionError((selector, by))


# WCAG 2.4.11: the bottom dock must not cover the focused element.
_UNDER_DOCK = """() => {
    const at = document.activeElement, dock = document.querySelector('.p-dock');
    if (!at || at === document.body || !dock || dock.contains(at) || at.closest('.u-skip')) return '';
    const shown = at.type === 'radio' || at.type === 'file' ? at.closest('label') : at;
    const box = shown.getBoundingClientRect(), floats = getComputedStyle(dock).position !== 'static';
    const under = floats && box.height > 0 && box.top >= dock.getBoundingClientRect().top;
    return under ? at.outerHTML.slice(0, 90) : '';
}"""


@pytest.mark.parametrize("width", [390, 1280])
async def test_signs_with_only_a_keyboard(world: World, visitor: Visiting, width: int) -> None:
    made = await cards.card(world)
    async with visitor(width=width) as one:
        page, keys = one.page, one.page.keyboard
        await one.open(made["sign_url"])
        await tab_to(one, "#text")
        await keys.type("Typed, and never touched")
        await keys.press("Tab")
        await keys.type("Noor")
        by = await tab_to(one, "[name=pen]")
        assert by == ["BUTTON", "pen-kalam"], "the ideas are one stop"
        await keys.press("ArrowRight")
        assert await page.locator("#pen-caveat").is_checked()
        assert await tab_to(one, "[name=ink]") == ["ink-navy"]
        await keys.press("ArrowRight")
        assert await tab_to(one, "[name=paper]") == ["paper-cream"]
        await tab_to(one, "#add-emoji")
        await keys.press("Enter")
        await page.locator("#emoji[open]").wait_for()
        await keys.press("Enter")
        assert await page.evaluate("document.activeElement.id") == "text"
        await tab_to(one, "#add-drawing")
        await keys.press("Enter")
        await page.locator("#draw[open]").wait_for()
        await keys.press("Escape")
        assert await page.evaluate("document.activeElement.id") == "add-drawing"
        await tab_to(one, "#go")
        await keys.press("Enter")
        await page.wait_for_url(SIGNED)
        await tab_to(one, "a[href*='/s/']")
        await keys.press("Enter")
        await page.locator("#form").wait_for()
        await tab_to(one, "#text")
        await keys.press("Control+Enter")
        await page.wait_for_url(SIGNED)
    found = (await only_note(world, made))["note"]
    assert re.match("Typed, and never touched.", found["text"])
    assert (found["pen"], found["ink"]) == ("caveat", "berry")


async def test_finds_an_emoji_by_its_name_in_the_pages_language(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    for language, asked, emoji in (("en", "lobster", "🦞"), ("de", "Hummer", "🦞"), ("ar", "كركند", "🦞")):
        async with visitor(language=language) as one:
            page = one.page
            await one.open(made["sign_url"])
            await page.locator("#add-emoji").click()
            await page.locator("#emoji-grid button", has_text="🎂").wait_for()
            await page.locator("#emoji-find").fill("xyzzy")
            await page.locator("#emoji-found", has_text=re.compile(".")).wait_for()
            await page.locator("#emoji-find").fill(asked)
            await page.locator("#emoji-grid button", has_text=emoji).wait_for()
            await one.check()
            await page.keyboard.press("Enter")
            assert await page.locator("#text").input_value() == emoji
            assert await page.evaluate("document.activeElement.id") == "text"


async def test_a_single_error_appears_at_its_field_with_focus(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    for scripts in (True, False):
        async with visitor(scripts=scripts) as one:
            await one.open(made["sign_url"])
            await one.page.get_by_label("Your note", exact=True).fill("Words without a name")
            await one.page.locator("#go").click()
            await one.page.locator("#name-fault").wait_for()
            if scripts:
                await until(one.page, "document.activeElement.id === 'name'")
            assert await one.page.locator("#name:focus[aria-describedby=name-fault]").count() == 1
            assert await one.page.get_by_label("Your note", exact=True).input_value() != ""
            assert await one.page.locator("#faults").count() == 0
            assert await one.page.locator("#name-fault").is_visible()
            if scripts:
                await one.check()


async def test_the_summary_links_to_each_wrong_field(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await one.page.locator("#go").click()
        await one.says("2 things to fix")
        await until(one.page, "document.activeElement.id === 'faults'")
        await tab_to(one, "#faults a[href='#name']")
        await one.page.keyboard.press("Enter")
        assert await one.page.evaluate("document.activeElement.id") == "name"
        assert await one.page.locator("#name").get_attribute("aria-describedby") == "name-fault"


async def test_a_countdown_ends_the_limit_and_keeps_the_text(
    world: World, visitor: Visiting, clone: tuple[str, str]
) -> None:
    """Visitors behind one address share a limit: the button shows a countdown and then works."""
    made = await cards.card(world)
    port = free_port()
    base_url = f"http://127.0.0.1:{port}"
    own = replace(world.services.settings, base_url=base_url, port=port, demo=False, signings_per_minute=1)
    with listening(own, clone[1]):
        async with visitor() as one:
            page, note = one.page, one.page.get_by_label("Your note", exact=True)
            await one.open(made["sign_url"].replace(world.services.settings.base_url, base_url))
            await page.locator("#go").click()
            await page.locator("#faults").wait_for()
            await note.fill("Patience")
            await page.get_by_label("From", exact=True).fill("Noor")
            await page.locator("#go").click()
            await one.says("Too many people are signing from your network just now.")
            await page.locator("#wait", has_text=re.compile("^[1-6][0-9] seconds$")).wait_for()
            assert await note.input_value() == "Patience"
            await page.locator("#go").click()
            assert await page.locator("#go").get_attribute("aria-disabled") == "true"
            await page.evaluate(_LATER, 12_000)
            await page.locator("#wait", has_text=re.compile("^[1-4][0-9] seconds$")).wait_for()
            async with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
                await page.evaluate(_LATER, 60_000)
            assert "Patience" in ((await sent.value).request.post_data or "")


async def test_a_word_is_written_in_one_face(world: World, visitor: Visiting) -> None:
    """While the chosen handwriting lacks letters, another one is shown; the choice itself stays."""
    made = await cards.card(world)
    family = "e => getComputedStyle(e).fontFamily"
    async with visitor() as one:
        await one.open(made["sign_url"])
        text = one.page.locator("#text")
        await text.fill("Happy birthday")
        assert "Kalam" in await text.evaluate(family)
        await text.fill("Chúc mừng sinh nhật")
        assert "Patrick" in await text.evaluate(family)
        assert await one.page.locator("#pen-kalam").is_checked()
        await text.fill("Świetnie")
        assert "Kalam" in await text.evaluate(family)
        await one.page.locator("#pen-gochi").check(force=True)
        assert "Patrick" in await text.evaluate(family)
