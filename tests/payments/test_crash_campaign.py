"""Random events at Stripe over a bad connection, with kills of server, worker and database backends.

Three accounts with Stripe keys, two connected ones and the operator's, in four currencies. The fake survives
the kills.
"""

import asyncio
import os
import random
import time
from pathlib import Path

import pytest

from tests.payments.campaign import SEED, campaign
from tests.payments.test_crash import SETTLES_S, checked, until

pytestmark = [pytest.mark.anyio, pytest.mark.crash]


@pytest.mark.parametrize(("payments", "cycles"), [(16, 2), pytest.param(1000, 40, marks=pytest.mark.full)])
async def test_keeps_the_books_while_everything_fails(tmp_path: Path, payments: int, cycles: int) -> None:
    async with campaign(tmp_path) as ours:
        ours.stripe.refused_before, ours.stripe.lost_after = 0.03, 0.05
        buyers = [asyncio.create_task(ours.buyer(number, payments)) for number in range(6)]
        killed = await ours.kill(cycles, random.Random(SEED + 99), payments)
        await asyncio.gather(*buyers)
        await ours.running.until_ready()
        ours.market.end()
        began = time.monotonic()
        waited_s = await until(lambda: ours.open_since(began), began)
        apart, doubled = await ours.apart(), ours.doubled()
        print(f"{ours.begun} payments, {dict(ours.market.did)}, {dict(ours.answers)}, killed {dict(killed)}")
        print(
            f"{len(ours.stripe.events)} events, held {ours.stripe.held()}, settled after {waited_s:.1f} s, "
            f"load {os.getloadavg()[0]:.1f}"
        )
        assert apart == []
        assert doubled == []
        assert ours.answers["too small 201"] == 0
        assert cycles < 40 or waited_s <= SETTLES_S
        assert "The ledger is correct." in await checked(ours.running)
        # The control: the comparison names money missing from the ledger, with its account.
        charge = next(iter(ours.stripe.charges.values()))
        charge["amount"] += 700
        [found] = await ours.apart()
        assert found.startswith(f"{charge['_of']} has ")
