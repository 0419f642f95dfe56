"""From an empty account to a planned quarter, by keyboard on a phone."""

from pathlib import Path
from typing import Final

import pytest

from tests.browser.conftest import Visiting
from tests.browser.hands import at_desk
from tests.occasions import making
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]
MOST_PRESSES: Final = 12
PEOPLE: Final = 40


def csv() -> str:
    """Returns a list as a personnel system exports it: with years of birth, teams and a column too many."""
    lines = ["Employee ID,Name,Email,Department,Date of birth,Start date,Shoe size"]
    for number in range(PEOPLE):
        born = f"{1960 + number}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        since = f"{2010 + number % 17}-{(number * 5) % 12 + 1:02}-{number % 28 + 1:02}"
        if number == 1:
            since = "2027-03-29"  # whom a card welcomes
        team = ("Design", "Sales")[number % 2]
        lines.append(f"{number},Person {number},person{number}@example.com,{team},{born},{since},42")
    return "\n".join(lines)


@pytest.mark.parametrize("is_pasted", [False, True])
async def test_a_csv_of_40_people_becomes_a_planned_quarter_in_12_presses(
    world: World, visitor: Visiting, tmp_path: Path, is_pasted: bool
) -> None:
    making.begin(world.alice)
    file = tmp_path / "people.csv"
    file.write_text(csv(), encoding="utf-8")
    async with visitor(width=390) as one:
        hands = await at_desk(world, one)
        await hands.go("Create birthday cards automatically")
        if is_pasted:
            await one.page.fill("#people", csv().replace(",", "\t"))  # as a spreadsheet copies rows
        else:
            await one.page.set_input_files("#file", file)
        hands.presses += 1
        await hands.go("Check the list")
        await hands.says("40 are new")
        await one.check()
        await hands.go("Save 40 people")
        await hands.says("40 people were saved.")
        for name in ("Birthdays", "Work anniversaries", "First days at work"):
            await hands.go("See the plan")
            await hands.says("Creates")
            assert await one.page.locator("h1").inner_text() == name
            await one.check()
            await hands.go("Start the rule")
        await hands.go("See the calendar")
        await hands.says("Opens ")
        await one.check()
        assert hands.presses <= MOST_PRESSES
    found = await making.occasions(world.alice, limit=200)
    assert {each["occasion"] for each in found} == {"birthday", "anniversary", "welcome"}
    assert {each["state"] for each in found} == {"planned"}
    born = [number for number in range(PEOPLE) if number % 12 in (2, 3, 4)]  # in March, April and May
    birthdays = [each for each in found if each["occasion"] == "birthday"]
    assert len(birthdays) >= len(born) - 1  # a birthday this week may be too near, or end on 31 May
