"""Rules in accounts of several kinds, and rules whose organiser leaves."""

from collections.abc import Iterator

import pytest

from tests.later import another_time, pass_until
from tests.members.joining import join
from tests.occasions.making import OPENS, begin, cards, occasions, rule, someone, started, states, team
from tests.platforms.acting import appoint, drawing
from tests.test_mode.clocks import advance
from tests.world import Person, World

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    with another_time():
        yield


async def mailed(world: World, kind: str) -> set[str]:
    rows = await world.owner.fetch("select recipient from messages where kind = $1", kind)
    return {row["recipient"] for row in rows}


@pytest.mark.parametrize("leaves", [True, False])
async def test_the_rule_of_an_organiser_who_leaves_goes_on(
    alice: Person, bob: Person, world: World, leaves: bool
) -> None:
    """Mail about its cards goes to the owners. The control: it goes to bob as long as he is a member."""
    begin(alice)
    member_id = await join(bob, alice, "owner")
    await team(alice)
    made = await started(alice)
    await world.owner.execute(
        "update occasion_rules set organiser_id = $1 where id = $2", bob.user_id, made["id"]
    )
    if leaves:
        assert (await alice.delete(f"/api/account/members/{member_id}")).status_code == 204
    await pass_until(alice, OPENS)
    assert await states(alice) == {"Maya": "made"}
    await pass_until(alice, "2027-03-16T09:00")  # the morning before the card closes
    assert await mailed(world, "card_news") == ({alice.email} if leaves else {bob.email})


async def test_a_customer_draws_the_cards_of_its_rules_from_its_platform(alice: Person, world: World) -> None:
    begin(alice)
    await appoint(alice)
    customer = await drawing(alice)
    await team(customer)
    await someone(customer, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total - 1 where account_id = $1", alice.account_id
    )
    await started(customer)
    assert await states(customer) == {"Maya": "planned", "Pat": "no_cards"}
    await pass_until(customer, "2027-03-12T12:00")
    assert await states(customer) == {"Maya": "made", "Pat": "no_cards"}
    [card] = await cards(customer)
    assert card["bundle_purchase_id"] == alice.bundle_purchase_id
    alice.token = None
    assert await occasions(alice) == []


async def test_rules_of_test_data_follow_its_clock_and_make_no_other_cards(
    alice: Person, world: World
) -> None:
    begin(alice)
    tester = await alice.tester()
    await team(tester)
    await started(tester)
    await rule(alice)
    [planned] = await occasions(tester)
    await advance(tester, to=planned["opens_at"])
    tester.token = None
    [card] = await cards(tester)
    assert card["title"] == "Happy birthday, Maya!"
    assert await cards(alice) == []
    assert await occasions(alice) == []
    assert not await world.owner.fetchval(
        "select count(*) from occasions where account_id = $1", alice.account_id
    )
