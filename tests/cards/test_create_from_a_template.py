"""The values that a card takes from its template, and those that only a template can provide."""

from tests import make
from tests.infra.http.test_bad_input import STRICT, faults, is_problem
from tests.world import Person, World


async def test_refuses_a_retired_template(world: World, alice: Person) -> None:
    body = await make.body(alice)
    try:
        await world.owner.execute(
            "update templates set retired_at = now() where id = $1", body["template_id"]
        )
        problem = is_problem(await alice.post("/api/cards", body), 404, "not_found")
        assert problem["errors"][0]["pointer"] == "/template_id"
    finally:
        await world.owner.execute("update templates set retired_at = null")


async def test_takes_palette_and_effect_of_the_template(alice: Person) -> None:
    for template in (await alice.get("/api/templates")).json()["data"]:
        card = await make.card(alice, template_id=template["template_id"])
        assert card["palette"] == template["palettes"][0]["name"]
        assert card["custom_effect"] == template["effect"]


async def test_warns_of_an_effect_that_it_does_not_know(alice: Person) -> None:
    body = await make.body(alice, custom_effect="fireworks")
    card = (await alice.post("/api/cards", body)).json()
    (warning,) = card["warnings"]
    assert (warning["pointer"], warning["code"]) == ("/custom_effect", "unknown_effect")
    template = (await alice.get("/api/templates")).json()["data"][0]
    assert card["custom_effect"] == template["effect"]
    answer = await alice.post("/api/cards", body, headers=STRICT)
    assert faults(answer) == {"/custom_effect": "invalid_value"}
    assert (await make.card(alice, custom_effect="none"))["custom_effect"] == "none"


async def test_lists_the_palettes_of_the_template(alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, palette="nonsense"))
    names = [each["name"] for each in (await alice.get("/api/templates")).json()["data"][0]["palettes"]]
    assert all(name in answer.json()["errors"][0]["detail"] for name in names)
