"""GET /api/accounts"""

from tests.platforms.acting import customer
from tests.world import Person


async def test_lists_and_searches_its_own_customers(platform: Person, stranger: Person) -> None:
    names = ["Birch Ltd", "Oak 100%", "Birchwood"]
    made = [await customer(platform, name, external_id=f"c-{name}") for name in names]
    theirs = await customer(stranger, "Birch of another")

    async def found(**query: str) -> list[str]:
        return [each["name"] for each in (await platform.get("/api/accounts", params=query)).json()["data"]]

    assert await found() == names[::-1]
    assert await found(name="birch") == ["Birchwood", "Birch Ltd"]
    assert await found(name="%") == ["Oak 100%"]
    assert await found(external_id="c-Birch Ltd") == ["Birch Ltd"]
    first = (await platform.get("/api/accounts", params={"limit": "2"})).json()
    rest = (await platform.get("/api/accounts", params={"limit": "2", "cursor": first["next_cursor"]})).json()
    assert [each["id"] for each in first["data"] + rest["data"]] == [each["id"] for each in made[::-1]]
    assert theirs["id"] not in (await platform.get("/api/accounts")).text
