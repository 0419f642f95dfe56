"""Delete a person."""

import pytest

from tests.people.test_create import MAYA, kinds
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_deletes_the_person_with_the_dates(world: World, alice: Person) -> None:
    boss = (await alice.post("/api/people", {**MAYA, "dates": {"birthday": "--03-14"}})).json()
    report = {"name": "Bo", "external_id": "e-2", "manager": "e-1"}
    below = (await alice.post("/api/people", report)).json()
    assert (await alice.delete(f"/api/people/{boss['id']}")).status_code == 204
    assert (await alice.get(f"/api/people/{boss['id']}")).status_code == 404
    assert await world.owner.fetchval("select count(*) from person_dates") == 0
    left = (await alice.get(f"/api/people/{below['id']}")).json()
    assert (left["manager"], left["version"]) == (None, 2)
    assert (await kinds(alice))[2:] == ["person.deleted", "person.updated"]
    assert (await alice.delete(f"/api/people/{boss['id']}")).status_code == 404
    # The identifiers are free again.
    assert (await alice.post("/api/people", MAYA)).status_code == 201


async def test_refuses_another_version_and_another_account(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    path = f"/api/people/{made['id']}"
    assert (await alice.delete(path, headers={"If-Match": '"2"'})).status_code == 412
    assert (await mallory.delete(path)).status_code == 404
    tried = await alice.delete(f"{path}?dry_run=true")
    assert (tried.status_code, (await alice.get(path)).status_code) == (200, 200)
