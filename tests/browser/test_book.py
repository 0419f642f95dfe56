"""The book and the slides fit the screen, and turn by key, button and swipe."""

import pytest
from playwright.async_api import expect

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import ran, until
from tests.media import files
from tests.web.view.card import finished, own_link
from tests.world import Person, World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

# The overflow of each book page, and the distance of the last control from the screen.
OVERFLOW = """() => ({
    scrolled: [...document.querySelectorAll('.v-sheet')].map(e => e.scrollHeight - e.clientHeight),
    below: Math.max(...[...document.querySelectorAll('.v-pages, .v-turn, .v-place')]
        .map(e => Math.round(e.getBoundingClientRect().bottom - innerHeight))),
})"""
SWIPE = """([from, to]) => {
    const at = document.querySelector('.v-pages, .v-slide');
    const send = (type, x) => {
        const touch = new Touch({identifier: 1, target: at, clientX: x, clientY: 300});
        const touches = type === 'touchstart' ? [touch] : [];
        at.dispatchEvent(new TouchEvent(type, {touches, changedTouches: [touch], bubbles: true}));
    };
    send('touchstart', from);
    send('touchend', to);
}"""
# Replaces the browser's wake lock: `__locks` has one entry for each lock, `true` while the screen is kept on.
LOCKS = """() => {
    window.__locks = [];
    const request = async () => {
        await new Promise(done => setTimeout(done, 50));
        const at = window.__locks.push(true) - 1;
        const lock = {released: false};
        lock.release = async () => { lock.released = true; window.__locks[at] = false; };
        window.__lock = lock;
        return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', {value: {request}, configurable: true});
}"""
# The browser releases the lock of a hidden page.
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    if (hidden) void window.__lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
}"""
LONG = "You taught me to ask one more question. " * 45
# Notes that a slideshow shows for a minute and longer, so that it does not end during a test.
SLOWLY = ("One " * 250, "Two " * 250)


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
async def test_every_spread_fits_the_screen(world: World, visitor: Visiting, size: tuple[int, int]) -> None:
    """A long note fills one page, and only that page scrolls."""
    made = await cards.written(world, 4, close=False)
    await cards.crowd(world, made, 21)
    await cards.note(world, made["id"], 3, text=LONG)
    await cards.shut(world, made)
    async with visitor() as one:
        await one.page.set_viewport_size({"width": size[0], "height": size[1]})
        seen = scrolled = 0
        await one.open(cards.view(made) + "?as=book")
        while True:
            await one.page.wait_for_load_state("networkidle")
            found = await one.page.evaluate(OVERFLOW)
            assert found["below"] <= 0
            scrolled += sum(each > 0 for each in found["scrolled"])
            seen += await one.page.locator(".v-sheet .v-note").count()
            after = one.page.locator("a[rel=next]")
            if not await after.count():
                break
            await one.open(one.page.url.split("?")[0] + str(await after.get_attribute("href")))
        assert seen == 26
        assert await one.page.locator(".v-sheet[tabindex='0'] .v-note").count() == scrolled <= 1
        assert scrolled == 1 or size[0] > 390
        await one.check()


async def test_the_book_turns_by_key_button_and_swipe(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 0, close=False)
    await cards.crowd(world, made, 40)
    await cards.shut(world, made)
    async with visitor(width=390) as one:
        page = one.page
        shown = page.locator(".v-place")
        await one.open(cards.view(made) + "?as=book")
        await page.locator(".v-note[tabindex='0']").wait_for()
        await shown.get_by_text("Page 1 of").wait_for()
        await page.keyboard.press("ArrowRight")  # On a phone this is the second page of the spread.
        await expect(page.locator(".v-sheet").last).to_be_in_viewport(ratio=0.95)
        await page.keyboard.press("ArrowRight")
        await shown.get_by_text("Page 3 of").wait_for()
        assert await page.evaluate("document.querySelector('.v-pages').scrollLeft") == 0
        await page.keyboard.press("ArrowLeft")
        await shown.get_by_text("Page 2 of").wait_for()
        assert await page.evaluate("document.querySelector('.v-pages').scrollLeft") > 300
        await page.evaluate(SWIPE, [300, 100])
        await shown.get_by_text("Page 3 of").wait_for()
        await page.set_viewport_size({"width": 1280, "height": 900})
        await page.get_by_role("link", name="Next page").click()
        await shown.get_by_text("Pages 5 and 6").wait_for()
        assert "page=3" in page.url
        assert await page.evaluate("document.activeElement.rel") == "next"
        await page.keyboard.press("j")
        await page.keyboard.press("ArrowLeft")
        await shown.get_by_text("Pages 3 and 4").wait_for()
        assert one.faults == []


async def test_the_book_shows_all_pages_without_scripts(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 0, close=False)
    await cards.crowd(world, made, 20)
    await cards.shut(world, made)
    async with visitor(width=390, scripts=False) as one:
        await one.open(cards.view(made) + "?as=book")
        boxes = [await each.bounding_box() for each in await one.page.locator(".v-sheet").all()]
        assert [box and box["x"] < 390 for box in boxes] == [True, True]
        await one.page.get_by_role("link", name="Next page").click()
        await one.page.get_by_text("Pages 3 and 4").wait_for()


async def test_the_frame_of_a_slide_is_as_wide_as_its_photo(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    photo = await cards.thing(world, made["id"], "photo", files.photo(600, 900))
    await cards.note(world, made["id"], text="Us", media=[photo])
    await world.work()
    await cards.shut(world, made)
    async with visitor(width=1280) as one:
        await one.open(cards.view(made) + "?as=slides")
        frame = await one.page.locator(".v-slide .v-note").bounding_box()
        shown = await one.page.locator(".v-slide img").bounding_box()
        assert frame
        assert shown
        # An image may be wider than what it shows.
        assert shown["height"] * 2 / 3 < frame["width"] < shown["height"] * 2 / 3 + 80


async def test_slides_turn_by_arrows_and_wait_to_be_started(visitor: Visiting, alice: Person) -> None:
    card = await finished(alice, "One", "Two", "Three")
    async with visitor(width=390) as one:
        page, slide = one.page, one.page.locator(".v-slide")
        await one.open(own_link(card) + "?as=slides")
        await ran(page, "view.js", "slides.js")
        await page.get_by_role("button", name="Play slideshow").wait_for()
        assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        await page.keyboard.press("ArrowRight")
        await slide.get_by_text("Two").wait_for()
        await page.evaluate(SWIPE, [300, 100])
        await slide.get_by_text("Three").wait_for()
        await page.get_by_role("link", name="Previous").click()
        await slide.get_by_text("Two").wait_for()
        assert "page=2" in page.url
        assert await page.locator("progress").get_attribute("value") == "2"
        await page.keyboard.press("Space")
        await page.get_by_role("button", name="Pause").wait_for()
        assert await page.locator(".v-slide[aria-live=off]").count() == 1
        await one.check()
        await page.keyboard.press("Escape")
        await page.locator("[data-view=board]").wait_for()
        assert one.faults == []


async def test_the_screen_stays_on_while_the_slideshow_runs(visitor: Visiting, alice: Person) -> None:
    card = await finished(alice, *SLOWLY)
    async with visitor(width=390) as one:
        page = one.page
        await page.add_init_script(f"({LOCKS})()")
        await one.open(own_link(card) + "?as=slides")
        await ran(page, "view.js", "slides.js")
        run = page.locator("[data-run]")
        await page.keyboard.press("ArrowRight")
        await page.locator(".v-slide").get_by_text("Two").wait_for()
        assert await page.evaluate("window.__locks") == []
        await run.click()
        await until(page, "() => window.__locks.join() === 'true'")
        await page.evaluate(HIDE, True)
        await until(page, "() => window.__locks.join() === 'false'")
        await page.evaluate(HIDE, False)
        await until(page, "() => window.__locks.join() === 'false,true'")
        await run.click()
        await until(page, "() => window.__locks.join() === 'false,false'")


async def test_a_slideshow_that_is_paused_at_once_lets_the_screen_dim(
    visitor: Visiting, alice: Person
) -> None:
    """The pause precedes the response to the request for the lock."""
    card = await finished(alice, *SLOWLY)
    async with visitor(width=390) as one:
        page = one.page
        await page.add_init_script(f"({LOCKS})()")
        await one.open(own_link(card) + "?as=slides")
        await ran(page, "view.js", "slides.js")
        await page.evaluate("""async () => {
            const run = document.querySelector('[data-run]');
            run.click();
            await new Promise(done => setTimeout(done, 10));
            run.click();
        }""")
        await until(page, "() => window.__locks.length === 1 && !window.__locks[0]")


async def test_a_slideshow_runs_without_a_wake_lock(visitor: Visiting, alice: Person) -> None:
    """Browsers refuse it if the battery is low."""
    card = await finished(alice, *SLOWLY)
    async with visitor(width=390) as one:
        page = one.page
        await page.add_init_script(
            "const request = () => Promise.reject(new Error());"
            "Object.defineProperty(navigator, 'wakeLock', {value: {request}})"
        )
        await one.open(own_link(card) + "?as=slides")
        await ran(page, "view.js", "slides.js")
        await page.get_by_role("button", name="Play slideshow").click()
        await page.get_by_role("button", name="Pause").wait_for()
        await page.get_by_role("button", name="Pause").click()
        await page.get_by_role("button", name="Play slideshow").wait_for()
