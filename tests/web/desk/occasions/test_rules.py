"""The list of rules at the desk, and the ready-made ones."""

import pytest

from tests.occasions import making
from tests.web.desk.furnished import entered
from tests.world import Person, World

pytestmark = pytest.mark.anyio
PATH = "/desk/rules"


async def rules(person: Person) -> list[dict[str, object]]:
    return (await person.get("/api/occasion-rules")).json()["data"]


async def test_an_account_without_rules_has_three_ready_ones(alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    for name in ("Birthdays", "Work anniversaries", "First days at work"):
        assert f"<h2>{name}</h2>" in visitor.page, name
    assert visitor.page.count('name="ready"') == 3


@pytest.mark.parametrize(
    ("occasion", "title"),
    [
        ("birthday", "Happy birthday, {name}"),
        ("anniversary", "Happy work anniversary, {name}"),
        ("welcome", "Welcome, {name}"),
    ],
)
async def test_a_press_creates_a_ready_rule_that_is_paused(alice: Person, occasion: str, title: str) -> None:
    await making.team(alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    key = visitor.value("form_key")
    answer = await visitor.press(PATH, ready=occasion, form_key=key)
    assert answer.status_code == 303
    [made] = await rules(alice)
    assert visitor.next == f"{PATH}/{made['id']}/plan"
    assert (made["occasion"], made["title"], made["status"]) == (occasion, title, "paused")
    assert made["sender"] == "Everyone at alice and co"
    assert made["invites"] == "manager_and_peers"  # the account has no teams
    designs = {each["id"]: each["occasion"] for each in (await alice.get("/api/templates")).json()["data"]}
    assert {designs[str(each)] for each in made["template_ids"]} == {occasion}  # type: ignore[attr-defined]
    # Pressed twice, it creates one rule.
    assert (await visitor.press(PATH, ready=occasion, form_key=key)).status_code == 303
    assert len(await rules(alice)) == 1
    await visitor.open(PATH)
    assert visitor.page.count('name="ready"') == 2
    assert f'href="{PATH}/{made["id"]}"' in visitor.page
    assert "Paused" in visitor.page


async def test_people_with_teams_are_asked_by_their_teams(alice: Person) -> None:
    await making.someone(alice, "Maya", teams=["Design"])
    visitor = await entered(alice)
    await visitor.open(PATH)
    await visitor.press(PATH, ready="birthday", form_key=visitor.value("form_key"))
    [made] = await rules(alice)
    assert made["invites"] == "team"


async def test_refuses_members_other_accounts_and_unknown_occasions(
    world: World, alice: Person, mallory: Person
) -> None:
    made = await making.rule(alice)
    visitor, other = await entered(alice), await entered(mallory)
    await other.open(PATH)
    assert made["id"] not in other.page
    await visitor.open(PATH)
    token = {"form_token": visitor.token()}
    for unknown in ("date", "", "nothing"):
        assert (await visitor.press(PATH, ready=unknown, form_key="k", **token)).status_code == 404
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(PATH)).status_code == 403
    assert (await visitor.press(PATH, ready="birthday", form_key="k", **token)).status_code == 403
    await visitor.open("/desk/people")
    assert "/desk/rules" not in visitor.page
    assert await world.owner.fetchval("select count(*) from occasion_rules") == 1


async def test_says_so_at_the_limit_of_rules(alice: Person) -> None:
    for number in range(100):
        await making.rule(alice, occasion="date", date_name=f"day_{number}")
    visitor = await entered(alice)
    await visitor.open(PATH)
    answer = await visitor.press(PATH, ready="birthday", form_key=visitor.value("form_key"))
    assert answer.status_code == 409
    assert "An account can have at most 100 rules." in visitor.page
    assert visitor.page.count('class="d-line"') == 100
