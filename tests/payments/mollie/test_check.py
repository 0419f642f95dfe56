"""The comparison of the ledger with Mollie reports each difference."""

from datetime import datetime, timedelta

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments.giving import opened
from tests.payments.mollie.paying import begun, gave, own_key
from tests.world import World
from wellwish.base import clock
from wellwish.payments.compare import Findings, compare

LONG_ENOUGH = timedelta(minutes=5)


async def compared(world: World, mollie: FakeMollie) -> Findings:
    """Ages all records by the time that the comparison requires, then compares."""
    for thing in (*mollie.payments.values(), *mollie.refunds.values(), *mollie.chargebacks.values()):
        thing["createdAt"] = clock.rfc3339(datetime.fromisoformat(thing["createdAt"]) - LONG_ENOUGH)
    await world.owner.execute("update payments set succeeded_at = succeeded_at - interval '5 minutes'")
    return await compare(world.services)


async def test_finds_nothing_in_right_books(world: World, mollie: FakeMollie) -> None:
    await gave(world, mollie, world.alice)
    found = await compared(world, mollie)
    assert (found.faults, found.notices) == ([], [])


async def test_names_a_payment_that_was_never_reported(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    tr = await opened(world, made)
    mollie.pay(tr)
    faults = (await compared(world, mollie)).faults
    assert any(f"reported payments.paid in answer:{tr}:paid (1000 EUR" in each for each in faults)
    assert any(each.endswith("the ledger has 0: a difference of 1000.") for each in faults)


@pytest.mark.parametrize("kind", ["refund", "charge_back"])
async def test_names_money_that_left_unreported(kind: str, world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    getattr(mollie, kind)(made["tr"], 300)
    faults = (await compared(world, mollie)).faults
    assert any(f" in answer:{'re' if kind == 'refund' else 'chb'}_" in each for each in faults)
    assert len(faults) == 2  # a refund also changes the sum, and a chargeback has two states


async def test_names_a_payment_that_mollie_does_not_have(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    mollie.payments.clear()
    [fault] = (await compared(world, mollie)).faults
    assert fault.startswith(f"1000 EUR (minor units) of {made['payment_id']} are booked as paid, but mollie:")


async def test_names_an_amount_that_differs(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    mollie.payments[made["tr"]]["amount"]["value"] = "10.01"
    [fault] = (await compared(world, mollie)).faults
    assert "a difference of 1." in fault
