"""List exports."""

import pytest

from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_the_exports_of_the_account_newest_first(
    world: World, alice: Person, mallory: Person
) -> None:
    ids: list[str] = []
    for name in ("ana", "ben"):
        made = await alice.post("/api/exports", {"email": f"{name}@example.org"})
        ids.insert(0, made.json()["id"])
    await world.work()
    listed = (await alice.get("/api/exports")).json()["data"]
    assert [(each["id"], each["status"]) for each in listed] == [(each, "completed") for each in ids]
    assert (await mallory.get("/api/exports")).json()["data"] == []


async def test_lists_only_exports_of_the_account(world: World, alice: Person) -> None:
    person = (await alice.post("/api/exports", {"email": "ana@example.org"})).json()
    account = (await alice.post("/api/exports", {"of": "account"})).json()
    await world.work()
    for of, expected in (("person", [person]), ("account", [account]), (None, [account, person])):
        listed = await alice.get("/api/exports", params={} if of is None else {"of": of})
        assert [each["id"] for each in listed.json()["data"]] == [each["id"] for each in expected]
