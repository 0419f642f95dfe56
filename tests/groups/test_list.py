"""List groups."""

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_lists_newest_first_with_only_counts(alice: Person) -> None:
    for name, count in (("One", 1), ("Two", 2)):
        members = [{"email": f"p{index}@example.com"} for index in range(count)]
        await alice.post("/api/groups", {"name": name, "members": members})
    listed = (await alice.get("/api/groups")).json()["data"]
    assert [(each["name"], each["members_count"]) for each in listed] == [("Two", 2), ("One", 1)]
    assert not any("members" in each for each in listed)


async def test_filters_and_pages(alice: Person) -> None:
    for index in range(3):
        await alice.post("/api/groups", {"name": f"G{index}", "external_id": f"e{index}"})
    assert [each["name"] for each in (await alice.get("/api/groups?name=G1")).json()["data"]] == ["G1"]
    assert [each["name"] for each in (await alice.get("/api/groups?external_id=e2")).json()["data"]] == ["G2"]
    first = (await alice.get("/api/groups?limit=2")).json()
    assert [each["name"] for each in first["data"]] == ["G2", "G1"]
    second = (await alice.get(f"/api/groups?limit=2&cursor={first['next_cursor']}")).json()
    assert [each["name"] for each in second["data"]] == ["G0"]
    assert second["has_more"] is False


async def test_shows_nothing_of_others(alice: Person, mallory: Person) -> None:
    await alice.post("/api/groups", {"name": "Team"})
    assert (await mallory.get("/api/groups")).json()["data"] == []
