"""Each occasion is on one page of the list, regardless of changes and of overlapping rules."""

from collections.abc import Iterator

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import begin, pages, someone, started, team
from tests.world import Person

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _restore(alice: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        yield


@pytest.mark.parametrize("birthday", ["--03-22", "--06-20"])
async def test_an_occasion_that_is_planned_again_leaves_the_page_of_its_former_day(
    alice: Person, birthday: str
) -> None:
    """Nobody could sign a card of March; then the dates are corrected, and somebody can."""
    people = [await team(alice, manager=None)]
    people += [await someone(alice, name, dates={"birthday": "--03-17"}) for name in ("Pat", "Sam")]
    await started(alice)
    await started(alice, opens_days_before=9)
    for day in (10, 16, 18):
        await pass_until(alice, f"2027-03-{day}T12:00")
    span = {"from_": "2027-03-01", "until": "2027-06-08"} if birthday < "--06" else {"from_": "2027-03-15"}
    span["until"] = "2027-06-20" if birthday > "--06" else "2027-06-01"
    before = await pages(alice, limit=1, **span)
    assert [each["state"] for each in before] == ["no_signers"] * 3
    change = {"dates": {"birthday": birthday}, "manager": "bo@example.com"}
    for each in people[:2]:
        assert (await alice.patch(f"/api/people/{each['id']}", change)).status_code == 200
    for limit in (1, 2, 200):
        found = await pages(alice, limit=limit, **span)
        assert sorted(each["person_name"] for each in found) == ["Maya", "Pat", "Sam"], limit
        states = {each["person_name"]: (each["state"], each["closes_on"][5:]) for each in found}
        assert states["Sam"] == ("no_signers", "03-17")
        assert {states["Maya"][0], states["Pat"][0]} <= {"planned", "made"}
        assert {states["Maya"][1], states["Pat"][1]} == {"03-22" if birthday < "--06" else "06-18"}


async def test_a_moved_zone_lists_an_occasion_once(alice: Person) -> None:
    """The card has closed in the zone furthest ahead; the person moves to the one furthest behind."""
    maya = await team(alice, manager=None, timezone="Pacific/Kiritimati")
    await started(alice, closes_hour=23)
    for at in ("2027-03-10T12:00", "2027-03-17T09:01"):
        await pass_until(alice, at)  # 23:00 on Kiritimati is 09:00 UTC
    change = {"timezone": "Etc/GMT+12", "manager": "bo@example.com"}
    assert (await alice.patch(f"/api/people/{maya['id']}", change)).status_code == 200
    for limit in (1, 200):
        found = await pages(alice, limit=limit, from_="2027-03-01", until="2027-04-01")
        assert [each["person_name"] for each in found] == ["Maya"]


async def test_pages_of_declined_occasions_end_with_the_last(alice: Person) -> None:
    """A page of declined occasions reads 200 people, from the last person of the page before on."""
    people = [
        {"external_id": f"e-{number}", "name": f"Pat {number}", "dates": {"birthday": "--03-17"}}
        for number in range(450)
    ]
    answer = await alice.put("/api/people", {"people": people})
    assert answer.status_code == 200, answer.text
    await alice.world.owner.execute(
        "update people set no_birthday = true where account_id = $1", alice.account_id
    )
    await started(alice)
    found = await pages(alice, limit=199, from_="2027-03-01", until="2027-04-01")
    assert {each["state"] for each in found} == {"declined"}
    assert len({each["person_id"] for each in found}) == len(found) == 450
