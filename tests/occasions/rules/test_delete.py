"""Delete an occasion rule."""

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import OPENS, begin, cards, occasions, rule, someone, started, team
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_deletes_the_rule(alice: Person) -> None:
    made = await rule(alice)
    path = f"/api/occasion-rules/{made['id']}"
    assert (await alice.delete(path, headers={"If-Match": '"7"'})).status_code == 412
    assert (await alice.delete(path)).status_code == 204
    assert (await alice.get(path)).status_code == 404
    assert (await alice.get("/api/occasion-rules")).json()["data"] == []


async def test_its_cards_stay_and_no_other_follows(alice: Person) -> None:
    with another_time():
        begin(alice)
        await team(alice)
        await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-22"})
        made = await started(alice)
        await pass_until(alice, OPENS)
        await alice.delete(f"/api/occasion-rules/{made['id']}")
        [kept] = await occasions(alice)
        assert (kept["person_name"], kept["state"]) == ("Maya", "made")
        await pass_until(alice, "2027-03-16T12:00")
        assert len(await cards(alice)) == 1
