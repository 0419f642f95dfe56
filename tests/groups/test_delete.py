"""Delete a group."""

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_deletes_the_group_with_its_members(alice: Person) -> None:
    made = (
        await alice.post("/api/groups", {"name": "Team", "members": [{"email": "ana@example.com"}]})
    ).json()
    answer = await alice.delete(f"/api/groups/{made['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await alice.get(f"/api/groups/{made['id']}")).status_code == 404
    assert (await alice.delete(f"/api/groups/{made['id']}")).status_code == 404
    assert await alice.world.owner.fetchval("select count(*) from group_members") == 0
    assert (await alice.post("/api/groups", {"name": "Team"})).status_code == 201


async def test_honours_if_match(alice: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "Team"})).json()
    assert (await alice.delete(f"/api/groups/{made['id']}", headers={"If-Match": '"2"'})).status_code == 412
    assert (await alice.get(f"/api/groups/{made['id']}")).status_code == 200


async def test_refuses_other_accounts(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "Team"})).json()
    assert (await mallory.delete(f"/api/groups/{made['id']}")).status_code == 404
    assert (await alice.get(f"/api/groups/{made['id']}")).status_code == 200
