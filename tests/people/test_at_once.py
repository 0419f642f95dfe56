"""Two requests about the same people at once have one outcome."""

import asyncio
from typing import Any

import pytest

from tests.people.test_choice import choose, chosen
from tests.people.test_create import MAYA
from tests.people.test_sync import counts, everyone, staff
from tests.people.test_update import made
from tests.world import Person
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio

NO_CARDS = Choice(no_cards=True)


async def test_the_same_list_twice_creates_each_person_once(alice: Person) -> None:
    body = {"people": [{**each, "teams": ["Design"]} for each in staff(12)]}
    answers = await asyncio.gather(*(alice.put("/api/people", body) for _ in range(4)))
    assert sorted(map(counts, answers)) == [(0, 0, 0, 12)] * 3 + [(12, 0, 0, 0)]
    assert len((await alice.get("/api/people")).json()["data"]) == 12
    assert len((await alice.get("/api/groups?kind=team")).json()["data"]) == 1


@pytest.mark.parametrize("other", [{}, {"external_id": None}])
async def test_the_same_person_twice_is_created_once(alice: Person, other: dict[str, Any]) -> None:
    answers = await asyncio.gather(
        *(alice.post("/api/people", each) for each in (MAYA, {**MAYA, **other}, MAYA))
    )
    assert sorted(each.status_code for each in answers) == [200, 200, 201]
    assert len({each.json()["id"] for each in answers}) == 1


async def test_two_other_lists_end_as_one_of_them(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(10)})
    lists = [[{**each, "name": f"{each['external_id']} {turn}"} for each in staff(10)] for turn in range(2)]
    answers = await asyncio.gather(*(alice.put("/api/people", {"people": each}) for each in lists))
    assert [counts(each) for each in answers] == [(0, 10, 0, 0)] * 2
    names = {each["name"] for each in (await everyone(alice)).values()}
    assert names in [{each["name"] for each in listed} for listed in lists]


async def test_a_choice_holds_while_the_address_moves_on(alice: Person) -> None:
    """One request takes the address, one gives it to a new person, and the person with it chooses."""
    for turn in range(4):
        email = f"a{turn}@example.com"
        target = (await made(alice, email=email, external_id=f"t-{turn}"))["id"]
        said, moved, again = await asyncio.gather(
            choose(alice, target, NO_CARDS),
            alice.patch(f"/api/people/{target}", {"email": f"z{turn}@example.com"}),
            alice.post("/api/people", {"name": "Again", "email": email}),
        )
        assert (said, moved.status_code, again.status_code in (200, 201)) == (True, 200, True), again.text
        found = (await alice.post("/api/people", {"name": "Again", "email": email})).json()["id"]
        # The person who gets the address later, or has it already, was added by a request before or after the
        # choice.
        known = await chosen(alice, target, found)
        assert known[target] == NO_CARDS, turn
