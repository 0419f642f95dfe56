"""The embedded form in Chromium on another site's page: visitors, portals and strangers."""

import json
import re
from typing import Any, Final

import pytest
from playwright.async_api import Frame, Page

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.gifts import COLLECTING
from tests.browser.hands import MOST_TABS
from tests.browser.portal import Portal, listed, serve
from tests.browser.visitor import HEIGHTS, NARROW, Visitor, until
from tests.waiting import until as until_true
from tests.world import World
from wellwish.web.docs.guide import GUIDES, text_of

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

_IFRAME: Final = "wellwish-sign iframe"
_FALLBACK: Final = "wellwish-sign > a"
# The frame has the height of its page, without scrollbars.
_FITS: Final = """() => document.documentElement.scrollHeight <= innerHeight
    && innerHeight - document.body.getBoundingClientRect().height < 2"""

# One round for each late size: a handwriting that loads, a picture.
_ROUNDS: Final = 5


async def frame_of(page: Page, nth: int = 0) -> Frame:
    """Waits until the form's frame is visible and returns it."""
    shown = page.locator(f"{_IFRAME}[data-shown]")
    await shown.nth(nth).wait_for()
    handle = await shown.nth(nth).element_handle()
    frame = await handle.content_frame()
    assert frame is not None
    return frame


async def says(frame: Frame, words: str) -> None:
    await frame.get_by_text(words).first.wait_for()


async def fits(one: Visitor, frame: Frame) -> None:
    """Fails if the frame or its parent page scrolls unnecessarily, or if their sizes do not settle."""
    await until(frame, _FITS)
    assert await frame.evaluate(NARROW) == []
    assert await one.page.evaluate(NARROW) == []
    await settled(one, frame)
    await until(frame, _FITS)


async def settled(one: Visitor, *frames: Frame) -> None:
    """Waits until the frames have loaded and report no further size."""
    for frame in frames:
        await until(frame, "document.readyState === 'complete' && document.fonts.status === 'loaded'")
    # A frame and a parent that answer each other's sizes send messages for ever.
    for _ in range(_ROUNDS):
        told = await one.page.evaluate("received.length")
        await one.page.evaluate("new Promise(done => setTimeout(done, 200))")
        if await one.page.evaluate("received.length") == told:
            break
    else:
        pytest.fail(f"The frame's size does not settle: {await one.page.evaluate('received')}")


async def write(frame: Frame, text: str = "All the best", name: str = "Noor") -> None:
    await frame.get_by_label("Your note", exact=True).fill(text)
    await frame.get_by_label("From", exact=True).fill(name)


async def press(frame: Frame) -> None:
    """Signs and waits for the confirmation."""
    await frame.locator("#go").click()
    await says(frame, "Lovely. Your note is on the card")


async def texts(world: World, made: dict[str, Any]) -> list[str]:
    return [each["note"]["text"] for each in await cards.notes(world, made)]


async def test_signs_edits_and_removes_on_the_page_of_another_site(
    world: World, visitor: Visiting, portal: Portal
) -> None:
    made = await listed(world, portal.origin)
    async with visitor() as one:
        await one.open(portal.embed(made["sign_url"]))
        frame = await frame_of(one.page)
        await fits(one, frame)
        assert not await one.page.locator(_FALLBACK).is_visible()
        await frame.locator("#go").click()
        await frame.locator("#faults").wait_for()
        await fits(one, frame)
        assert await one.page.evaluate("signed") == []
        await write(frame)
        await press(frame)
        await fits(one, frame)
        await until(one.page, "signed.length > 0")
        assert await one.page.evaluate("signed") == [{"card_id": made["id"], "status": "published"}]
        await frame.get_by_role("link", name="Edit my note").click()
        await write(frame, "Changed in the portal")
        await press(frame)
        assert await texts(world, made) == ["Changed in the portal"]
        # The browser partitions the cookies by the embedding site.
        kept = await one.context.cookies(one.base_url)
        assert {each.get("name", "")[:7] for each in kept} == {"framed-"}
        assert all(each.get("partitionKey") for each in kept)
        await one.page.reload()
        frame = await frame_of(one.page)
        assert await frame.get_by_label("Your note", exact=True).input_value() == "Changed in the portal"
        await one.open(made["sign_url"])
        assert await one.page.get_by_label("Your note", exact=True).input_value() == ""


async def test_pays_in_a_tab_of_its_own(world: World, visitor: Visiting, portal: Portal) -> None:
    made = await listed(world, portal.origin, collection=COLLECTING)
    async with visitor() as one:
        await one.open(portal.embed(made["sign_url"]))
        frame = await frame_of(one.page)
        await write(frame)
        await frame.locator("label:has(input[name=gift][value='1000'])").click()
        await fits(one, frame)
        await frame.locator("#go").click()
        leads = frame.get_by_role("link", name="Continue to payment")
        await leads.wait_for()
        await fits(one, frame)
        assert await one.violations(frame) == []
        async with one.context.expect_page() as opened:
            await leads.click()
        tab = await opened.value
        await tab.get_by_role("button", name="Pay", exact=True).click()
        await tab.get_by_text("Thank you. Your payment went through").wait_for()
        await tab.close()
        await world.work()
        # A headless window does not report that its tab becomes visible.
        async with one.page.expect_event("framenavigated"):
            await frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await says(frame, "You chipped in €10.00. Thank you.")
        await fits(one, frame)
        assert one.page.url.startswith(portal.origin)
        await until(one.page, "signed.length === 2")
    [paid] = await cards.notes(world, made)
    assert paid["money"]["status"] == "paid"


async def test_edits_by_the_own_link_where_cookies_are_refused(
    world: World, wary: Visitor, portal: Portal
) -> None:
    made = await listed(world, portal.origin)
    one = wary
    await one.open(portal.embed(made["sign_url"]))
    frame = await frame_of(one.page)
    await write(frame, "Without cookies")
    await press(frame)
    assert await one.context.cookies() == []
    await fits(one, frame)
    await frame.get_by_role("link", name="Edit my note").click()
    await write(frame, "Edited without cookies")
    await press(frame)
    assert await texts(world, made) == ["Edited without cookies"]
    async with one.context.expect_page() as opened:
        await frame.locator("[aria-labelledby=own-link] a").click()
    tab = await opened.value
    assert await tab.get_by_label("Your note", exact=True).input_value() == "Edited without cookies"
    await tab.close()
    # The control: after a reload, only the link opens the note.
    await one.page.reload()
    frame = await frame_of(one.page)
    assert await frame.get_by_label("Your note", exact=True).input_value() == ""


@pytest.mark.parametrize("around", ["the portal itself", "a frame of a page that is not listed"])
async def test_a_site_that_is_not_listed_shows_the_link_only(
    around: str, world: World, visitor: Visiting, portal: Portal
) -> None:
    with serve(world.services.settings.base_url) as stranger:
        is_nested = around != "the portal itself"
        made = await listed(world, portal.origin if is_nested else stranger.origin)
        url = portal.embed(made["sign_url"])
        async with visitor() as one:
            shown: Page | Frame = one.page
            await one.open(
                stranger.show(f'<iframe src="{url}" title="Portal"></iframe>') if is_nested else url
            )
            if is_nested:
                shown = one.page.frames[1]
                assert shown.url == url
            fallback = shown.locator(_FALLBACK)
            await fallback.wait_for()
            await until(shown, "document.querySelector('wellwish-sign').shadowRoot.querySelector('iframe')")
            await until_refused(one)
            assert await shown.locator(f"{_IFRAME}[data-shown]").count() == 0
            assert (await shown.locator(_IFRAME).bounding_box() or {"height": 0})["height"] == 0
            assert await fallback.get_attribute("href") == made["sign_url"]
            # The control: the other site is also listed.
            origins = [portal.origin, stranger.origin]
            await world.alice.patch("/api/account", {"embed_origins": origins})
            await one.page.reload()
            shown = one.page.frames[1] if is_nested else one.page
            await shown.locator(f"{_IFRAME}[data-shown]").wait_for()
            one.faults.clear()


async def until_refused(one: Visitor) -> None:
    """Waits for the console's message that the browser refused the frame."""
    await until_true(lambda: any("frame-ancestors" in each for each in one.faults))


async def test_messages_of_strangers_change_nothing(world: World, visitor: Visiting, portal: Portal) -> None:
    made = await listed(world, portal.origin)
    lies = [
        {"wellwish": "height", "height": 9000},
        {"wellwish": "signed", "card_id": made["id"], "status": "published"},
    ]
    with serve(world.services.settings.base_url) as stranger:
        stranger.files["/portal.js"] = (
            "text/javascript",
            f"for (const each of {json.dumps(lies)}) parent.postMessage(each, '*')".encode(),
        )
        inner = stranger.show("A stranger")
        link = made["sign_url"]
        async with visitor() as one:
            two = f'<wellwish-sign link="{link}"></wellwish-sign>' * 2
            await one.open(portal.show(f'{two}<iframe src="{inner}" title="Stranger"></iframe>'))
            for nth in (0, 1):
                await frame_of(one.page, nth)
            await one.page.reload()  # both frames set a cookie, and only one took effect
            first, second = await frame_of(one.page), await frame_of(one.page, 1)
            await until(
                one.page, "origin => received.some(each => each.origin === origin)", arg=stranger.origin
            )
            # Messages from the parent page itself, and from a page of ours outside the element.
            await one.page.evaluate("lies => lies.forEach(each => postMessage(each, '*'))", lies)
            await second.evaluate("([lie, to]) => parent.postMessage(lie, to)", [lies[0], portal.origin])
            # The control: the element accepts its own frame's messages.
            await until(one.page, "document.querySelectorAll('wellwish-sign')[1].offsetHeight === 9000")
            assert await one.page.locator("wellwish-sign").first.evaluate("one => one.offsetHeight") < 9000
            assert await one.page.evaluate("signed") == []
            # Messages to the frame: invalid greetings, and a greeting from itself.
            await settled(one, first, second)
            before = await one.page.evaluate("received.length")
            await one.page.locator(_IFRAME).first.evaluate(
                """frame => [null, 'hello', 7, {wellwish: 'signed'}, {hello: 1}, []].forEach(
                each => frame.contentWindow.postMessage(each, '*'))"""
            )
            await first.evaluate("postMessage({wellwish: 'hello'}, '*')")
            await first.evaluate("new Promise(done => setTimeout(done, 200))")
            assert await one.page.evaluate("received.length") == before
            # The control: one frame signs, and its element reports it.
            await write(first)
            await press(first)
            await until(one.page, "signed.length > 0")
            assert await one.page.evaluate("signed") == [{"card_id": made["id"], "status": "published"}]


async def test_signs_by_keyboard(world: World, visitor: Visiting, portal: Portal) -> None:
    made = await listed(world, portal.origin)
    async with visitor(width=1280) as one:
        page = one.page
        await one.open(portal.embed(made["sign_url"]))
        frame = await frame_of(page)
        await page.locator("#before").focus()
        await tab_to(one, frame, "#text")
        await page.keyboard.insert_text("Typed by keys")
        await tab_to(one, frame, "#name")
        await page.keyboard.insert_text("Noor")
        await tab_to(one, frame, "#go")
        await page.keyboard.press("Enter")
        await says(frame, "Lovely. Your note is on the card")
        await until(frame, "document.activeElement.matches('[data-outcome]')")
        assert await texts(world, made) == ["Typed by keys"]
        for _ in range(MOST_TABS):
            await page.keyboard.press("Tab")
            if await page.evaluate("document.activeElement.id") == "after":
                break
        else:
            pytest.fail("no Tab leads out of the frame")
        await page.keyboard.press("Shift+Tab")
        assert await page.evaluate("document.activeElement.localName") == "wellwish-sign"


async def tab_to(one: Visitor, frame: Frame, selector: str) -> None:
    """Presses Tab until the element has the focus. Fails if it is not visible in the portal's page."""
    for _ in range(MOST_TABS):
        await one.page.keyboard.press("Tab")
        if await frame.evaluate("selector => document.activeElement.matches(selector)", selector):
            box = await frame.locator(selector).bounding_box()
            assert box is not None
            assert 0 <= box["y"] < 800, f"{selector} has the focus out of sight"
            return
    pytest.fail(f"no Tab reaches {selector}")


@pytest.mark.parametrize(
    ("width", "dark", "language"),
    [(390, False, "en"), (390, True, "ar"), (1280, True, "en"), (1280, False, "ar")],
)
async def test_the_frame_and_the_page_around_it_meet_every_rule(
    width: int, dark: bool, language: str, world: World, visitor: Visiting, portal: Portal
) -> None:
    made = await listed(world, portal.origin, collection=COLLECTING, contribution_end_date="2099-11-27")
    await cards.note(world, made["id"])
    name = f"{width} {'dark' if dark else 'light'} {language}"
    async with visitor(width=width, dark=dark, language=language) as one:
        await one.open(portal.embed(made["sign_url"], lang=language))
        frame = await frame_of(one.page)
        for state in ("form", "faults", "signed"):
            if state == "faults":
                await frame.locator("#go").click()
                await frame.locator("#faults").wait_for()
            elif state == "signed":
                await frame.locator("#text").fill("All the best")
                await frame.locator("#name").fill("Noor")
                await frame.locator("#go").click()
                await frame.locator("[data-signed]").wait_for()
            await fits(one, frame)
            assert await frame.evaluate("document.documentElement.lang") == language
            assert await one.violations(frame) == []
            assert await one.violations() == []
            if one.keeps:  # smaller windows paint only a part of the frame
                await one.page.set_viewport_size({"width": width, "height": 3000})
                await one.shoot(f"{name} {state}")
                await one.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})


async def test_without_scripts_the_content_of_the_element_is_a_link_that_works(
    world: World, visitor: Visiting, portal: Portal
) -> None:
    made = await listed(world, portal.origin)
    async with visitor(scripts=False) as one:
        await one.open(portal.embed(made["sign_url"]))
        await one.page.get_by_role("link", name="Sign the card").click()
        await one.page.get_by_label("Your note", exact=True).fill("Without scripts")
        await one.page.get_by_label("From", exact=True).fill("Noor")
        await one.page.locator("#go").click()
        await one.says("Lovely. Your note is on the card")
    assert await texts(world, made) == ["Without scripts"]


async def test_the_page_of_the_guide_shows_the_form_and_learns_of_the_note(
    world: World, visitor: Visiting, portal: Portal
) -> None:
    made = await listed(world, portal.origin)
    text = text_of(GUIDES["embedding"], world.services.settings.base_url)
    blocks = re.findall(r"^```html\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    page = "".join(blocks).replace(f"{world.services.settings.base_url}/s/...", made["sign_url"])
    portal.files["/guide"] = ("text/html", f'<!doctype html><html lang="en"><body>{page}'.encode())
    portal.policy = f"script-src 'unsafe-inline' {world.services.settings.base_url}"
    async with visitor() as one:
        await one.open(f"{portal.origin}/guide")
        frame = await frame_of(one.page)
        await write(frame)
        await press(frame)
        await until(one.page, "id => document.body.dataset.signed === id", arg=made["id"])
        one.faults.clear()  # the page has no icon
    assert await texts(world, made) == ["All the best"]
