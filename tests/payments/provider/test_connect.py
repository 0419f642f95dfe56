"""Stripe accounts connected to the operator's."""

import json

import pytest

from tests import make
from tests.fakes.stripe import KEY, PLATFORM, SECRET, FakeStripe
from tests.payments import buying, giving, striped
from tests.world import Person, World
from wellwish.payments.provider.connect import connect


async def test_acts_for_a_connected_account_that_the_operator_names(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    stripe.connected.add("acct_1connected")
    shown = await connect(world.services, alice.account_id, "acct_1connected", None)
    assert (shown.kind, shown.key_hint) == ("connected", None)
    assert (await alice.post(f"{striped.PATH}/check")).json()["merchant_id"] == "acct_1connected"
    made = await giving.begun(alice, (await make.card(alice))["id"])
    event = await giving.paid_at_stripe(world, stripe, made)
    assert event["account"] == "acct_1connected"
    # One endpoint of the operator receives the events of all connected accounts.
    assert await striped.status(alice, made) == "pending"
    body = json.dumps(event).encode()
    headers = stripe.sign(body, secret=SECRET)
    answer = await world.client.post("/callbacks/payments/stripe", content=body, headers=headers)
    assert (answer.status_code, await striped.status(alice, made)) == (204, "succeeded")
    await striped.polled(world)
    assert await striped.status(alice, made) == "succeeded"
    assert stripe.held("acct_1connected") == await buying.in_the_ledger(world)


@pytest.mark.parametrize("merchant_id", ["acct_1stranger", "nonsense"])
async def test_connects_nothing_that_is_not_the_platforms(
    merchant_id: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    assert stripe.keys[KEY] == PLATFORM
    with pytest.raises(ValueError, match=r"key|ID of a Stripe account"):
        await connect(world.services, alice.account_id, merchant_id, None)
    assert (await alice.get(striped.PATH)).json()["provider"] == "sandbox"
