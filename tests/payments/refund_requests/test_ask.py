"""Request a refund: one open request per payment, three in total."""

import asyncio

import pytest

from tests.contributions import giving
from tests.payments import asking, buying
from tests.payments.asking import asks, decide
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_opens_one_request_however_often_it_is_asked(world: World, alice: Person) -> None:
    made = await giving.gave(alice, (await giving.card(alice))["id"])
    opened = await asyncio.gather(*(asks(alice, made["id"]) for _ in range(6)))
    assert sorted(map(len, opened)) == [0, 0, 0, 0, 0, 1]
    assert (await buying.events(alice)).count("refund_request.created") == 1


async def test_asks_for_money_that_is_there(world: World, alice: Person) -> None:
    """The control is a succeeded payment."""
    card = (await giving.card(alice, add_cash=True))["id"]
    for buttons, expected in ((("decline",), 0), (("succeed",), 1)):
        made = await giving.gave(alice, card, *buttons)
        assert len(await asks(alice, made["id"])) == expected
    for made in (await giving.gives(alice, card), await giving.pledges(alice, card)):
        assert await asks(alice, made["id"]) == []
    gave = await giving.gave(alice, card)
    assert (await buying.refund(alice, gave["money"]["payment_id"])).status_code == 201
    assert await asks(alice, gave["id"]) == []


async def test_can_be_asked_three_times(world: World, alice: Person) -> None:
    made = await giving.gave(alice, (await giving.card(alice))["id"])
    for expected in (1, 1, 1, 0):
        opened = await asks(alice, made["id"])
        assert len(opened) == expected
        for each in opened:
            assert (await decide(alice, each, "refuse")).status_code == 200


async def test_never_stays_open_after_a_refund_at_the_same_time(world: World, alice: Person) -> None:
    card = (await giving.card(alice))["id"]
    for _ in range(4):
        made = await giving.gave(alice, card)
        await asyncio.gather(asks(alice, made["id"]), buying.refund(alice, made["money"]["payment_id"]))
        await world.work()
    listed = (await alice.get(asking.PATH, params={"status": "open"})).json()["data"]
    assert listed == []
