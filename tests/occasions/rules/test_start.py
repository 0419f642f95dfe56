"""Start an occasion rule."""

import pytest

from tests.later import another_time
from tests.occasions.making import begin, cards, rule, team
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_creates_the_cards_that_should_be_open(alice: Person) -> None:
    with another_time():
        begin(alice, "2027-03-12T12:00")
        await team(alice)
        made = await rule(alice)
        await alice.world.work()
        assert await cards(alice) == []
        path = f"/api/occasion-rules/{made['id']}/start"
        tried = await alice.post(f"{path}?dry_run=true")
        assert tried.status_code == 200, tried.text
        await alice.world.work()
        assert await cards(alice) == []
        answer = (await alice.post(path)).json()
        assert (answer["status"], answer["version"]) == ("started", 2)
        assert (await alice.post(path)).json() == answer
        await alice.world.work()
        assert len(await cards(alice)) == 1


async def test_an_old_version_is_not_started(alice: Person) -> None:
    made = await rule(alice)
    path = f"/api/occasion-rules/{made['id']}"
    await alice.patch(path, {"max_cards_a_month": 1000})
    assert (await alice.post(f"{path}/start", headers={"If-Match": '"1"'})).status_code == 412
