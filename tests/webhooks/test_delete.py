"""Delete a webhook endpoint."""

from typing import Any

import pytest

from tests import make
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_deletes_it_with_what_it_was_sent(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice)
    await deliver_due(world)
    path = f"/api/webhook-endpoints/{whe['id']}"
    assert (await alice.delete(path, headers={"If-Match": '"9"'})).status_code == 412
    assert (await alice.delete(path)).status_code == 204
    assert (await alice.get(path)).status_code == 404
    assert (await alice.delete(path)).status_code == 404
    await make.card(alice)
    await deliver_due(world)
    assert len(receiver.messages) == 1
    for table in ("webhook_endpoints", "webhook_deliveries", "webhook_attempts", "webhook_tails"):
        assert await world.owner.fetchval(f"select count(*) from {table}") == 0, table


async def test_only_its_account_deletes_it(bob: Person, mallory: Person, whe: dict[str, Any]) -> None:
    for person in (bob, mallory):
        assert (await person.delete(f"/api/webhook-endpoints/{whe['id']}")).status_code == 404
