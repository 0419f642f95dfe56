"""What a recipient sees at once: the opened card on a laptop, a few notes in the middle, and the gift."""

import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import ViewportSize

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor, ran, until
from tests.contributions import giving
from tests.media.files import photo
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]
LAPTOP: Final[ViewportSize] = {"width": 1280, "height": 620}  # the window on a screen of 1366 by 768
# The distances from the edges of the window to the outermost notes.
SIDES = """() => {
    const boxes = [...document.querySelectorAll('.v-board > li')].map(each => each.getBoundingClientRect());
    return [Math.min(...boxes.map(each => each.left)),
        document.documentElement.clientWidth - Math.max(...boxes.map(each => each.right))];
}"""
BELOW = "() => document.querySelector('.v-inside > .v-actions').getBoundingClientRect().bottom"
BELOW_AT_ITS_SIZE = f"""() => {{
    document.querySelector('.v-spread').style.setProperty('--fit', '1');
    return ({BELOW})();
}}"""
# Loads a font face of the page once more, under another name.
LATE = """() => {
    const url = performance.getEntriesByType('resource').find(each => each.name.includes('.woff2')).name;
    const late = new FontFace('late', `url(${url})`);
    document.fonts.add(late);
    return late.load().then(() => true);
}"""
LONG = "You taught me to ask one more question. Thank you for that, and for the plum cake in the rain. " * 7


async def opened(one: Visitor, made: dict[str, Any]) -> None:
    await one.page.set_viewport_size(LAPTOP)
    await one.open(f"{cards.view(made)}?inside")
    await one.page.locator(".v-written").wait_for()


@pytest.mark.parametrize(("count", "more"), [(1, 0), (2, 0), (3, 0), (8, 0), (11, 0), (40, 29)])
async def test_the_opened_card_is_in_the_window_with_its_buttons(
    world: World, visitor: Visiting, count: int, more: int
) -> None:
    made = await cards.written(world, min(count, 3), close=False)
    await cards.crowd(world, made, count - 3 if count > 3 else 0)
    await cards.shut(world, made)
    async with visitor(width=1280) as one:
        await opened(one, made)
        await until(one.page, f"({BELOW})() <= {LAPTOP['height']}")  # once the font faces have loaded
        others = one.page.locator(".v-others")
        assert await others.all_inner_texts() == ([f"and {more} more"] if more else [])
        # The control: at its own size the card is higher than the window, unless it has few words.
        assert (await one.page.evaluate(BELOW_AT_ITS_SIZE) > LAPTOP["height"]) == (count in (1, 2, 3, 11, 40))
        if more:
            await others.get_by_role("link").click()
            await one.page.locator(".v-board").wait_for()


async def test_the_opened_card_fits_again_when_a_face_arrives_late(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 2)
    async with visitor(width=1280) as one:
        await opened(one, made)
        await until(one.page, f"({BELOW})() <= {LAPTOP['height']}")
        assert await one.page.evaluate(BELOW_AT_ITS_SIZE) > LAPTOP["height"]
        await one.page.evaluate(LATE)
        await until(one.page, f"({BELOW})() <= {LAPTOP['height']}")


@pytest.mark.parametrize("count", [2, 3, 6, 8])
async def test_few_notes_are_in_the_middle_on_the_board_and_in_the_copy(
    world: World, visitor: Visiting, tmp_path: Path, count: int
) -> None:
    """The first note is much higher than the others, which balanced columns would put into one column."""
    made = await cards.card(world)
    tall = await cards.thing(world, made["id"], "photo", photo(400, 1600), description="A tower")
    for index in range(count):
        await cards.note(world, made["id"], index, **({"media": [tall]} if index == 0 else {}))
    await world.work()
    await cards.shut(world, made)
    path = cards.view(made).removeprefix(world.services.settings.base_url)
    (tmp_path / "card.zip").write_bytes((await world.client.get(f"{path}/card.zip")).content)
    zipfile.ZipFile(tmp_path / "card.zip").extractall(tmp_path / "card")
    async with visitor(width=1280) as one:
        for address in (f"{one.base_url}{path}?as=board", f"file://{tmp_path}/card/index.html"):
            await one.page.goto(address)
            before, after = await one.page.evaluate(SIDES)
            assert abs(before - after) < 3, (address, before, after)


async def test_a_scrollable_page_of_the_book_fades_at_its_edge(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    for index in range(2):
        await cards.note(world, made["id"], index, text=f"{LONG * 3}"[:1990])
    await cards.shut(world, made)
    fade = "() => +getComputedStyle(document.querySelector('.v-sheet'), '::after').opacity"
    async with visitor(width=1280) as one:
        await one.page.set_viewport_size(LAPTOP)
        await one.open(f"{cards.view(made)}?as=book")
        await until(one.page, f"({fade})() === 1")
        await one.page.locator(".v-sheet").first.evaluate("each => each.scrollTo(0, each.scrollHeight)")
        await until(one.page, f"({fade})() === 0")


async def test_the_gift_is_one_panel_with_one_button(world: World, visitor: Visiting) -> None:
    collection = {"add_money": "everyone", "currency": "EUR", "see_total": "everyone"}
    made = await cards.written(world, 3, close=False, collection=collection)
    await giving.gave(world.alice, made["id"], money={"amount": 3000, "currency": "EUR"})
    await cards.shut(world, made)
    card = await world.alice.get(f"/api/cards/{made['id']}")
    handover = {"method": "voucher", "amount": 3000, "note": "Have fun", "url": "https://shop.example/x"}
    answer = await world.alice.post(
        f"/api/cards/{made['id']}/handover", handover, headers={"If-Match": card.headers["ETag"]}
    )
    assert answer.status_code == 200, answer.text
    for width in (390, 1280):
        async with visitor(width=width) as one:
            await one.open(f"{cards.view(made)}?as=board")
            panel = one.page.get_by_role("region", name="€30.00 for you")
            text = (await panel.inner_text()).translate(dict.fromkeys(map(ord, "\u2068\u2069")))
            for says in ("gave you €30.00 as a voucher", "Have fun", "It opens shop.example"):
                assert says in text
            link = panel.get_by_role("link", name="Open your gift")
            assert await link.get_attribute("href") == "https://shop.example/x"
            box = await panel.bounding_box()
            assert box is not None
            assert abs(box["x"] - (width - box["x"] - box["width"])) < 16
            await one.open(f"{cards.view(made)}?inside")
            await one.page.get_by_role("link", name="Your gift", exact=True).click()
            assert one.page.url.endswith("#gift")


async def test_thanks_with_the_tiles_of_the_signing_form(
    world: World, visitor: Visiting, tmp_path: Path
) -> None:
    made = await cards.written(world, 1)
    (tmp_path / "us.jpg").write_bytes(photo(400, 300))
    async with visitor(width=390) as one:
        page = one.page
        await one.open(f"{cards.view(made)}/thanks")
        await ran(page, "view.js", "thanks.js")
        description = page.get_by_label("Describe the photo for people who can't see it")
        assert not await description.is_visible()
        assert not await page.get_by_role("button", name="Record").is_visible()
        await page.get_by_label("Your message").fill("Thank you")
        await page.get_by_label("Photo", exact=True).set_input_files(tmp_path / "us.jpg")
        await page.locator("[data-preview] img").wait_for()
        await description.fill("Us at the lake")
        await page.locator(".v-tile", has_text="Voice").click()
        await page.get_by_role("button", name="Record").click()
        await page.wait_for_timeout(1200)  # the recording has to have a length
        await page.get_by_role("button", name="Stop").click()
        await page.get_by_role("button", name="Record again").wait_for()
        await page.get_by_label("Write down what you say").fill("Thank you so much")
        await page.get_by_role("button", name="Say thank you").click()
        await page.wait_for_url("**?as=*")
    [said] = (await world.alice.get(f"/api/cards/{made['id']}/thanks")).json()["data"]
    assert {each["kind"] for each in said["media"]} == {"photo", "voice"}
