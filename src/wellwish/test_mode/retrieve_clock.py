"""Retrieve the test clock."""

from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.test_mode import test_clock
from wellwish.test_mode.test_clock import TestClock


async def retrieve_clock(tx: Tx, caller: Caller) -> TestClock:
    """Returns the time of the test data, and the progress of an advance. Raises NotFound."""
    row = await test_clock.find(tx, caller.account_id)
    if row is None:
        raise NotFound
    return test_clock.record(row, tx.real_now + row.ahead)
