"""Keyboard journeys: sign, edit, remove, chip in, open, read and thank; and thanks without scripts."""

import re
from typing import Any

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.gifts import COLLECTING
from tests.browser.hands import Hands
from tests.browser.visitor import ran
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


async def texts(world: World, made: dict[str, Any]) -> list[str]:
    return [each["note"]["text"] for each in await cards.notes(world, made)]


async def test_signs_edits_and_removes(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        hands = Hands(one)
        await hands.fill("Your note", "All the best")
        await hands.fill("From", "Noor")
        await hands.go("Sign the card")
        assert await texts(world, made) == ["All the best"]
        await hands.go("Edit my note")
        await hands.reach("Your note")
        await one.page.keyboard.press("Control+A")
        await one.page.keyboard.insert_text("Many happy returns")
        await hands.go("Save changes")
        assert await texts(world, made) == ["Many happy returns"]
        await hands.open("Remove my note")
        await hands.go("Remove note")
        await hands.says("Your note has been removed")
    assert await texts(world, made) == []


async def test_chips_in(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await one.open(made["sign_url"])
        hands = Hands(one)
        await hands.fill("Your note", "All the best")
        await hands.fill("From", "Noor")
        await hands.reach("No gift")
        await one.page.keyboard.press("ArrowRight")
        await one.page.keyboard.press("ArrowRight")
        await hands.says("Your gift: €10")
        await hands.go("Sign the card")
        await one.page.wait_for_url(re.compile("/sandbox/"))
        await hands.go("Pay")
        await world.work()
        await hands.says("You chipped in €10.00. Thank you.")
        await one.check()


async def test_opens_reads_and_thanks(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 4)
    async with visitor() as one:
        await one.open(cards.view(made))
        await ran(one.page, "view.js", "opening.js")  # opens the card in place
        hands = Hands(one)
        await hands.open("Open your card")
        await one.page.locator(".v-spread").wait_for()
        await hands.reach("Read all 4 notes")
        await one.page.keyboard.press("Enter")
        await one.page.locator(".v-board").wait_for()
        await hands.go("Say thanks")
        await hands.fill("Your message", "Only you would draw that")
        await hands.go("Say thank you")
        await hands.says("Only you would draw that")
        await hands.go("Thank everyone")
        await hands.fill("Your message", "Thank you, all of you")
        await hands.go("Say thank you")
        await hands.says("Thank you, all of you")
        await one.check()


async def test_thanks_without_scripts(world: World, visitor: Visiting) -> None:
    made = await cards.written(world, 2)
    async with visitor(scripts=False) as one:
        page = one.page
        await one.open(f"{cards.view(made)}?as=board")
        await page.get_by_role("link", name="Say thanks").first.click()
        await page.get_by_label("Your message").fill("Only you would draw that")
        await page.get_by_role("button", name="Say thank you").click()
        await one.says("Only you would draw that")
        await page.get_by_role("link", name="Thank everyone").click()
        await page.get_by_label("Your message").fill("Thank you, all of you")
        await page.get_by_role("button", name="Say thank you").click()
        await one.says("Thank you, all of you")
