"""Update an occasion rule."""

from typing import Any

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import begin, cards, occasions, rule, someone, started, team
from tests.people.test_create import pointers
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_changes_one_field(alice: Person) -> None:
    made = await rule(alice)
    answer = await alice.patch(f"/api/occasion-rules/{made['id']}", {"closes_hour": 17})
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert after == {**made, "closes_hour": 17, "version": 2, "updated_at": after["updated_at"]}


async def test_null_restores_a_default(alice: Person) -> None:
    made = await rule(alice, closes_hour=17, message="Please sign", days_off="after")
    given = {"closes_hour": None, "message": None, "days_off": None}
    after = (await alice.patch(f"/api/occasion-rules/{made['id']}", given)).json()
    assert (after["closes_hour"], after["message"], after["days_off"]) == (9, None, "before")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"years": [1]}, "/years"),
        ({"title": "{years}"}, "/title"),
        ({"invites": "group"}, "/group_id"),
        ({"occasion": "welcome"}, "/occasion"),
        ({"template_ids": ["tpl_00000000000000000000000000"]}, "/template_ids/0"),
    ],
)
async def test_refuses(alice: Person, change: dict[str, Any], pointer: str) -> None:
    made = await rule(alice)
    answer = await alice.patch(f"/api/occasion-rules/{made['id']}", change)
    assert (answer.status_code, pointers(answer)) == (422, [pointer])
    assert (await alice.get(f"/api/occasion-rules/{made['id']}")).json() == made


async def test_an_old_version_changes_nothing(alice: Person) -> None:
    made = await rule(alice)
    path = f"/api/occasion-rules/{made['id']}"
    await alice.patch(path, {"sender": "Us"})
    answer = await alice.patch(path, {"sender": "Them"}, headers={"If-Match": '"1"'})
    assert answer.status_code == 412


async def test_the_plan_and_the_cards_follow(alice: Person) -> None:
    with another_time():
        begin(alice)
        await team(alice)
        made = await started(alice)
        await alice.world.work()
        await alice.patch(f"/api/occasion-rules/{made['id']}", {"opens_days_before": 12})
        [planned] = await occasions(alice)
        assert planned["opens_on"] == "2027-03-01"
        await alice.world.work()
        assert len(await cards(alice)) == 1
        # Existing cards stay.
        await alice.patch(f"/api/occasion-rules/{made['id']}", {"opens_days_before": 1, "closes_hour": 20})
        await pass_until(alice, "2027-03-16T12:00")
        assert [each["contribution_ends_at"] for each in await cards(alice)] == [planned["closes_at"]]


async def test_a_change_checks_only_what_it_names(alice: Person, world: World) -> None:
    """The design and the team of the rule were removed: its title can still be changed."""
    await someone(alice, "Maya", teams=["Design"])
    [group] = (await alice.get("/api/groups")).json()["data"]
    made = await rule(alice, team_ids=[group["id"]])
    path = f"/api/occasion-rules/{made['id']}"
    assert (await alice.delete(f"/api/groups/{group['id']}")).status_code == 204
    await world.owner.execute(
        "update templates set retired_at = now() where id = $1", made["template_ids"][0]
    )
    try:
        answer = await alice.patch(path, {"title": "Dear {name}"})
        assert (answer.status_code, answer.json()["title"]) == (200, "Dear {name}"), answer.text
        for name in ("template_ids", "team_ids"):
            answer = await alice.patch(path, {name: made[name]})
            assert (answer.status_code, pointers(answer)) == (422, [f"/{name}/0"])
    finally:
        await world.owner.execute("update templates set retired_at = null")
