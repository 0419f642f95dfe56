"""Delete old deliveries."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.webhooks.steps import deliver_due
from tests.world import Person, World
from wellwish.base import clock
from wellwish.webhooks import purge

pytestmark = pytest.mark.anyio


async def test_deletes_only_deliveries_older_than_thirty_days(
    world: World, alice: Person, whe: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def left() -> tuple[int, int]:
        return (
            await world.owner.fetchval("select count(*) from webhook_deliveries"),
            await world.owner.fetchval("select count(*) from webhook_attempts"),
        )

    monkeypatch.setattr(purge, "_BATCH", 2)
    for _ in range(5):
        await make.card(alice)
    await deliver_due(world)
    clock.move(timedelta(days=29))
    await purge.run(world.services, {})
    assert await left() == (5, 5)
    clock.move(timedelta(days=2))
    await purge.run(world.services, {})
    assert await left() == (0, 0)
