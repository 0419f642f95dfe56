"""Every page in every state: all widths, light and dark, both text directions, with and without motion."""

from collections.abc import Iterable
from itertools import product
from typing import Final

import pytest

from tests.browser import spoken
from tests.browser.conftest import Visiting
from tests.browser.states import DOCS, STATES, Named
from tests.browser.visitor import HEIGHTS, Visitor
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

Row = tuple[int, bool, str, bool]  # width, dark, language, reduced motion

EVERY: Final[list[Row]] = list(product((390, 768, 1280), (False, True), ("en", "ar"), (False, True)))
# Pairwise coverage: six consecutive pages, one window each, cover every pair of values of any two columns.
PAIRS: Final[list[Row]] = [
    (390, False, "en", False),
    (390, True, "ar", True),
    (768, True, "ar", False),
    (768, False, "en", True),
    (1280, True, "en", True),
    (1280, False, "ar", False),
]


def test_the_small_matrix_has_every_pair() -> None:
    for column, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        assert {(row[column], row[other]) for row in PAIRS} == {(row[column], row[other]) for row in EVERY}


def window(name: str, names: Iterable[str]) -> list[Row]:
    """Returns the only window of a page in the small matrix."""
    return [PAIRS[list(names).index(name) % len(PAIRS)]]


async def walk(
    world: World, visitor: Visiting, named: Named, rows: list[Row], name: str, *, speaks: bool = False
) -> None:
    """Opens the page in each window and reports all faults together.

    ``speaks``: also compares the reading order with the recorded one.
    """
    state, says = named
    arrive = await state(world)
    wrong: list[str] = []
    told = False
    async with visitor() as one:
        for width, dark, language, calm in rows:
            await one.become(width, dark=dark, language=language, calm=calm)
            await arrive(one)
            await one.says(says, language)
            found = [] if spoken.records() else await one.wrong()
            if speaks and language == "en" and not told:
                told = True
                found += await _said(one, name)
            # Last, because a screenshot leaves attributes in the page.
            await _keep(one, f"{name} {width} {'dark' if dark else 'light'} {language}")
            wrong += [f"{width} {'dark' if dark else 'light'} {language} {calm=}: {each}" for each in found]
            one.faults.clear()
    assert wrong == [], "\n".join(["", *wrong])


async def _said(one: Visitor, name: str) -> list[str]:
    """Returns the differences to the recorded reading order, and elements without a name."""
    before = one.page.viewport_size
    await one.page.set_viewport_size({"width": 390, "height": HEIGHTS[390]})
    text = await spoken.spoken(one)
    assert before is not None
    await one.page.set_viewport_size(before)
    return [*spoken.nameless(text), *spoken.check(name, text)]


async def _keep(one: Visitor, name: str) -> None:
    if one.keeps:
        await one.shoot(name)


@pytest.mark.parametrize("name", STATES)
async def test_a_page_meets_every_rule(world: World, visitor: Visiting, name: str) -> None:
    await walk(world, visitor, STATES[name], window(name, STATES), name)


@pytest.mark.full
@pytest.mark.parametrize("name", STATES)
async def test_a_page_is_read_in_the_recorded_order(world: World, visitor: Visiting, name: str) -> None:
    await walk(world, visitor, STATES[name], [(390, False, "en", False)], name, speaks=True)


@pytest.mark.full
def test_every_recorded_order_of_reading_has_its_page() -> None:
    recorded = {each.stem for each in spoken.FOLDER.glob("*.txt")}
    assert recorded == {name.replace(" ", "-") for name in STATES}


@pytest.mark.parametrize("name", DOCS)
async def test_the_documentation_meets_every_rule(world: World, visitor: Visiting, name: str) -> None:
    await walk(world, visitor, DOCS[name], window(name, DOCS), name)


@pytest.mark.full
@pytest.mark.parametrize("name", STATES)
async def test_a_page_meets_every_rule_in_all_windows(world: World, visitor: Visiting, name: str) -> None:
    await walk(world, visitor, STATES[name], EVERY, name)
