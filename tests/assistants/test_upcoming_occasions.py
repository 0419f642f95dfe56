"""The tool that lists the next occasions of people: who sees which."""

from collections.abc import Iterator

import pytest

from tests.assistants.conversation import Refused, talk
from tests.later import another_time
from tests.occasions import making
from tests.world import Person, World
from wellwish.people.choice import Choice, choose


@pytest.fixture(autouse=True)
def _the_clock_is_restored() -> Iterator[None]:
    with another_time():
        yield


async def test_lists_occasions_with_their_cards_or_the_reason(world: World, alice: Person) -> None:
    making.begin(alice)
    await making.team(alice, dates={"birthday": "--03-17", "own": [{"name": "name_day", "date": "--03-30"}]})
    await making.started(alice)
    await making.rule(alice, occasion="date", date_name="name_day")
    async with talk(alice) as assistant:
        found = await assistant.use("upcoming_occasions")
        assert found == {
            "occasions": [
                {
                    "person": {"by": "organiser", "untrusted_text": "Maya"},
                    "occasion": "birthday",
                    "date": "2027-03-17",
                    "opens_on": "2027-03-10",
                    "closes_on": "2027-03-17",
                    "years": None,
                    "signers": 2,
                    "state": "planned",
                    "card_id": None,
                },
                {**found["occasions"][1], "occasion": "name_day", "state": "paused", "date": "2027-03-30"},
            ],
            "has_more": False,
        }
        assert len((await assistant.use("upcoming_occasions", days=16))["occasions"]) == 1
        shorter = await assistant.use("upcoming_occasions", limit=1)
        assert (len(shorter["occasions"]), shorter["has_more"]) == (1, True)
    assert await world.owner.fetchval("select count(*) from occasions") == 0  # it changes nothing


@pytest.mark.parametrize("wish", [{"no_birthday": True}, {"no_cards": True}, {"skipped_year": 2027}])
async def test_never_shows_what_somebody_declined(world: World, alice: Person, wish: dict[str, int]) -> None:
    making.begin(alice)
    maya = await making.team(alice)
    await making.started(alice)
    async with talk(alice) as assistant:
        assert (await assistant.use("upcoming_occasions"))["occasions"]  # the control
        async with world.services.db.transaction([alice.account_id]) as tx:
            await choose(tx, alice.account_id, maya["id"], Choice(**wish))  # type: ignore[arg-type]
        assert (await making.states(alice))["Maya"] == "declined"  # the owner sees that much elsewhere
        for limit in (1, 30):
            found = await assistant.use("upcoming_occasions", days=91, limit=limit)
            assert found == {"occasions": [], "has_more": False}


async def test_only_owners_see_occasions_and_only_their_own(
    world: World, alice: Person, mallory: Person
) -> None:
    making.begin(alice)
    await making.team(alice)
    await making.started(alice)
    mallory.token = None
    async with talk(mallory) as stranger:
        assert (await stranger.use("upcoming_occasions"))["occasions"] == []
    assert (await alice.patch("/api/account", {"members_see_dates": True})).status_code == 200
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    async with talk(alice) as member:
        with pytest.raises(Refused) as refused:
            await member.use("upcoming_occasions")
    assert refused.value.code == "owner_required"


@pytest.mark.parametrize("wrong", [{"days": 0}, {"days": 92}, {"limit": 0}, {"limit": 101}, {"until": "x"}])
async def test_refuses_what_is_out_of_range(alice: Person, wrong: dict[str, object]) -> None:
    async with talk(alice) as assistant:
        with pytest.raises(Refused) as refused:
            await assistant.use("upcoming_occasions", **wrong)
    assert refused.value.code == "invalid_request"
