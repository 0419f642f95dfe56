"""Update a person."""

from datetime import timedelta
from typing import Any

import pytest

from tests.later import another_time
from tests.people.test_create import MAYA, kinds, pointers
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio

DATES = {"birthday": "--03-14", "started_on": "2020-05-01"}


async def made(person: Person, **fields: Any) -> dict[str, Any]:
    answer = await person.post("/api/people", {**MAYA, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_changes_one_field(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    answer = await alice.patch(f"/api/people/{before['id']}", {"name": "Maya B"})
    assert answer.status_code == 200
    after = answer.json()
    assert after == {
        **before,
        "name": "Maya B",
        "version": 2,
        "updated_at": after["updated_at"],
    }
    assert answer.headers["ETag"] == '"2"'
    assert (await alice.get(f"/api/people/{before['id']}")).json() == after
    assert await kinds(alice) == ["person.created", "person.updated"]


async def test_the_same_again_changes_nothing(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    answer = await alice.patch(f"/api/people/{before['id']}", {"name": "Maya", "dates": DATES})
    assert answer.json() == before
    assert await kinds(alice) == ["person.created"]


async def test_clears_dates_one_by_one_and_all(alice: Person) -> None:
    own = [{"name": "b", "date": "2020-05-01"}, {"name": "a", "date": "--05-01"}]
    person = await made(alice, dates={**DATES, "own": own})
    path = f"/api/people/{person['id']}"
    assert person["dates"]["own"] == [*reversed(own)]
    one = (await alice.patch(path, {"dates": {"birthday": None}})).json()["dates"]
    assert one == {"birthday": None, "started_on": "2020-05-01", "own": [*reversed(own)]}
    fewer = (await alice.patch(path, {"dates": {"own": own[:1]}})).json()["dates"]
    assert fewer == {"birthday": None, "started_on": "2020-05-01", "own": own[:1]}
    assert (await alice.patch(path, {"dates": None})).json()["dates"] == {
        "birthday": None,
        "started_on": None,
        "own": [],
    }


async def test_marks_as_left_and_back(alice: Person) -> None:
    path = f"/api/people/{(await made(alice))['id']}"
    left = (await alice.patch(path, {"status": "left"})).json()
    assert (left["status"], left["left_at"] is None) == ("left", False)
    back = (await alice.patch(path, {"status": "active"})).json()
    assert (back["status"], back["left_at"]) == ("active", None)
    assert await kinds(alice) == ["person.created", "person.left", "person.updated"]


async def test_keeps_the_time_at_which_a_person_left(alice: Person) -> None:
    path = f"/api/people/{(await made(alice))['id']}"
    left_at = (await alice.patch(path, {"status": "left"})).json()["left_at"]
    with another_time():
        clock.move(timedelta(days=2))
        alice.token = None
        renamed = (await alice.patch(path, {"name": "Maya B"})).json()
        assert (renamed["status"], renamed["left_at"]) == ("left", left_at)
        await alice.patch(path, {"status": "active"})
        again = (await alice.patch(path, {"status": "left"})).json()["left_at"]
        assert again > left_at  # the control
    alice.token = None


async def test_drops_a_year_of_birth_with_a_warning(alice: Person) -> None:
    path = f"/api/people/{(await made(alice))['id']}"
    answer = await alice.patch(path, {"dates": {"birthday": "1987-03-14"}})
    assert answer.json()["dates"]["birthday"] == "--03-14"
    assert [each["code"] for each in answer.json()["warnings"]] == ["year_dropped"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": None}, ["/name"]),
        ({"status": None}, ["/status"]),
        ({"celebrate": None}, ["/celebrate"]),
        ({"external_id": None, "email": None}, [""]),
        ({"external_id": "e-2"}, ["/external_id"]),
        ({"email": "BO@example.com"}, ["/email"]),
        ({"manager": "e-1"}, ["/manager"]),
        ({"manager": "per_01m7z4t0q9f1grv3k7m2x8d4hb"}, ["/manager"]),
        ({"dates": {"birthday": "--13-01"}}, ["/dates/birthday"]),
    ],
)
async def test_refuses_invalid_changes(fields: dict[str, Any], expected: list[str], alice: Person) -> None:
    before = await made(alice)
    await alice.post("/api/people", {"name": "Bo", "external_id": "e-2", "email": "bo@example.com"})
    answer = await alice.patch(f"/api/people/{before['id']}", fields)
    assert (answer.status_code, pointers(answer)) == (422, expected), answer.text
    assert (await alice.get(f"/api/people/{before['id']}")).json() == before


async def test_refuses_another_version(alice: Person) -> None:
    path = f"/api/people/{(await made(alice))['id']}"
    answer = await alice.patch(path, {"name": "Maya B"}, headers={"If-Match": '"7"'})
    assert answer.status_code == 412


async def test_is_not_found_for_another_account(alice: Person, mallory: Person) -> None:
    path = f"/api/people/{(await made(alice))['id']}"
    assert (await mallory.patch(path, {"name": "Mine"})).status_code == 404
    assert (await alice.get(path)).json()["name"] == "Maya"
