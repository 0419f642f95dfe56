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


async def test_searches_and_sorts_by_name(alice: Person, mallory: Person) -> None:
    for name in ("zoe", "Ana", "Ben", "ana", "Özil"):
        person = {"name": name, "external_id": f"x-{name}", "email": f"{name}@ex.com", "teams": ["Design"]}
        assert (await alice.post("/api/people", person)).status_code in (201, 422), name
    await alice.post("/api/people", {"name": "Ana", "external_id": "x-2", "teams": ["Berlin"]})
    teams = {each["name"]: each["id"] for each in (await alice.get("/api/groups?kind=team")).json()["data"]}

    async def found(query: str, person: Person = alice) -> list[str]:
        seen: list[str] = []
        cursor = ""
        while True:
            answer = await person.get(f"/api/people?{query}&limit=2{cursor}")
            assert answer.status_code == 200, answer.text
            seen += [each["external_id"] for each in answer.json()["data"]]
            if answer.json()["next_cursor"] is None:
                return seen
            cursor = f"&cursor={answer.json()['next_cursor']}"

    by_name = await found("sort=name")
    assert [each.casefold() for each in by_name[:2]] in (["x-ana", "x-2"], ["x-2", "x-ana"])
    assert by_name[2:4] == ["x-Ben", "x-zoe"]
    assert sorted(await found("q=AN")) == sorted(
        each for each in by_name if each in ("x-Ana", "x-2", "x-ana")
    )
    assert await found("q=x-zo") == ["x-zoe"]
    assert await found("q=BEN@ex") == ["x-Ben"]
    assert await found("q=%25") == []
    assert await found(f"team={teams['Berlin']}") == ["x-2"]
    assert await found(f"team={teams['Design']}&sort=name") == [each for each in by_name if each != "x-2"]
    assert await found("team=grp_01h455vb4pex5vsknk084sn02q") == []
    assert await found("sort=name", mallory) == []
    assert pointers(await alice.get("/api/people?sort=age")) == ["?sort"]


async def test_a_page_after_a_deleted_person_is_refused(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(5)})
    for sort, status in (("name", 400), ("newest", 200)):
        page = (await alice.get(f"/api/people?limit=2&sort={sort}")).json()
        await alice.delete(f"/api/people/{page['data'][-1]['id']}")
        after = await alice.get(f"/api/people?limit=2&sort={sort}&cursor={page['next_cursor']}")
        assert after.status_code == status, after.text
        if status == 400:
            assert after.json()["code"] == "invalid_cursor"


@pytest.mark.parametrize("order", ["id desc", "lower(name), id"])
async def test_a_page_reads_no_more_than_its_people(order: str, world: World, alice: Person) -> None:
    """The page is read from an index, without scanning or sorting all people."""
    await alice.put("/api/people", {"people": staff(2000)})
    await world.owner.execute("analyze people, person_dates")
    plan = await world.owner.fetch(
        f"""
        explain select id from people cross join lateral (
          select count(*) from person_dates d where d.account_id = $1 and d.person_id = people.id) as listed
        where account_id = $1 order by {order} limit 101
        """,
        alice.account_id,
    )
    text = "\n".join(row[0] for row in plan)
    assert "Seq Scan" not in text, text
    assert "Sort" not in text, text
