"""A poll that the database interrupts runs again within seconds, however often that happens."""

from datetime import timedelta
from typing import Any

import pytest

from tests.later import another_time
from tests.world import World
from wellwish import clock, jobs
from wellwish.errors import Unavailable
from wellwish.payments import merchant, poll

pytestmark = pytest.mark.anyio


async def _pause_s(world: World, failures: int) -> float:
    """Returns the seconds until the next poll after so many failures."""
    async with world.services.db.transaction() as tx:
        await jobs.wake(tx, poll.POLL, {"": {}})
    pause = passed = timedelta()
    with another_time():
        for _ in range(failures):
            await world.work()
            run_at = await world.owner.fetchval("select run_at from jobs where kind = $1", poll.POLL)
            pause = run_at - clock.now()
            passed += max(pause, timedelta()) + timedelta(milliseconds=1)
            clock.move(passed)
    return pause.total_seconds()


@pytest.mark.parametrize(
    ("failure", "is_soon"), [(Unavailable, True), (RuntimeError, False)], ids=["database", "control"]
)
async def test_polls_again_soon(
    world: World, monkeypatch: pytest.MonkeyPatch, failure: type[Exception], is_soon: bool
) -> None:
    async def fail(*_: Any) -> Any:
        raise failure

    monkeypatch.setattr(merchant, "polled", fail)
    assert (await _pause_s(world, 4) <= poll.AGAIN_S) is is_soon
