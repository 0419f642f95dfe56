"""Retrieve a group."""

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_keeps_the_order_of_the_members(alice: Person) -> None:
    members = [{"email": f"p{index}@example.com"} for index in (3, 1, 2)]
    made = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()
    read = (await alice.get(f"/api/groups/{made['id']}")).json()
    assert [each["email"] for each in read["members"]] == [each["email"] for each in members]


async def test_others_and_unknown_ids_look_the_same(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "Team"})).json()
    answers = [
        (await mallory.get(f"/api/groups/{group_id}"))
        for group_id in (made["id"], "grp_01h455vb4pex5vsknk084sn02q", "nonsense")
    ]
    assert {answer.status_code for answer in answers} == {404}
    bodies = [
        {name: value for name, value in answer.json().items() if name != "request_id"} for answer in answers
    ]
    assert bodies[0] == bodies[1] == bodies[2]
