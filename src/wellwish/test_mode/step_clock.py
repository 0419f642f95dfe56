"""Move a test clock from one due time to the next, so that everything happens in order and at its time.

A step is one transaction: it waits until the account has no job to run, and moves the clock to the earliest
of the next delayed job, the next card to erase, and the target. An interrupted advance continues.
"""

import asyncio
from datetime import datetime
from typing import Any, Final

from wellwish import clock, jobs
from wellwish.accounts import test_account
from wellwish.cards import retain
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.jobs import RetryLaterError, delayed
from wellwish.media import keep
from wellwish.test_mode import test_clock
from wellwish.webhooks import delivery

ADVANCE: Final = "test_mode.advance"
# What waits for other servers keeps the real time: it could otherwise repeat for years within one advance.
_REAL_TIME: Final = (ADVANCE, delivery.DELIVER, keep.SCAN)
_POLL_S: Final = 0.02
_SUSPENDED_S: Final = 60.0


async def run(services: Services, args: dict[str, Any]) -> None:
    """Makes one step. Raises RetryLaterError until the clock has arrived, so that due jobs run in between."""
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await test_clock.find_locked(tx, account_id)
        if row is None or row.advancing_to is None:
            return
        clock.use_test_clock(row.ahead)
        is_busy = await delayed.is_busy(tx, account_id, _REAL_TIME)
        if not is_busy and tx.now >= row.advancing_to:
            await test_account.set_target(tx, account_id, None)
            return
        if not is_busy:
            await _step(tx, account_id, row.advancing_to)
    if is_busy:
        if row.is_suspended:  # some of its jobs wait until it is resumed
            raise RetryLaterError(_SUSPENDED_S)
        await asyncio.sleep(_POLL_S)
    raise RetryLaterError(0)


async def fail_dead(tx: Tx, services: Services, args: dict[str, Any]) -> None:
    """Leaves the clock where it is."""
    del services
    await test_account.set_target(tx, args["account_id"], None)


async def _step(tx: Tx, account_id: str, target: datetime) -> None:
    """Moves the clock and the delayed jobs, which are queued in real time."""
    next_job = await delayed.next_at(tx, account_id, _REAL_TIME)
    next_erasure = await retain.next_due(tx, account_id)
    goal = max(tx.now, min(at for at in (target, next_job, next_erasure) if at is not None))
    if goal == next_erasure:
        await jobs.enqueue(tx, retain.RETAIN, [{"account_id": account_id}])
    await test_account.move_clock(tx, account_id, goal - tx.now)
    await delayed.bring_forward(tx, account_id, goal - tx.now, _REAL_TIME)
