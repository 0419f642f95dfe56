"""A platform has one endpoint for all connected accounts: each event applies to the account that it names."""

import json

import pytest

from tests.fakes.stripe import CONNECT_SECRET, SECRET, FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import Thing, begun, gave, right, told
from tests.world import Person, World
from wellwish.payments.provider.connect import connect


async def at_the_operators(world: World, stripe: FakeStripe, event: Thing, secret: str) -> int:
    body = json.dumps(event).encode()
    headers = stripe.sign(body, secret=secret)
    answer = await world.client.post("/callbacks/payments/stripe", content=body, headers=headers)
    await world.work()
    return answer.status_code


async def test_settles_the_payments_of_connected_accounts_by_one_endpoint(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    people = {"acct_1ofalice99": alice, "acct_1ofbob999": bob}
    stripe.connected |= people.keys()
    made = []
    for merchant_id, person in people.items():
        await connect(world.services, person.account_id, merchant_id, None)
        gift = await begun(person)
        event = stripe.pay(await opened(world, gift))
        assert event["account"] == merchant_id
        made.append((person, gift, event))
    for person, gift, event in made:
        assert await at_the_operators(world, stripe, event, "whsec_other") == 401
        assert await striped.status(person, gift) == "pending"
        assert await at_the_operators(world, stripe, event, CONNECT_SECRET) == 204
        assert await at_the_operators(world, stripe, event, CONNECT_SECRET) == 204
        assert await striped.status(person, gift) == "succeeded"
    await right(world, stripe)


async def test_books_nothing_of_an_account_that_is_not_connected_here(
    world: World, alice: Person, bob: Person, stripe: FakeStripe
) -> None:
    """Two accounts share a connected account; each accepts only its own payments."""
    stripe.connected.add("acct_1sharedby2")
    for person in (alice, bob):
        await connect(world.services, person.account_id, "acct_1sharedby2", None)
    gift = await begun(alice)
    event = stripe.pay(await opened(world, gift))
    foreign = {**event, "id": "evt_foreign", "account": "acct_1elsewhere"}
    assert await at_the_operators(world, stripe, foreign, CONNECT_SECRET) == 204
    assert await striped.status(alice, gift) == "pending"
    assert await at_the_operators(world, stripe, event, CONNECT_SECRET) == 204
    assert await striped.status(alice, gift) == "succeeded"
    assert await world.owner.fetchval("select count(*) from provider_events") == 1
    await right(world, stripe)


async def test_takes_bundles_by_the_operators_own_secret(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await buying.buy(alice)
    event = stripe.pay(await opened(world, made))
    assert await at_the_operators(world, stripe, event, SECRET) == 204
    assert await striped.status(alice, made) == "succeeded"


@pytest.mark.parametrize("livemode", [True, False])
async def test_books_no_event_of_the_other_mode(
    livemode: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """Test events never settle live payments, whichever secret signed them."""
    await gave(world, stripe, alice)
    made = await begun(alice)
    event = stripe.pay(await opened(world, made))
    await told(world, stripe, alice, {**event, "livemode": livemode})
    assert await striped.status(alice, made) == ("pending" if livemode else "succeeded")
