"""Replayed callbacks, and unreadable states."""

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments import buying
from tests.payments.giving import opened
from tests.payments.mollie.paying import begun, call_back, gave, right, status, told
from tests.payments.test_faults import Line, quietly
from tests.world import World

NOISE: set[Line] = {("invalid callback", None)}


async def test_repeated_callbacks_cost_mollie_few_calls(world: World, mollie: FakeMollie) -> None:
    """Anyone who knows the IDs can replay a callback; other payments of the account are not delayed."""
    made = await gave(world, mollie, world.alice)
    asked = len(mollie.calls)
    answers = [
        await call_back(world, world.alice.account_id, made["payment_id"], made["tr"]) for _ in range(60)
    ]
    assert set(answers) == {200, 429}
    assert 0 < len(mollie.calls) - asked <= 30
    other = await begun(world.alice)
    other["tr"] = await opened(world, other)
    mollie.pay(other["tr"])
    assert await told(world, world.alice, other) == 200
    assert await status(world.alice, other) == "succeeded"


@pytest.mark.parametrize("kind", ["refunds", "chargebacks"])
async def test_a_state_that_cannot_be_read_holds_up_no_other(
    kind: str, world: World, mollie: FakeMollie
) -> None:
    made = await gave(world, mollie, world.alice)
    for amount in (100, 250):
        mollie.refund(made["tr"], amount)
    if kind == "chargebacks":
        mollie.refunds.popitem()
        mollie.charge_back(made["tr"], 250)
    broken = next(iter(mollie.refunds.values()))
    right_amount, broken["amount"] = broken["amount"], {"currency": "EUR", "value": "a lot"}
    with quietly(NOISE):
        assert await told(world, world.alice, made) == 200
    shown = await buying.payment(world.alice, made["payment_id"])
    assert (shown["refunded"]["amount"], shown["status"]) == (
        (250 if kind == "refunds" else 0, "partially_refunded")
    )
    broken["amount"] = right_amount
    assert await told(world, world.alice, made) == 200
    await right(world, mollie)
