"""The card in a browser: opening, keyboard, print, and the downloaded copy."""

import io
import zipfile
from pathlib import Path

import pypdf
import pytest
from playwright.async_api import Request, expect

from tests.browser.conftest import Visiting
from tests.browser.visitor import DRAWN, ran, until
from tests.web.view.card import finished, note, own_link
from tests.web.view.test_pictures import with_everything
from tests.world import Person, World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


@pytest.mark.parametrize("words", ["W" * 600, "🎂" * 300, "\u202egnorw", "Z\u0351\u036b\u0343" * 200])
async def test_hostile_words_break_no_page(visitor: Visiting, alice: Person, words: str) -> None:
    card = await finished(alice, words, words[:100], title=words[:200], sender=words[:200])
    async with visitor(width=390) as one:
        for below in ("", "?inside", "?as=board", "?as=book", "?as=slides"):
            await one.open(own_link(card) + below)
            await one.check()


async def test_opens_where_it_lies_and_reads_on(visitor: Visiting, alice: Person) -> None:
    card = await finished(alice, "One", "Two", "Three", "Four", "Five")
    async with visitor(width=390) as one:
        await one.page.add_init_script(f"({DRAWN})()")
        await one.open(own_link(card))
        await ran(one.page, "view.js", "opening.js")  # opens the card in place
        await one.page.get_by_role("button", name="Open your card").click()
        await one.page.wait_for_url("**?inside")
        await one.page.get_by_text("Three").first.wait_for()
        await one.page.locator("h1:focus").wait_for()
        await until(one.page, "drawn.length > 0")
        await one.page.locator("canvas").wait_for(state="detached")
        before = await one.page.evaluate("drawn.length")
        await one.page.get_by_role("button", name="Replay the animation").click()
        await until(one.page, "before => drawn.length > before", before)
        assert {*await one.page.evaluate("drawn.map(each => each.ariaHidden)")} == {"true"}
        await one.page.get_by_role("link", name="Read all 5 notes").click()
        await expect(one.page.locator("article")).to_have_count(5)
        assert one.faults == []


async def test_is_read_by_keyboard(visitor: Visiting, alice: Person) -> None:
    card = await finished(alice, "One", "Two", "Three")
    async with visitor(width=1280) as one:
        await one.open(own_link(card) + "?as=board")
        page = one.page
        await page.locator(".v-note[tabindex='0']").wait_for()
        for key in ("j", "j", "ArrowDown", "k"):
            await page.keyboard.press(key)
        assert await page.evaluate("document.activeElement.innerText.includes('Two')")
        await page.keyboard.press("Enter")
        assert await page.locator("dialog[open] article").inner_text() != ""
        way = await page.locator("dialog[open] [data-report]").get_attribute("href") or ""
        assert "/report?note=ctb_" in way
        await page.keyboard.press("Escape")
        assert await page.locator("dialog[open]").count() == 0
        assert await page.evaluate("document.activeElement.innerText.includes('Two')")
        await page.keyboard.press("?")
        await page.get_by_label("Single-letter shortcuts").uncheck()
        await page.keyboard.press("Escape")
        await page.keyboard.press("j")
        assert await page.evaluate("document.activeElement.innerText.includes('Three')") is False
        assert one.faults == []


async def test_prints_every_name(visitor: Visiting, alice: Person) -> None:
    card = await finished(alice, close=False)
    names = [f"Person {n:02}" for n in range(80)]
    for name in names:
        await note(alice, card["id"], "All the best", name=name, pen="courier")
    await alice.post(f"/api/cards/{card['id']}/close")
    async with visitor(width=1280) as one:
        await one.open(own_link(card) + "?as=board&all")
        printed = await one.page.pdf(format="A4", prefer_css_page_size=True)
    pages = pypdf.PdfReader(io.BytesIO(printed)).pages
    text = " ".join(each.extract_text() for each in pages)
    assert [name for name in names if name not in text] == []
    assert len(pages) <= 10


async def test_the_copy_opens_from_a_disk_without_requests(
    visitor: Visiting, world: World, alice: Person, tmp_path: Path
) -> None:
    answer = await world.client.get(await with_everything(alice) + "/card.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path / "card")
    async with visitor(width=390) as one:
        asked: list[str] = []
        one.page.on("request", lambda request: asked.append(request.url))
        await one.page.goto((tmp_path / "card/index.html").as_uri())
        # A recording that the page reads in parts keeps the network busy.
        await one.page.evaluate("document.fonts.ready.then(() => true)")
        assert [url for url in asked if not url.startswith("file:")] == []
        loaded = "[...document.images].filter(each => each.loading !== 'lazy' && !each.naturalWidth).length"
        assert await one.page.evaluate(loaded) == 0
        assert await one.page.evaluate("document.fonts.check('16px Kalam')")
        assert one.faults == []


async def test_the_first_view_of_the_board_is_light(visitor: Visiting, alice: Person) -> None:
    """At most 280 KB in total, of which 120 KB are fonts; photos do not count."""
    card = await finished(alice, close=False)
    for n in range(60):
        pen = ("kalam", "caveat", "patrick")[n % 3]
        await note(
            alice, card["id"], f"Words of some length, the way people write them, {n}", name=f"P {n}", pen=pen
        )
    await alice.post(f"/api/cards/{card['id']}/close")
    async with visitor(width=390) as one:
        finished_requests: list[Request] = []

        def keep(request: Request) -> None:
            finished_requests.append(request)

        one.page.on("requestfinished", keep)
        await one.open(own_link(card) + "?as=board")
        await one.page.wait_for_load_state("networkidle")
        sizes = {each.url: (await each.sizes())["responseBodySize"] for each in finished_requests}
        assert 0 < sum(size for url, size in sizes.items() if url.endswith(".woff2")) <= 120_000
        assert sum(sizes.values()) <= 280_000
