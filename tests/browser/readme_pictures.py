"""The two pictures of the README, taken from the product: script/pictures --readme runs this file."""

from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from tests.browser.conftest import Visiting
from tests.browser.states import STATES
from tests.browser.visitor import Visitor
from tests.world import World

pytestmark = pytest.mark.anyio

FOLDER: Final = Path(__file__).parents[2] / "docs/pictures"
_NOTE: Final = "You made Mondays worth getting up for. Have the best birthday, and save me some cake."


async def _take(one: Visitor, name: str) -> None:
    await one.page.evaluate("document.fonts.ready.then(() => true)")
    picture = Image.open(BytesIO(await one.page.screenshot()))
    picture.convert("RGB").save(FOLDER / f"{name}.webp", quality=82, method=6)


async def test_takes_the_picture_of_signing(world: World, visitor: Visiting) -> None:
    arrive = await STATES["sign"][0](world)
    async with visitor() as one:
        await one.become(390, dark=False, language="en", calm=True)
        await arrive(one)
        await one.page.locator("#text").fill(_NOTE)
        await one.page.locator("#text").evaluate("each => each.blur()")
        await _take(one, "sign")


async def test_takes_the_picture_of_the_opened_card(world: World, visitor: Visiting) -> None:
    arrive = await STATES["view inside"][0](world)
    async with visitor() as one:
        await one.become(1280, dark=False, language="en", calm=True)
        await arrive(one)
        await _take(one, "opened")
