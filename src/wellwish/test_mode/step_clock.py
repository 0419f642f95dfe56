"""Move a test clock from one due time to the next, so that everything happens in order and on time.

A step is a transaction that waits until no job of the account is due, and then moves the clock to the
earliest of the next delayed job, the next card to erase, and the target. An interrupted advance continues.
Delayed jobs are parked until they are due, so that an advance writes each of them only a few times,
regardless of the number of steps.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Any, Final

from wellwish.accounts import test_account
from wellwish.base import clock
from wellwish.cards import retention
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import RetryLaterError, delayed
from wellwish.media import store_upload
from wellwish.test_mode import test_clock
from wellwish.webhooks import delivery

ADVANCE: Final = "test_mode.advance"
# Jobs that wait for other servers use real time: otherwise one advance could retry them for years.
_REAL_TIME: Final = (ADVANCE, delivery.DELIVER, store_upload.SCAN)
# The interval is a tenth of the time for which a due job has waited: 0.1 s after 1 s, 1 s after 10 s.
_POLL_S: Final = 0.005
# How often one run looks whether it can make a step: other jobs of the account may need its place.
_LOOKS: Final = 5
_LONGEST_POLL_S: Final = 1.0
_POLLS: Final = 10
_SUSPENDED_S: Final = 60.0
_AGAIN: Final = timedelta(minutes=1)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Makes a step once no job is due. Raises RetryLaterError until the clock has reached its target, so that
    due jobs run between steps.
    """
    account_id = args["account_id"]
    for _ in range(_LOOKS):
        async with services.db.transaction([account_id]) as tx:
            row = await test_clock.find_locked(tx, account_id)
            if row is None or row.advancing_to is None:
                return
            clock.use_test_clock(row.ahead)
            busy_since = await delayed.busy_since(tx, account_id, _REAL_TIME)
            if busy_since is None:
                await delayed.park(tx, account_id, _REAL_TIME)
                if tx.now >= row.advancing_to and not await _is_due(tx, account_id, row.advancing_to):
                    await delayed.unpark(tx, account_id)
                    await test_account.set_target(tx, account_id, None)
                    return
                await _step(tx, account_id, row.advancing_to)
                break
        if row.is_suspended:  # message jobs wait until the account is resumed
            raise RetryLaterError(_SUSPENDED_S)
        waited_s = (tx.real_now - busy_since).total_seconds()
        await asyncio.sleep(min(max(_POLL_S, waited_s / _POLLS), _LONGEST_POLL_S))
    raise RetryLaterError(0)


async def fail_dead(tx: Tx, services: Services, args: dict[str, Any]) -> None:
    """Retries the step in a minute, because an advance with a dead job would never finish."""
    del services
    await jobs.wake(tx, ADVANCE, {args["account_id"]: args}, at=tx.now + _AGAIN)


async def _is_due(tx: Tx, account_id: str, target: datetime) -> bool:
    next_job = await delayed.next_at(tx, account_id)
    return next_job is not None and next_job <= target


async def _step(tx: Tx, account_id: str, target: datetime) -> None:
    """Moves the clock, and marks jobs that are then due as ready."""
    next_job = await delayed.next_at(tx, account_id)
    next_erasure = await retention.next_due(tx, account_id)
    goal = max(tx.now, min(at for at in (target, next_job, next_erasure) if at is not None))
    if goal == next_erasure:
        await jobs.enqueue(tx, retention.RETAIN, [{"account_id": account_id}])
    await test_account.move_clock(tx, account_id, goal - tx.now)
    await delayed.bring_forward(tx, account_id, goal)
