"""List people."""

import pytest

from tests.people.test_create import pointers
from tests.people.test_sync import staff
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_by_pages_and_filters(alice: Person, mallory: Person) -> None:
    await alice.put("/api/people", {"people": staff(5)})
    seen: list[str] = []
    path: str | None = "/api/people?limit=2"
    while path:
        answer = await alice.get(path)
        seen += [each["external_id"] for each in answer.json()["data"]]
        cursor = answer.json()["next_cursor"]
        path = f"/api/people?limit=2&cursor={cursor}" if cursor else None
    assert seen == ["e-4", "e-3", "e-2", "e-1", "e-0"]
    one = (await alice.get("/api/people")).json()["data"][0]
    assert (await alice.get(f"/api/people/{one['id']}")).json() == one

    async def found(query: str) -> list[str]:
        return [each["external_id"] for each in (await alice.get(f"/api/people?{query}")).json()["data"]]

    await alice.patch(f"/api/people/{one['id']}", {"status": "left"})
    assert await found("external_id=e-3") == ["e-3"]
    assert await found("external_id=e-33") == []
    assert await found("email=Person.Number2@EXAMPLE.com") == ["e-2"]
    assert await found("status=left") == ["e-4"]
    assert await found("status=active") == ["e-3", "e-2", "e-1", "e-0"]
    assert (await mallory.get("/api/people?external_id=e-3")).json()["data"] == []
    assert pointers(await alice.get("/api/people?status=gone")) == ["?status"]


async def test_a_page_reads_no_more_than_its_people(world: World, alice: Person) -> None:
    """By an index, neither by a scan nor by a sort of all people."""
    await alice.put("/api/people", {"people": staff(2000)})
    await world.owner.execute("analyze people, person_dates")
    plan = await world.owner.fetch(
        """
        explain select id from people cross join lateral (
          select count(*) from person_dates d where d.account_id = $1 and d.person_id = people.id) as listed
        where account_id = $1 order by id desc limit 101
        """,
        alice.account_id,
    )
    text = "\n".join(row[0] for row in plan)
    assert "Seq Scan" not in text, text
    assert "Sort" not in text, text
