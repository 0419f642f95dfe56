"""Retrieve a person."""

import pytest

from tests.people.test_create import MAYA
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_owners_see_the_dates(alice: Person) -> None:
    made = (await alice.post("/api/people", {**MAYA, "dates": {"birthday": "--03-14"}})).json()
    answer = await alice.get(f"/api/people/{made['id']}")
    assert (answer.status_code, answer.json()) == (200, made)
    assert made["dates"]["birthday"] == "--03-14"
    known = {"If-None-Match": answer.headers["ETag"]}
    assert (await alice.get(f"/api/people/{made['id']}", headers=known)).status_code == 304


async def test_no_other_account_sees_a_person(alice: Person, bob: Person, mallory: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    for other in (bob, mallory):
        assert (await other.get(f"/api/people/{made['id']}")).status_code == 404
        assert (await other.get("/api/people")).json()["data"] == []


async def test_test_data_has_people_of_its_own(alice: Person) -> None:
    tester = await alice.tester()
    made = (await tester.post("/api/people", MAYA)).json()
    assert (await tester.get(f"/api/people/{made['id']}")).status_code == 200
    assert (await alice.get(f"/api/people/{made['id']}")).status_code == 404
    assert (await alice.get("/api/people")).json()["data"] == []
