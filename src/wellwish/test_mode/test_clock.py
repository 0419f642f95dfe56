"""The test clock: the offset of a test account's time from the real time."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.effects import lock_clock


class ClockRow(Struct, frozen=True):
    """A test clock; ``advancing_to`` is a time of the test data."""

    ahead: timedelta
    advancing_to: datetime | None
    is_suspended: bool


class TestClock(Struct, frozen=True, kw_only=True):
    """The clock of the test data."""

    object: Literal["test_clock"] = "test_clock"
    status: Annotated[
        Literal["ready", "advancing"], Meta(description="Whether everything until `now` has happened.")
    ]
    now: Annotated[str, Meta(description="Time of the test data. It passes at the same rate as real time.")]
    advancing_to: Annotated[str | None, Meta(description="Time to which the clock is moving.")]


async def find(tx: Tx, account_id: str) -> ClockRow | None:
    """Returns the clock of a test account, or None after its deletion."""
    return await tx.maybe(
        ClockRow,
        """
        select t.ahead, t.advancing_to, exists (
          select 1 from account_suspensions s where s.account_id = t.account_id)
        from test_accounts t where t.account_id = :account_id
        """,
        account_id=account_id,
    )


async def find_locked(tx: Tx, account_id: str) -> ClockRow | None:
    """Returns the clock, locked. Transactions that add jobs of the account wait for this one to end."""
    await lock_clock(tx, account_id)
    return await find(tx, account_id)


def record(row: ClockRow, now: datetime) -> TestClock:
    """Returns the record; ``now`` is the time of the test data."""
    return TestClock(
        status="ready" if row.advancing_to is None else "advancing",
        now=clock.rfc3339(now),
        advancing_to=clock.rfc3339_or_none(row.advancing_to),
    )
