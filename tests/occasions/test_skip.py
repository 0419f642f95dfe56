"""Skip an occasion."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import OPENS, begin, cards, occasions, someone, started, states, team
from tests.people.test_create import pointers
from tests.world import Person
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _begin(alice: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        yield


def of(maya: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"person_id": maya["id"], "occasion": "birthday", "year": 2027, **fields}


async def test_a_skipped_occasion_gets_no_card(alice: Person) -> None:
    maya = await team(alice)
    await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice)
    [planned, _] = await occasions(alice)
    answer = await alice.post("/api/occasions/skip", of(maya))
    assert answer.status_code == 200, answer.text
    assert answer.json() == {**planned, "state": "skipped", "cards": 0, "version": 1}
    assert (await alice.post("/api/occasions/skip", of(maya))).json() == answer.json()
    await pass_until(alice, OPENS)
    assert await states(alice) == {"Maya": "skipped", "Pat": "made"}
    assert len(await cards(alice)) == 1
    await pass_until(alice, "2027-03-20T12:00")
    assert await states(alice, from_="2027-03-01") == {"Maya": "skipped", "Pat": "made"}


async def test_skipping_can_be_withdrawn(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    [planned] = await occasions(alice)
    await alice.post("/api/occasions/skip", of(maya))
    await pass_until(alice, OPENS)
    withdrawn = (await alice.post("/api/occasions/skip", of(maya, skip=False))).json()
    assert withdrawn == {**planned, "version": 2}
    await alice.world.work()
    assert await states(alice) == {"Maya": "made"}
    for skip in (True, False):
        answer = await alice.post("/api/occasions/skip", of(maya, skip=skip))
        assert (answer.status_code, answer.json()["code"]) == (409, "occasion_made")
    assert await states(alice) == {"Maya": "made"}


@pytest.mark.parametrize("other", [False, True])
async def test_skipping_outlives_the_rule_and_can_still_be_withdrawn(alice: Person, other: bool) -> None:
    """An occasion that no rule covers any more disappears from the list.

    Until the skip is withdrawn, no other rule creates a card.
    """
    maya = await team(alice)
    rule = await started(alice)
    skipped = (await alice.post("/api/occasions/skip", of(maya))).json()
    assert (await alice.delete(f"/api/occasion-rules/{rule['id']}")).status_code == 204
    assert await occasions(alice) == [skipped]
    assert (await alice.post("/api/occasions/skip", of(maya))).json() == skipped
    if other:
        await started(alice)
        await pass_until(alice, OPENS)
        assert await cards(alice) == []
    withdrawn = await alice.post("/api/occasions/skip", of(maya, skip=False))
    assert withdrawn.status_code == 200, withdrawn.text
    assert withdrawn.json()["state"] == ("planned" if other else "paused")
    await alice.world.work()
    assert await states(alice) == ({"Maya": "made"} if other else {})
    if not other:
        assert (await alice.post("/api/occasions/skip", of(maya, skip=False))).status_code == 404


async def test_what_was_skipped_until_it_closed_stays_skipped(alice: Person) -> None:
    maya = await team(alice)
    rule = await started(alice)
    skipped = (await alice.post("/api/occasions/skip", of(maya))).json()
    await pass_until(alice, "2027-03-25T12:00")
    for is_deleted in (False, True):
        if is_deleted:
            assert (await alice.delete(f"/api/occasion-rules/{rule['id']}")).status_code == 204
        answer = await alice.post("/api/occasions/skip", of(maya, skip=False))
        assert (answer.status_code, pointers(answer)) == (422, ["/year"])
        assert (await alice.post("/api/occasions/skip", of(maya))).json() == skipped
        assert await occasions(alice, from_="2027-03-01", until="2027-03-31") == [skipped]


async def test_a_skipped_occasion_whose_date_moves_can_be_planned_again(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await alice.post("/api/occasions/skip", of(maya))
    await pass_until(alice, "2027-03-25T12:00")
    await alice.patch(f"/api/people/{maya['id']}", {"dates": {"birthday": "--05-12"}})
    answer = await alice.post("/api/occasions/skip", of(maya, skip=False))
    assert (answer.status_code, answer.json()["closes_on"]) == (200, "2027-05-12")


async def test_does_not_show_a_skipped_occasion_that_is_declined_after_its_rule_is_deleted(
    alice: Person,
) -> None:
    maya = await team(alice)
    rule = await started(alice)
    await alice.post("/api/occasions/skip", of(maya))
    await alice.delete(f"/api/occasion-rules/{rule['id']}")
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await choose(tx, alice.account_id, maya["id"], Choice(no_birthday=True))
    for skip in (True, False):
        assert (await alice.post("/api/occasions/skip", of(maya, skip=skip))).status_code == 404


async def test_refuses_what_no_rule_plans(alice: Person, mallory: Person) -> None:
    maya = await team(alice)
    assert (await alice.post("/api/occasions/skip", of(maya))).status_code == 404
    await started(alice)
    for other in ({"occasion": "anniversary"}, {"occasion": "date", "date_name": "name_day"}):
        answer = await alice.post("/api/occasions/skip", of(maya, **other))
        assert (answer.status_code, pointers(answer)) == (404, ["/person_id"])
    mallory.token = None
    assert (await mallory.post("/api/occasions/skip", of(maya))).status_code == 404
    answer = await alice.post("/api/occasions/skip", of(maya, date_name="name_day"))
    assert (answer.status_code, pointers(answer)) == (422, ["/date_name"])


async def test_does_not_show_a_declined_occasion(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await choose(tx, alice.account_id, maya["id"], Choice(no_birthday=True))
    assert (await alice.post("/api/occasions/skip", of(maya))).status_code == 404


async def test_refuses_a_year_that_no_list_shows(alice: Person) -> None:
    """Such a plan would cover decades, while other changes of people wait."""
    maya = await team(alice)
    await started(alice)
    for year, status in ((2028, 200), (2031, 404), (2100, 404), (2001, 404)):
        answer = await alice.post("/api/occasions/skip", of(maya, year=year))
        assert answer.status_code == status, answer.text
