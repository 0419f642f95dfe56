"""Retrieve the plan of an occasion rule."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from msgspec import structs

from tests.later import another_time, pass_until
from tests.occasions.making import OPENS, begin, cards, rule, someone, started, team
from tests.world import Person, World
from wellwish.base.settings import Settings
from wellwish.occasions.messages import busy_days
from wellwish.occasions.plan import Planned
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio


async def test_shows_what_starting_the_rule_would_do(alice: Person) -> None:
    with another_time():
        begin(alice)
        await team(alice)
        await someone(alice, "Solo", dates={"birthday": "--03-20"})
        await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--05-20"})
        await someone(alice, "Autumn", manager="bo@example.com", dates={"birthday": "--10-20"})
        # Another rule takes cards, too.
        await started(alice, occasion="date", date_name="name_day")
        made = await rule(alice)
        [bundle] = (await alice.get("/api/bundle-purchases/available")).json()["data"]
        plan = (await alice.get(f"/api/occasion-rules/{made['id']}/plan")).json()
        shown = [(each["person_name"], each["state"]) for each in plan.pop("occasions")]
        assert shown == [("Maya", "planned"), ("Solo", "no_signers"), ("Pat", "planned")]
        assert plan == {
            "object": "occasion_plan",
            "occasion_rule_id": made["id"],
            "from": "2027-03-01",
            "until": "2027-05-31",
            "cards": 2,
            "cards_left": bundle["cards_remaining"],
            "messages": 4 + 4,  # Bo and three peers for each card
            "messages_a_day": None,  # demo mode sends nothing
            "busy_days": [],
            "without_card": [{"state": "no_signers", "occasions": 1}],
        }
        assert await cards(alice) == []
        await alice.post(f"/api/occasion-rules/{made['id']}/start")
        await pass_until(alice, OPENS)
        await pass_until(alice, "2027-05-13T09:00")
        assert len(await cards(alice)) == plan["cards"]


async def test_shows_the_days_on_which_invitations_wait(
    world: World, clone: tuple[str, str], settings: Settings
) -> None:
    few = replace(
        settings, demo=False, requests_per_minute=0, messages_per_day=5, messages_per_day_unproven=5
    )
    async with World.over(few, *clone) as outside:
        await outside.empty()
        await outside.settle()
        alice = outside.alice
        with another_time():
            begin(alice)
            await team(alice)
            for name, day in (("Pat", "--03-17"), ("Sam", "--03-17"), ("Uma", "--05-20")):
                await someone(alice, name, manager="bo@example.com", dates={"birthday": day})
            await started(alice, occasion="date", date_name="name_day")
            made = await rule(alice)
            plan = (await alice.get(f"/api/occasion-rules/{made['id']}/plan")).json()
    assert (plan["cards"], plan["messages"], plan["messages_a_day"]) == (4, 4 * 5, 5)
    assert plan["busy_days"] == [
        {"day": "2027-03-10", "messages": 15, "later": 10},
        {"day": "2027-03-11", "messages": 10, "later": 5},
    ]


DAY = date(2027, 3, 17)
PLANNED = Planned(
    person_id="per_1", name="Maya", occasion="birthday", year=2027, years=None, rule_id="rule_1",
    state="planned", falls_on=DAY, opens_on=DAY, closes_on=DAY, opens_at=datetime(2027, 3, 10, tzinfo=UTC),
    closes_at=datetime(2027, 3, 17, tzinfo=UTC), signers=1, template_id=None, card_id=None,
)  # fmt: skip
MARCH = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("opened", "a_day", "expected"),
    [
        ([], 5, []),
        ([("03-10T09", 5)], 5, []),
        ([("03-10T09", 5), ("03-10T23", 1)], 5, [("2027-03-10", 6, 1)]),
        ([("03-10T09", 12)], 5, [("2027-03-10", 12, 7), ("2027-03-11", 7, 2)]),
        # Waiting messages are sent on a day on which another card opens.
        ([("03-10T09", 8), ("03-11T09", 4)], 5, [("2027-03-10", 8, 3), ("2027-03-11", 7, 2)]),
        ([("03-10T09", 8), ("03-20T09", 6)], 5, [("2027-03-10", 8, 3), ("2027-03-20", 6, 1)]),
        # A card that should be open already is created today.
        ([("02-27T09", 4), ("03-01T13", 4)], 5, [("2027-03-01", 8, 3)]),
    ],
)
def test_later_days_send_what_waits(
    opened: list[tuple[str, int]], a_day: int, expected: list[tuple[str, int, int]]
) -> None:
    planned = [
        structs.replace(PLANNED, opens_at=datetime.fromisoformat(f"2027-{at}:00+00:00"), signers=signers)
        for at, signers in opened
    ]
    found = [(each.day, each.messages, each.later) for each in busy_days(planned, a_day, MARCH)]
    assert found == expected


async def test_leaves_out_who_declined(alice: Person) -> None:
    with another_time():
        begin(alice)
        maya = await team(alice)
        made = await rule(alice)
        async with alice.world.services.db.transaction([alice.account_id]) as tx:
            await choose(tx, alice.account_id, maya["id"], Choice(skipped_year=2027))
        plan = (await alice.get(f"/api/occasion-rules/{made['id']}/plan")).json()
        assert (plan["cards"], plan["without_card"], plan["occasions"]) == (0, [], [])


async def test_is_for_the_account_alone(alice: Person, mallory: Person) -> None:
    made = await rule(alice)
    assert (await mallory.get(f"/api/occasion-rules/{made['id']}/plan")).status_code == 404
