"""The wall in a browser: it fills the screen, shows new notes, pauses, and stays within its budget."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import until
from tests.web.view.card import note
from tests.web.visitor import path_of
from tests.world import World

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

MAX_BYTES = 200_000
SHOTS = os.environ.get("WELLWISH_SHOTS")


async def wall(world: World, made: dict[str, Any]) -> str:
    """Reopens a card and creates its wall. Returns the wall's path."""
    assert (await world.alice.post(f"/api/cards/{made['id']}/reopen", {})).status_code == 200
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    assert answer.status_code == 201
    return "/w/" + path_of(answer.json()["wall_url"]).rpartition("/")[2]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (390, 844)])
@pytest.mark.parametrize("language", ["en", "ar"])
async def test_fills_the_screen_within_its_budget(
    world: World, visitor: Visiting, width: int, height: int, language: str
) -> None:
    path = await wall(world, await cards.written(world, 8))
    async with visitor(language=language) as one:
        await one.page.set_viewport_size({"width": width, "height": height})
        await one.open(f"{path}?lang={language}")
        await until(one.page, "document.fonts.status === 'loaded'")
        await one.page.evaluate(
            "new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)))"
        )
        over = await one.page.evaluate(
            "[document.documentElement.scrollWidth - innerWidth,"
            " document.documentElement.scrollHeight - innerHeight]"
        )
        assert over[0] <= 0
        if width > 768:
            assert over[1] <= 0
        total = await one.page.evaluate(
            "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
            ".reduce((sum, each) => sum + each.transferSize, 0)"
        )
        assert 0 < total <= MAX_BYTES, total
        assert await one.violations() == []
        if SHOTS:
            await one.page.screenshot(path=Path(SHOTS) / f"wall-{language}-{width}.png")


async def test_new_notes_appear_and_a_pause_holds_the_page(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 3)
    path = await wall(world, made)
    async with visitor(width=1280) as one:
        async with one.page.expect_response("**/stream"):
            await one.open(path)
        assert await one.page.locator(".w-note").count() == 3
        await note(world.alice, made["id"], "Just arrived", name="Zoe")
        await one.page.get_by_text("Just arrived").wait_for()
        if SHOTS:
            await one.page.screenshot(path=Path(SHOTS) / "wall-four.png")
        await one.page.get_by_role("link", name="Pause").click()
        await note(world.alice, made["id"], "Too late", name="Yan")
        await one.page.wait_for_timeout(4000)  # the stream would report it by then
        assert await one.page.get_by_text("Too late").count() == 0
        await one.page.get_by_role("link", name="Resume").click()
        await one.page.get_by_text("Too late").wait_for()


async def test_turns_without_scripts(world: World, visitor: Visiting) -> None:
    path = await wall(world, await cards.written(world, 8))
    async with visitor(scripts=False, width=1280) as one:
        await one.open(path)
        assert await one.page.locator("noscript").count() == 1
        assert await one.page.locator(".w-note").count() == 8
        await one.page.get_by_role("link", name="Pause").click()
        assert one.page.url.endswith("still")
