"""No response shows whether a guess is a date that the person declined."""

from typing import Any

import pytest

from tests.people.test_choice import DATES, choose, chosen
from tests.people.test_create import MAYA
from tests.people.test_sync import counts
from tests.people.test_update import made
from tests.world import Person
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio
NO_BIRTHDAY = Choice(no_birthday=True)
RIGHT: dict[str, Any] = {"birthday": "--03-14", "started_on": "2020-05-01", "own": DATES["own"]}
WRONG: dict[str, Any] = {
    "birthday": "--03-15",
    "started_on": "2020-05-02",
    "own": [{"name": "name_day", "date": "--12-07"}],
}
SAID = {
    "no_birthday": NO_BIRTHDAY,
    "no_cards": Choice(no_cards=True),
    "skipped_year": Choice(skipped_year=2999),
}


async def answers(alice: Person, target: str, dates: dict[str, Any], suffix: str) -> list[Any]:
    """Returns all that an owner can see of each way to send dates."""
    given = {**MAYA, "dates": dates}
    found: list[Any] = []
    for answer in (
        await alice.patch(f"/api/people/{target}{suffix}", {"dates": dates}),
        await alice.post(f"/api/people{suffix}", given),
        await alice.put(f"/api/people{suffix}", {"people": [given]}),
        await alice.put(f"/api/people{suffix}", {"people": [given], "keep_others": True}),
    ):
        assert answer.status_code == 200, answer.text
        found += [answer.json(), answer.headers.get("etag")]
    events = (await alice.get("/api/events?limit=200")).json()["data"]
    return [*found, (await alice.get(f"/api/people/{target}")).json(), [each["type"] for each in events]]


async def jobs(alice: Person) -> int:
    await alice.world.work()
    return await alice.world.owner.fetchval("select count(*) from jobs")


@pytest.mark.parametrize("suffix", ["?dry_run=true", ""])
@pytest.mark.parametrize(
    ("said", "name"),
    [("no_birthday", "birthday"), *((each, name) for each in ("no_cards", "skipped_year") for name in RIGHT)],
)
async def test_a_guess_is_answered_alike_whether_it_is_right(
    said: str, name: str, suffix: str, alice: Person
) -> None:
    target = (await made(alice, dates=DATES))["id"]
    control = await answers(alice, target, {name: WRONG[name]}, "?dry_run=true")
    assert control != await answers(alice, target, {name: RIGHT[name]}, "?dry_run=true")
    assert await choose(alice, target, SAID[said])
    await jobs(alice)
    right = await answers(alice, target, {name: RIGHT[name]}, suffix)
    wrong = await answers(alice, target, {name: WRONG[name]}, suffix)
    assert right == wrong


async def test_a_corrected_date_is_stored_and_shown_once_the_choice_is_withdrawn(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    assert await choose(alice, before["id"], NO_BIRTHDAY)
    shown = (await alice.get(f"/api/people/{before['id']}")).json()
    given = {**MAYA, "dates": {"birthday": "--03-15"}}
    assert counts(await alice.put("/api/people", {"people": [given]})) == (0, 0, 0, 1)
    assert (await alice.get(f"/api/people/{before['id']}")).json() == shown
    assert await chosen(alice, before["id"]) == {before["id"]: NO_BIRTHDAY}
    assert await choose(alice, before["id"], Choice())
    after = (await alice.get(f"/api/people/{before['id']}")).json()
    assert after["dates"] == {**before["dates"], "birthday": "--03-15"}


async def test_other_changes_beside_a_hidden_date_are_named(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    assert await choose(alice, before["id"], NO_BIRTHDAY)
    dates = {"birthday": "--03-15", "started_on": "2020-05-02"}
    for given, fields in (
        ({"name": "Maya B", "dates": {"birthday": "--03-15"}}, ["name"]),
        ({"dates": dates}, ["dates"]),
        # Owners see which dates are declined, so that one more is a change.
        ({"dates": {"birthday": None}}, ["dates"]),
    ):
        body = {"people": [{**MAYA, **given}]}
        [step] = (await alice.put("/api/people?dry_run=true", body)).json()["steps"]
        assert (step["action"], step["fields"]) == ("updated", fields)


async def test_a_first_hidden_date_is_a_change_whose_answer_has_no_date(alice: Person) -> None:
    before = await made(alice, dates={})
    assert await choose(alice, before["id"], NO_BIRTHDAY)
    sent = {"dates": {"birthday": "--03-15"}}
    for answer in [await alice.patch(f"/api/people/{before['id']}", sent) for _ in range(2)]:
        assert answer.status_code == 200
        assert "03-15" not in answer.text
        assert answer.json()["declined"] == ["birthday"]
        assert answer.json()["version"] == before["version"] + 2
