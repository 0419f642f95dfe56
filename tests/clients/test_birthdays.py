"""The program of the guide to birthdays runs over a simulated year."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest

from tests.clients.conftest import Clients
from tests.journeys.test_guides import blocks
from tests.test_mode.clocks import advance, read
from tests.world import Person

TEAM: Final = ["jo@example.com", "kim@example.com"]
BEFORE: Final = timedelta(days=14)
Program = dict[str, Any]


def program(source: str, client: Any, template: Any) -> Program:
    """Returns the names of the guide's program, which uses those of the first guide."""
    names: Program = {"client": client, "template": template, "__name__": "birthdays"}
    exec(compile(source, "birthdays.md", "exec"), names)
    return names


def source() -> str:
    """Returns the program without its last lines, which run it for today."""
    whole = "\n".join(text for language, text in blocks("birthdays") if language == "python")
    defined, run, _ = whole.partition("\nsoon = ")
    assert run
    return defined


def born(first: date) -> dict[str, date]:
    """Returns people by name, whose first birthday comes so many days after the first day."""
    days = {"past": 265, "yesterday": 364, "today": 0, "tomorrow": 1, "in 14": 14, "in 15": 15, "autumn": 200}
    found = {name: first + timedelta(days=each) for name, each in days.items()}
    return found | {"new year": date(2030, 1, 3), "christmas": date(2030, 12, 28), "leap": date(2028, 2, 29)}


def people_of(names: Program, days: dict[str, date]) -> list[Any]:
    return [
        names["Person"](number, name, day.month, day.day, TEAM)
        for number, (name, day) in enumerate(days.items(), 1)
    ]


def expected(names: Program, people: list[Any], first: date, last: date) -> set[tuple[str, str]]:
    """Returns the name and the last day of each card by the calendar."""
    found: set[tuple[str, str]] = set()
    day = first
    while day < last + BEFORE:
        day += timedelta(days=1)
        for person in people:
            is_leap = (day + timedelta(days=1)).day == 1 and (person.month, person.day, day.month) == (
                2,
                29,
                2,
            )
            if is_leap or (day.month, day.day) == (person.month, person.day):
                found.add((person.name, (day - timedelta(days=1)).isoformat()))
    return found


async def live(tester: Person, run: Callable[[date], None], due: Callable[[date], bool]) -> tuple[date, date]:
    """Runs the program each day of a year and a month. Returns the first and the last day.

    Days on which the program does nothing are passed at once.
    """
    now = datetime.fromisoformat((await read(tester))["now"])
    # At noon, so that no zone has another day.
    await advance(tester, to=f"{(now + timedelta(days=1)).date()}T12:00:00.000Z")
    first = today = (now + timedelta(days=1)).astimezone(UTC).date()
    while (today - first).days < 395:
        await asyncio.to_thread(run, today)
        step = next(days for days in range(1, 400) if due(today + timedelta(days=days)))
        await advance(tester, by=f"P{step}D")
        today += timedelta(days=step)
    return first, today


async def cards(tester: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = (await tester.get(f"/api/cards?limit=200{cursor}")).json()
        found += page["data"]
        if not page["has_more"]:
            return found
        cursor = f"&cursor={page['next_cursor']}"


async def test_each_birthday_of_a_year_has_one_card(
    alice: Person, clients: Clients, capsys: pytest.CaptureFixture[str]
) -> None:
    tester = await alice.tester()
    client = clients.blocking(tester)
    template = (await asyncio.to_thread(client.templates.list, occasion="birthday")).data[0]
    names = program(source(), client, template)
    today = datetime.fromisoformat((await read(tester))["now"]).date() + timedelta(days=1)
    people = people_of(names, born(today))

    def run(day: date) -> None:
        # The first person has no usable address: the others still have their cards.
        names["run"]([names["Person"](0, "broken", people[3].month, people[3].day, ["nobody"]), *people], day)

    def due(day: date) -> bool:
        return any(names["next_birthday"](each, day) - day <= BEFORE for each in people)

    first, last = await live(tester, run, due)
    made = [each for each in await cards(tester) if not each["title"].endswith("broken")]
    found = Counter((each["recipient"], each["contribution_end_date"]) for each in made)
    assert set(found.values()) == {1}
    assert found.keys() == expected(names, people, first, last - timedelta(days=1))
    assert {name for name, _ in found} == {each.name for each in people}
    assert "broken: " in capsys.readouterr().out
    # Each card has closed before its birthday, and every teammate was asked once.
    ended = [each for each in made if each["contribution_end_date"] < (last - timedelta(days=1)).isoformat()]
    assert {each["status"] for each in ended} == {"closed"}
    for each in made[:3]:
        listed = (await tester.get(f"/api/cards/{each['id']}/invitations")).json()["data"]
        assert sorted(one["delivery_id"] for one in listed) == TEAM


def test_finds_the_next_birthday() -> None:
    names = program(source(), None, None)
    person = names["Person"](1, "new year", 1, 3, TEAM)
    assert names["next_birthday"](person, date(2030, 12, 27)) == date(2031, 1, 3)
    assert names["next_birthday"](person, date(2030, 1, 3)) == date(2031, 1, 3)
    assert names["next_birthday"](person, date(2030, 1, 2)) == date(2030, 1, 3)
    leap = names["Person"](1, "leap", 2, 29, TEAM)
    assert names["next_birthday"](leap, date(2027, 2, 28)) == date(2028, 2, 29)
    assert names["next_birthday"](leap, date(2028, 2, 29)) == date(2029, 2, 28)
