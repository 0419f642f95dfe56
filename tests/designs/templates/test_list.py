"""List the templates that cards can be created from."""

import pytest

from tests.infra.http.test_bad_input import faults
from tests.world import Person, World
from wellwish.designs.templates import load


async def test_lists_all_designs_in_the_operators_order(world: World, alice: Person, mallory: Person) -> None:
    answer = await alice.get("/api/templates")
    assert answer.status_code == 200
    page = answer.json()
    assert (len(page["data"]), page["has_more"], page["next_cursor"]) == (len(load.read()), False, None)
    order = await world.owner.fetch("select id from templates order by position")
    assert [template["id"] for template in page["data"]] == [row[0] for row in order]
    assert (await mallory.get("/api/templates")).content == answer.content


async def test_describes_a_design(alice: Person) -> None:
    template = (await alice.get("/api/templates")).json()["data"][0]
    assert template.keys() == {
        "object", "id", "template_id", "name", "slug", "occasion", "layout", "cover_url", "thumbnail_url",
        "palettes", "tone", "effect", "locale", "created_at", "updated_at",
    }  # fmt: skip
    assert (template["object"], template["template_id"]) == ("template", template["id"])
    assert template["layout"] in ("board", "book")
    assert template["palettes"][0].keys() == {"name", "accent", "wash", "wash2", "cover_url", "thumbnail_url"}
    assert template["cover_url"] == template["palettes"][0]["cover_url"]


async def test_shows_a_cover_of_each_design_in_each_palette(alice: Person) -> None:
    templates = (await alice.get("/api/templates")).json()["data"]
    urls = [(p["cover_url"], p["thumbnail_url"]) for t in templates for p in t["palettes"]]
    assert len({*urls}) == len(urls) == len(load.read()) * 3
    for cover, thumbnail in urls:
        assert cover.endswith(".svg")
        assert thumbnail.endswith(".avif")


async def test_filters_by_occasion_and_name(alice: Person) -> None:
    every = (await alice.get("/api/templates")).json()["data"]
    for occasion in sorted({template["occasion"] for template in every}):
        listed = (await alice.get("/api/templates", params={"occasion": occasion})).json()["data"]
        assert listed == [template for template in every if template["occasion"] == occasion]
    name = every[4]["name"]
    for q in (name, name.upper(), f"  {name[1:]} "):
        listed = (await alice.get("/api/templates", params={"q": q})).json()["data"]
        assert every[4] in listed
    assert (await alice.get("/api/templates", params={"q": "no such design"})).json()["data"] == []
    assert (await alice.get("/api/templates", params={"q": "%"})).json()["data"] == []


async def test_takes_an_occasion_in_any_case_unless_strict(alice: Person) -> None:
    answer = await alice.get("/api/templates?occasion=BIRTHDAY")
    assert answer.json()["data"]
    strict = await alice.get("/api/templates?occasion=BIRTHDAY", headers={"Prefer": "handling=strict"})
    assert faults(strict) == {"?occasion": "invalid_value"}
    assert faults(await alice.get("/api/templates?occasion=doomsday")) == {"?occasion": "invalid_value"}


@pytest.mark.parametrize("limit", [1, 5, 36])
async def test_pages_through_all_templates(limit: int, alice: Person) -> None:
    every = [template["id"] for template in (await alice.get("/api/templates")).json()["data"]]
    seen: list[str] = []
    cursor = ""
    while True:
        page = (await alice.get(f"/api/templates?limit={limit}{cursor}")).json()
        seen += [template["id"] for template in page["data"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert seen == every


async def test_leaves_out_retired_designs(world: World, alice: Person) -> None:
    first = (await alice.get("/api/templates")).json()["data"][0]
    try:
        await world.owner.execute("update templates set retired_at = now() where id = $1", first["id"])
        listed = (await alice.get("/api/templates")).json()["data"]
        assert len(listed) == len(load.read()) - 1
        assert first not in listed
    finally:
        await world.owner.execute("update templates set retired_at = null")
