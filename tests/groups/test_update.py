"""Update a group."""

from typing import Any

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


async def group(person: Person, **fields: Any) -> dict[str, Any]:
    given = {"name": "Team", "external_id": "t-1", "members": [{"email": "ana@example.com"}], **fields}
    answer = await person.post("/api/groups", given)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_an_absent_field_stays_and_null_clears(alice: Person) -> None:
    made = await group(alice)
    renamed = (await alice.patch(f"/api/groups/{made['id']}", {"name": "Crew"})).json()
    assert renamed == {**made, "name": "Crew", "version": 2, "updated_at": renamed["updated_at"]}
    cleared = (await alice.patch(f"/api/groups/{made['id']}", {"external_id": None, "members": None})).json()
    assert (cleared["external_id"], cleared["members"], cleared["members_count"]) == (None, [], 0)


async def test_members_replace_the_list(alice: Person) -> None:
    made = await group(alice)
    members = [{"phone": "+442079460958"}, {"name": "Ben", "email": "ben@example.com"}]
    await alice.patch(f"/api/groups/{made['id']}", {"members": members})
    read = (await alice.get(f"/api/groups/{made['id']}")).json()
    assert [each["email"] for each in read["members"]] == [None, "ben@example.com"]


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"name": None}, "/name"),
        ({"members": [{}]}, "/members/0"),
        ({"members": [{"phone": "x"}]}, "/members/0/phone"),
        ({"id": "grp_x"}, "/id"),
    ],
)
async def test_refuses_invalid_changes(alice: Person, given: dict[str, Any], pointer: str) -> None:
    made = await group(alice)
    answer = await alice.patch(f"/api/groups/{made['id']}", given)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert (await alice.get(f"/api/groups/{made['id']}")).json() == made


async def test_refuses_the_name_and_the_external_id_of_another(alice: Person) -> None:
    made = await group(alice)
    other = await group(alice, name="Crew", external_id="t-2")
    for given, code in (
        ({"name": "Team"}, "group_name_exists"),
        ({"external_id": "t-1"}, "external_id_exists"),
    ):
        answer = await alice.patch(f"/api/groups/{other['id']}", given)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert answer.json()["group_id"] == made["id"]
    assert (await alice.patch(f"/api/groups/{other['id']}", {"name": "Crew"})).status_code == 200


async def test_honours_if_match(alice: Person) -> None:
    made = await group(alice)
    path = f"/api/groups/{made['id']}"
    assert (await alice.patch(path, {"name": "A"}, headers={"If-Match": '"2"'})).status_code == 412
    assert (await alice.patch(path, {"name": "A"}, headers={"If-Match": '"1"'})).status_code == 200


async def test_hides_the_group_from_other_accounts(alice: Person, mallory: Person) -> None:
    made = await group(alice)
    assert (await mallory.patch(f"/api/groups/{made['id']}", {"name": "A"})).status_code == 404
