"""Advance the test clock."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from msgspec import structs

from wellwish.accounts import test_account
from wellwish.base.errors import Fault, InvalidRequest, NotFound, TestClockAdvancing
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, line
from wellwish.infra.http.query_time import instant
from wellwish.test_mode import test_clock
from wellwish.test_mode.step_clock import ADVANCE
from wellwish.test_mode.test_clock import TestClock

# The validity of bundles in bundles/catalogue.toml.
MAX_STEP: Final = timedelta(days=730)
MAX_AHEAD: Final = timedelta(days=3650)
_BY: Final = "ISO 8601 duration, at most 730 days."
_DURATION: Final = "^[+]?[Pp][0-9DdHhMmSsTtWw.]+$"


def _duration(given: str) -> str:
    """Checks a duration of ISO 8601 without years and months, whose length varies. Raises ValueError."""
    try:
        by = msgspec.convert(given, timedelta)
    except msgspec.ValidationError:
        raise ValueError(
            "Must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as P3D."
        ) from None
    if not timedelta() < by <= MAX_STEP:
        raise ValueError(f"Must be positive and at most {MAX_STEP.days} days: the clock only moves forwards.")
    return given


class Advance(Body, frozen=True, kw_only=True):
    """The new time or the duration of the advance. Exactly one member must be present."""

    by: Annotated[str, line(40, _BY, check=_duration, schema={"pattern": _DURATION})] | None = None
    to: Annotated[str, instant("New time of the test data, at most 730 days ahead.")] | None = None

    def faults(self) -> Iterator[Fault]:
        if (self.by is None) == (self.to is None):
            yield Fault("/by", "invalid_value", "Send either `by` or `to`.")


async def advance_clock(tx: Tx, caller: Caller, advance: Advance) -> TestClock:
    """Moves the time of the account's test data forward, in the background.

    Ends, reminders, digests, expiries and erasures happen in order, each at its scheduled time. Tokens,
    idempotency keys, rate limits and webhook retries use real time. The status becomes `ready` when the
    advance is complete.

    Raises TestClockAdvancing, NotFound, InvalidRequest.
    """
    row = await test_clock.find_locked(tx, caller.account_id)
    if row is None:
        raise NotFound
    if row.advancing_to is not None:
        raise TestClockAdvancing
    now = tx.real_now + row.ahead
    target = _target(advance, now, tx.real_now)
    await test_account.set_target(tx, caller.account_id, target)
    await jobs.wake(tx, ADVANCE, {caller.account_id: {"account_id": caller.account_id}})
    return test_clock.record(structs.replace(row, advancing_to=target), now)


def _target(advance: Advance, now: datetime, real_now: datetime) -> datetime:
    """Returns the time to which the clock moves. Raises InvalidRequest."""
    if advance.to is None:
        name, target = "/by", now + msgspec.convert(advance.by, timedelta)
    else:
        name, target = "/to", datetime.fromisoformat(advance.to)
    if not now < target <= now + MAX_STEP:
        detail = f"Must be after the clock's time, and at most {MAX_STEP.days} days: it only moves forwards."
        raise InvalidRequest(faults=[Fault(name, "out_of_range", detail)])
    if target > real_now + MAX_AHEAD:
        detail = f"The clock can be at most {MAX_AHEAD.days} days ahead of the real time."
        raise InvalidRequest(faults=[Fault(name, "out_of_range", detail)])
    return target
